// Finds the time zone of a post whose zone is missing or unknown: that of its city.
import type { SiteRow } from '../../../contract/sites.ts'
import { isObject } from '../../is-object.ts'
import type { PlaceLookup } from '../../places/location.ts'
import { show } from '../../shape.ts'
import { isTimeZone, offsetAt, onlyZoneOf, suggestTimeZone } from '../../times/zones.ts'
import type { BodyDraft } from './body-draft.ts'
import { saysNothing } from './correct-names.ts'

type Here = { zone: string; of: string }
type Context = { site: SiteRow; lookup: PlaceLookup; now: number }

const longestName = 64
const halfYearMs = 182 * 24 * 3_600_000

/** Sets the zone where the location has one, or where only the spelling of a zone is wrong. */
export async function correctZone(draft: BodyDraft, { site, lookup, now }: Context): Promise<void> {
  const { timed } = site
  if (!timed) return
  const at = [timed.zone]
  const given = draft.get(at)
  if (typeof given === 'string' && isTimeZone(given)) return
  const here = await zoneHere(draft.get(['location']), lookup)
  if (given === undefined || saysNothing(given)) {
    if (here) draft.set(at, here.zone, `${here.of} keeps ${here.zone}.`)
    return
  }
  if (typeof given !== 'string' || given.length > longestName) return
  const meant = suggestTimeZone(given)
  if (meant !== undefined && plain(meant) === plain(given))
    return draft.set(at, meant, `The zone is written ${show(meant)}.`)
  // An offset or another abbreviation may contradict the place, and nothing here can tell.
  if (here && (meant === undefined ? /^[\p{L} ]+$/u.test(given) : sameTime(meant, here.zone, now)))
    return draft.set(at, here.zone, `${show(given)} is no IANA time zone, and ${here.of} keeps ${here.zone}.`)
  if (meant === undefined) return
  const options = [{ value: meant, why: `${show(given)} is read as this zone.` }]
  draft.choose(at, here ? [...options, { value: here.zone, why: `${here.of} keeps this zone.` }] : options)
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9+-]/g, '')

const sameTime = (a: string, b: string, now: number) =>
  [now, now + halfYearMs].every(instant => offsetAt(a, instant) === offsetAt(b, instant))

/** The only zone of a location: of its city, or of a country that has one zone. */
async function zoneHere(location: unknown, lookup: PlaceLookup): Promise<Here | undefined> {
  if (!isObject(location) || typeof location.country !== 'string') return undefined
  const { city, country } = location
  if (isObject(city) && typeof city.geonames_id === 'number') {
    const place = await lookup.byId(city.geonames_id)
    return place && isTimeZone(place.timezone) ? { zone: place.timezone, of: place.name } : undefined
  }
  const zone = city === undefined ? onlyZoneOf(country) : undefined
  return zone !== undefined && isTimeZone(zone) ? { zone, of: country } : undefined
}
