// Looks places up by what a caller calls them, or by a point.
import { setImmediate } from 'node:timers/promises'
import { limits } from '../../contract/limits.ts'
import type { FoundPlace, PlaceQuery, PlacesAnswer } from '../../contract/operations/places.ts'
import { invalid } from '../../contract/problems/problem.ts'
import { areaWords, indexAreas } from '../../domain/places/areas.ts'
import { countryName, subdivisionsNamed, suggestCountry } from '../../domain/places/countries.ts'
import { findPlace } from '../../domain/places/find-place.ts'
import { shownKm } from '../../domain/places/geo.ts'
import { areaFilter, checkLocation, locationOf, type Place, placeLabel } from '../../domain/places/location.ts'
import { placeNameKey } from '../../domain/places/place-name.ts'
import { show } from '../../domain/shape.ts'
import type { Platform } from '../platform.ts'

/** The places that `q` names, in the order of `findPlace`, or those nearest to `lat` and `lon`. Throws `invalid`. */
export async function findPlaces({ places }: Platform, query: PlaceQuery): Promise<PlacesAnswer> {
  const { q, lat, lon, country, state } = query
  const { errors, candidates } = await checkLocation({ country, state }, { at: null, lookup: places })
  errors.push(...askedFaults(query))
  if (errors.length > 0) throw invalid(errors, candidates)
  const within = areaFilter({ country, state })
  if (lat !== undefined && lon !== undefined) {
    const near = await places.nearest({ lat, lon }, within, limits.placesFound)
    return { items: near.map(({ place, km }) => ({ ...foundPlace(place), distance_km: shownKm(km) })) }
  }
  namesIndexed ??= indexNames()
  await namesIndexed
  const area = state ?? country
  const where = area === undefined ? undefined : areaWords(area)
  const answer = await findPlace(q ?? '', { lookup: places, within, where, limit: limits.placesFound })
  return {
    items: answer.found.map(foundPlace),
    ...(answer.hint && { hint: answer.hint }),
    ...(answer.candidates.length > 0 && { candidates: answer.candidates.map(foundPlace) }),
  }
}

let namesIndexed: Promise<void> | undefined

/** Indexes the names of areas in several turns of the event loop, since it takes a tenth of a second. */
async function indexNames(): Promise<void> {
  for (const step of indexAreas) {
    step()
    await setImmediate()
  }
}

/** The faults between the parameters that say what is looked for: a name, or a point. */
function askedFaults({ q, lat, lon }: PlaceQuery): string[] {
  const [given, missing] = lat === undefined ? ['lon', 'lat'] : ['lat', 'lon']
  if (q === undefined) {
    if (lat === undefined && lon === undefined) return ['/q: is missing; it takes a name; or give lat and lon']
    return lat === undefined || lon === undefined ? [`/${missing}: is missing beside ${given}`] : []
  }
  if (lat !== undefined || lon !== undefined) return [`/${given}: does not go with q; give a name, or lat and lon`]
  return placeNameKey(q) === '' ? [`/q: got ${show(q)}; it takes a name or the beginning of a name`] : []
}

/** Degrees to four decimals, which is about ten metres. */
const degrees = (value: number) => Math.round(value * 1e4) / 1e4

function foundPlace(place: Place): FoundPlace {
  const { population, timezone, lat, lon } = place
  const location = locationOf(place)
  return { location, label: placeLabel(place), population, timezone, lat: degrees(lat), lon: degrees(lon) }
}

/** The country and the states with this name. */
export function areasNamed(name: string): Pick<FoundPlace, 'location' | 'label'>[] {
  const country = suggestCountry(name)
  return [
    ...(country ? [{ label: countryName(country), location: { country } }] : []),
    ...subdivisionsNamed(name).map(({ code, name: label }) => {
      const own = code.slice(0, 2)
      return { label: `${label}, ${countryName(own)}`, location: { country: own, state: code } }
    }),
  ]
}
