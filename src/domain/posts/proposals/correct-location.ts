// Writes a location as a location where one place alone can be meant, and lists the places where several can.
import { LocationSchema } from '../../../contract/posts.ts'
import type { SiteRow } from '../../../contract/sites.ts'
import { isObject } from '../../is-object.ts'
import { checkLocation, type PlaceLookup } from '../../places/location.ts'
import { fits, show } from '../../shape.ts'
import type { BodyDraft } from './body-draft.ts'
import { readingsOf } from './place-readings.ts'

const at = ['location']
const isLocation = fits(LocationSchema)

/** Corrects the location of a body that names one place, by GeoNames and ISO codes. */
export async function correctLocation(draft: BodyDraft, site: SiteRow, lookup: PlaceLookup): Promise<void> {
  const given = draft.get(at)
  if (given === undefined || given === null || !Object.hasOwn(site.body.properties, 'location')) return
  if (isLocation(given) && (await checkLocation(given as object, { at: '/location', lookup })).errors.length === 0)
    return
  const readings = await readingsOf(given, lookup)
  const [reading, ...others] = readings
  if (!reading) return
  const written = isObject(given) ? 'The location' : show(given)
  if (others.length === 0 && !reading.doubtful)
    return draft.set(at, reading.location, `${written} is ${reading.label}.`)
  draft.choose(
    at,
    readings.map(({ location, label }) => ({ value: location, why: label })),
  )
}
