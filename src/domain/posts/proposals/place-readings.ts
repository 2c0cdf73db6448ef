// The places that a text or a faulty location can mean: "Paris, Texas", "Springfield IL", {"city": "Leuven", "country": "Belgium"}.
import { limits } from '../../../contract/limits.ts'
import { type Location, placeNameMax } from '../../../contract/posts.ts'
import { isObject } from '../../is-object.ts'
import {
  countryName,
  isSubdivision,
  isWithin,
  subdivisionName,
  subdivisionsNamed,
  subdivisionsOf,
  suggestCountry,
} from '../../places/countries.ts'
import { locationOf, type Place, type PlaceLookup, placeLabel } from '../../places/location.ts'
import { isCalled, placeNameKey } from '../../places/place-name.ts'

/** A place that is meant, as a location and in words. A location that contradicts itself has `doubtful` readings. */
export type PlaceReading = { location: Location; label: string; doubtful?: true }

/** A region that a text can mean: countries and subdivisions. */
type Region = { countries: string[]; states: string[] }

const mostParts = 5

/** Every reading of a location as it was sent, the largest city first; none where it cannot be read, or is incomplete. */
export async function readingsOf(given: unknown, lookup: PlaceLookup): Promise<PlaceReading[]> {
  if (typeof given === 'string') return readingsOfText(given, [], lookup)
  if (!isObject(given)) return []
  if (Object.keys(given).some(name => !['country', 'state', 'city'].includes(name))) return []
  const { country, state, city } = given
  const regions = [countryRegion(country), stateRegion(state, countryRegion(country))].filter(region => region !== null)
  if (regions.some(({ countries, states }) => countries.length + states.length === 0)) return []
  const { id, name } = cityParts(city)
  if (id !== undefined) return readingsOfId(id, name, regions, lookup)
  if (name !== undefined) return readingsOfText(name, regions, lookup)
  return city === undefined ? readingsOfAreas(regions) : []
}

/** The name of a city, or of an area, with the regions that the text adds to it. */
async function readingsOfText(text: string, regions: Region[], lookup: PlaceLookup): Promise<PlaceReading[]> {
  if (text.length > placeNameMax) return []
  const [name = '', ...rest] = text
    .split(/[,;]/, mostParts + 1)
    .map(part => part.trim())
    .filter(part => part !== '')
  if (rest.length >= mostParts) return []
  const within = [...regions, ...rest.map(regionNamed)]
  const cities = await citiesNamed(name, within, lookup)
  if (rest.length > 0) return cities.length > 0 ? cities : readingsOfAreas([regionNamed(name), ...within])
  if (cities.length === 0) {
    const [, city, code] = /^(\S.{0,100}\S)\s([A-Z]{2,3})$/.exec(name) ?? []
    if (city && code) return citiesNamed(city, [...within, regionNamed(code)], lookup)
  }
  // A city that has the name of its country is the likelier reading, and lies there.
  const areas = readingsOfAreas([regionNamed(name), ...within]).filter(
    ({ location }) => !cities.some(city => city.location.country === location.country),
  )
  return [...cities, ...areas]
}

async function citiesNamed(name: string, within: readonly Region[], lookup: PlaceLookup): Promise<PlaceReading[]> {
  const key = placeNameKey(name)
  if (key === '') return []
  const wanted = (area: string) => within.every(region => liesIn(area, region))
  const found = await lookup.byName({ key, beginning: false }, wanted, limits.placesFound)
  // In a region the largest place is meant if no other is called so in the first place: London, not the City of London.
  const [largest, ...others] = found
  const isCalledSo = (place: Place) => placeNameKey(place.name) === key
  if (within.length > 0 && largest && isCalledSo(largest) && !others.some(isCalledSo)) return [readingOf(largest)]
  return found.map(readingOf)
}

