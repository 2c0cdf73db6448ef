// Looks places up by what a caller calls them, or by a point.
import { setImmediate } from 'node:timers/promises'
import { limits } from '../../contract/limits.ts'
import type { FoundPlace, PlaceQuery, PlacesAnswer } from '../../contract/operations/places.ts'
import { invalid } from '../../contract/problems/problem.ts'
import { areaWords, indexAreas } from '../../domain/places/areas.ts'
import { countryName, subdivisionsNamed, suggestCountry } from '../../domain/places/countries.ts'
import { findPlace } from '../../domain/places/find-place.ts'
import { onSphere, type Point, shownKm, sphereKm } from '../../domain/places/geo.ts'
import { areaFilter, checkLocation, locationOf, type Place, placeLabel } from '../../domain/places/location.ts'
import { placeNameKey } from '../../domain/places/place-name.ts'
import { show } from '../../domain/shape.ts'
import type { Platform } from '../platform.ts'

/** Cities of a name among which the nearest are found. */
const namesakes = 50

/**
 * The places that `q` names, in the order of `findPlace`, or with `lat` and `lon` the nearest first; without `q` the cities nearest
 * to the point. Throws `invalid`.
 */
export async function findPlaces({ places }: Platform, query: PlaceQuery): Promise<PlacesAnswer> {
  const { q, lat, lon, country, state } = query
  const { errors, candidates } = await checkLocation({ country, state }, { at: null, lookup: places })
  errors.push(...askedFaults(query))
  if (errors.length > 0) throw invalid(errors, candidates)
  const within = areaFilter({ country, state })
  const point = lat === undefined || lon === undefined ? null : { lat, lon }
  if (point && q === undefined) {
    const near = await places.nearest(point, within, limits.placesFound)
    return { items: near.map(({ place, km }) => foundPlace(place, km)) }
  }
  namesIndexed ??= indexNames()
  await namesIndexed
  const area = state ?? country
  const where = area === undefined ? undefined : areaWords(area)
  const limit = point ? namesakes : limits.placesFound
  const answer = await findPlace(q ?? '', { lookup: places, within, where, limit })
  const shown = (found: readonly Place[]) =>
    point ? nearestFirst(found, point) : found.map(place => foundPlace(place))
  return {
    items: shown(answer.found).slice(0, limits.placesFound),
    ...(answer.hint && { hint: answer.hint }),
    ...(answer.candidates.length > 0 && { candidates: shown(answer.candidates) }),
  }
}

function nearestFirst(found: readonly Place[], point: Point): FoundPlace[] {
  const centre = onSphere(point)
  return found
    .map(place => ({ place, km: sphereKm(centre, onSphere(place)) }))
    .sort((a, b) => a.km - b.km)
    .map(({ place, km }) => foundPlace(place, km))
}

let namesIndexed: Promise<void> | undefined

/** Indexes the names of areas in several turns of the event loop, since it takes a tenth of a second. */
async function indexNames(): Promise<void> {
  for (const step of indexAreas) {
    step()
    await setImmediate()
  }
}

/** The faults between the parameters that say what is looked for: a name, a point or both. */
function askedFaults({ q, lat, lon }: PlaceQuery): string[] {
  const faults =
    q !== undefined && placeNameKey(q) === '' ? [`/q: got ${show(q)}; it takes a name or how it begins`] : []
  if ((lat === undefined) !== (lon === undefined))
    return [...faults, lat === undefined ? '/lat: is missing beside lon' : '/lon: is missing beside lat']
  return q === undefined && lat === undefined ? ['/q: is missing; it takes a name; or give lat and lon'] : faults
}

/** Degrees to four decimals, which is about ten metres. */
const degrees = (value: number) => Math.round(value * 1e4) / 1e4

function foundPlace(place: Place, km?: number): FoundPlace {
  const { population, timezone, lat, lon } = place
  const found = { location: locationOf(place), label: placeLabel(place), population, timezone }
  const distance = km === undefined ? {} : { distance_km: shownKm(km) }
  return { ...found, lat: degrees(lat), lon: degrees(lon), ...distance }
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