async function readingsOfId(
  id: number,
  name: string | undefined,
  within: readonly Region[],
  lookup: PlaceLookup,
): Promise<PlaceReading[]> {
  const place = await lookup.byId(id)
  const named = name === undefined ? [] : await citiesNamed(name, within, lookup)
  const doubtful = (readings: PlaceReading[]) => readings.map(reading => ({ ...reading, doubtful: true as const }))
  if (!place) return doubtful(named)
  const fits = within.every(region => liesIn(place.state ?? place.country, region))
  const isNamed = name === undefined || isCalled(place, name)
  if (fits && isNamed) return [readingOf(place)]
  return doubtful([readingOf(place), ...named.filter(each => each.location.city?.geonames_id !== id)])
}

/** The subdivisions and countries that all regions can mean together. */
function readingsOfAreas(regions: readonly Region[]): PlaceReading[] {
  const states = regions.flatMap(({ states }) => states).filter(state => regions.every(region => liesIn(state, region)))
  const countries = regions[0]?.countries.filter(code => regions.every(region => region.countries.includes(code))) ?? []
  return [
    ...[...new Set(states)].map(state => {
      const country = state.slice(0, 2)
      return { location: { country, state }, label: `${subdivisionName(state) ?? state}, ${countryName(country)}` }
    }),
    ...countries.map(country => ({ location: { country }, label: countryName(country) })),
  ]
}

/** Whether an area, a subdivision or a country, lies in a region or around it. */
function liesIn(area: string, { countries, states }: Region): boolean {
  if (countries.includes(area.slice(0, 2))) return true
  return area.includes('-') && states.some(state => isWithin(area, state) || isWithin(state, area))
}

function countryRegion(given: unknown): Region | null {
  if (given === undefined || given === null || given === '') return null
  const code = typeof given === 'string' && given.length <= placeNameMax ? suggestCountry(given) : undefined
  return { countries: code === undefined ? [] : [code], states: [] }
}

function stateRegion(given: unknown, country: Region | null): Region | null {
  if (given === undefined || given === null || given === '') return null
  if (typeof given !== 'string' || given.length > placeNameMax) return { countries: [], states: [] }
  const { states } = regionNamed(given)
  const within = country?.countries[0]
  return {
    countries: [],
    states: within === undefined ? states : states.filter(state => state.startsWith(`${within}-`)),
  }
}

/** The countries and subdivisions with a name or a code: "Texas", "TX", "US-TX", "Belgium", "BE". */
function regionNamed(text: string): Region {
  if (text.length > placeNameMax) return { countries: [], states: [] }
  const upper = text.trim().toUpperCase()
  if (isSubdivision(upper)) return { countries: [], states: [upper] }
  const country = suggestCountry(text)
  const named = subdivisionsNamed(text).map(({ code }) => code)
  return {
    countries: country === undefined ? [] : [country],
    states: [...new Set([...named, ...statesWithEnding(upper)])],
  }
}

/** Countries whose people write the ending of a code for a subdivision, as in "Springfield, IL". */
const abbreviating = ['US', 'CA', 'AU', 'BR', 'MX', 'IT', 'CH', 'IN']

function statesWithEnding(ending: string): string[] {
  if (!/^[A-Z]{2,3}$/.test(ending)) return []
  return abbreviating.flatMap(country =>
    subdivisionsOf(country).flatMap(({ code }) => (code === `${country}-${ending}` ? [code] : [])),
  )
}

function cityParts(given: unknown): { id?: number; name?: string } {
  const { geonames_id: id, name } = isObject(given) ? given : { geonames_id: undefined, name: given }
  const written = typeof id === 'string' && /^\d{1,9}$/.test(id) ? Number(id) : id
  return {
    ...(Number.isInteger(written) && { id: written as number }),
    ...(typeof name === 'string' && name !== '' && name.length <= placeNameMax && { name }),
  }
}

const readingOf = (place: Place): PlaceReading => ({ location: locationOf(place), label: placeLabel(place) })
