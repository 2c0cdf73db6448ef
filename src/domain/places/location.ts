// Checks that the country, state and city of a location exist and lie in one another, and suggests corrections.

import { GeonamesId, type Location, placeNameMax } from '../../contract/posts.ts'
import { sentences } from '../../contract/sentences.ts'
import { bodyShape, show } from '../shape.ts'
import {
  countryName,
  isCountry,
  isSubdivision,
  isWithin,
  type Subdivision,
  subdivisionName,
  subdivisionsNamed,
  subdivisionsOf,
  suggestCountry,
} from './countries.ts'
import type { Point } from './geo.ts'
import { isCalled, placeNameKey } from './place-name.ts'

export type { Location }

/** A place of GeoNames. `names` holds every spelling once, `name` included; `state` is ISO 3166-2, null where unknown. */
export type Place = {
  geonamesId: number
  name: string
  names: readonly string[]
  country: string
  state: string | null
  lat: number
  lon: number
  timezone: string
  population: number
}

/** A typed name: `key` is made by placeNameKey; `beginning` says whether longer names that begin with it count too. */
export type PlaceName = { key: string; beginning: boolean }

/**
 * Looks places up. `byName` searches all their names: exact matches come first, then names that begin with the key, each group the
 * most populous first. `within` says whether a place with this state (ISO 3166-2, or its country where the state is not known) is
 * wanted.
 */
export interface PlaceLookup {
  byId(geonamesId: number): Promise<Place | undefined>
  byName(name: PlaceName, within: (area: string) => boolean, limit: number): Promise<Place[]>
}

/** Finds the places nearest to a point, the nearest first, with their distances in km. `within` is as for PlaceLookup. */
export interface NearestPlaces {
  nearest(point: Point, within: (area: string) => boolean, limit: number): Promise<{ place: Place; km: number }[]>
}

/** A location as it was sent: members may be missing or of a wrong type. */
export type GivenLocation = { country?: unknown; state?: unknown; city?: unknown }

/**
 * Where the location was sent: `at` is its JSON pointer in a body; null for query parameters, where a city is only an id.
 */
type Asked = { at: string | null; lookup: PlaceLookup }

/** The errors of a location, the place when its id is known, and possible corrections, the largest place first. */
export type CheckedLocation = { errors: string[]; place: Place | undefined; candidates: Location[] }

/** How many corrections an error names. */
export const candidatesShown = 5

/**
 * Checks a location (contract.md §3): the country, state and city exist, and each lies in the larger ones. Returns every error as
 * "JSON pointer: what is wrong, what it got, what would be right", with the correction ready to paste. The schema checks types and
 * missing members. A state is accepted that lies in the state of the place, or that cannot be compared because the place has none.
 */
export async function checkLocation(given: GivenLocation, asked: Asked): Promise<CheckedLocation> {
  const pointer = asked.at ?? ''
  const country = readCountry(given.country)
  const state = await readState(given.state, country, asked)
  const city = await readCity(given.city, country, state, asked)
  const errors = [
    ...(country.error ? [`${pointer}/country: ${country.error}`] : []),
    ...(state.error ? [`${pointer}/state: ${state.error}`] : []),
    ...city.errors.map(error => `${pointer}/city${error}`),
  ]
  if (errors.length > 0) errors[0] += `; ${sentences.findPlaces}`
  const { code } = country
  const areas: Location[] =
    state.meant.length > 0
      ? state.meant.map(meant => ({ country: meant.slice(0, 2), state: meant }))
      : code === undefined
        ? []
        : [{ country: code }]
  const candidates = city.meant.length > 0 ? city.meant.map(locationOf) : areas
  return { errors, place: city.place, candidates: errors.length > 0 ? candidates.slice(0, candidatesShown) : [] }
}

export function locationOf({ country, state, geonamesId, name }: Place): Location {
  return { country, ...(state !== null && { state }), city: { geonames_id: geonamesId, name } }
}

/** A place in words: "Springfield, Missouri, United States". */
export function placeLabel({ name, state, country }: Place): string {
  return [name, state && (subdivisionName(state) ?? state), countryName(country)].filter(Boolean).join(', ')
}

/** `code` is the country that was given or is probably meant; `known` says that it was given as a valid code. */
type ReadCountry = { code: string | undefined; known: boolean; error?: string }

function readCountry(given: unknown): ReadCountry {
  if (typeof given !== 'string') return { code: undefined, known: false }
  if (isCountry(given)) return { code: given, known: true }
  const code = given.length > placeNameMax ? undefined : suggestCountry(given)
  return { code, known: false, error: countryError(given, code) }
}

function countryError(given: string, meant: string | undefined): string {
  const states = meant || given.length > placeNameMax ? [] : subdivisionsNamed(given).slice(0, 3)
  const hint = meant
    ? `; did you mean "${meant}" (${countryName(meant)})?`
    : states.length > 0
      ? `; it may be a state: ${states.map(({ code }) => `"country": "${code.slice(0, 2)}", "state": "${code}"`).join(' or ')}`
      : '; take one such as "DE" or "US"'
  return `${show(given)} is no ISO 3166-1 alpha-2 country code${hint}`
}

/** The state that was given, or states that may be meant; `known` says that a valid code in the country was given. */
type ReadState = { meant: string[]; known: boolean; error?: string }

async function readState(given: unknown, asCountry: ReadCountry, { lookup }: Asked): Promise<ReadState> {
  if (typeof given !== 'string' || given.length > placeNameMax) return { meant: [], known: false }
  const prefix = given.split('-', 1)[0] ?? ''
  const country = asCountry.code === undefined && isCountry(prefix) ? { code: prefix, known: true } : asCountry
  const within = country.code
  if (isSubdivision(given)) {
    const own = given.slice(0, 2)
    if (within === undefined || own === within) return { meant: [given], known: true }
    if (country.known) return { meant: [], known: false, error: `"${given}" lies in ${own}, not in ${within}` }
    return { meant: [given], known: true }
  }
  const what = `${show(given)} is no ISO 3166-2 subdivision${country.known ? ` of ${within}` : ''}`
  const all = within === undefined ? [] : subdivisionsOf(within)
  if (country.known && all.length === 0)
    return { meant: [], known: false, error: `${what}; ${within} has none: leave the state out` }
  const near = nearestSubdivisions(given, within)
  const found = near.length > 0 ? near : await statesOfPlaces(given, within, lookup)
  if (found.length > 0)
    return {
      meant: found.map(({ code }) => code),
      known: false,
      error: `${what}; did you mean ${found.map(({ code, name }) => `"${code}" (${name})`).join(' or ')}?`,
    }
  if (!country.known) return { meant: [], known: false, error: `${what}; take one such as "DE-BE" or "US-CA"` }
  const shown = all.slice(0, 8).map(({ code, name }) => `${code} (${name})`)
  const more = all.length > shown.length ? ` and ${all.length - shown.length} more` : ''
  return { meant: [], known: false, error: `${what}; ${within} has ${shown.join(', ')}${more}` }
}

function nearestSubdivisions(state: string, country: string | undefined): Subdivision[] {
  const upper = state
    .trim()
    .toUpperCase()
    .replace(/[\s_.]+/g, '-')
  const exact = subdivisionName(upper)
  if (exact !== undefined) return [{ code: upper, name: exact }]
  const named = subdivisionsNamed(state, country).slice(0, 3)
  if (country === undefined) return named
  const all = subdivisionsOf(country)
  const suffix = upper.startsWith(`${country}-`) ? upper.slice(country.length + 1) : upper
  const bySuffix = all.filter(({ code }) => code === `${country}-${suffix}`)
  if (bySuffix.length > 0) return bySuffix
  if (named.length > 0 || suffix.length < 2) return named
  return all.filter(({ code }) => code.startsWith(`${country}-${suffix}`)).slice(0, 3)
}

/** The state of the largest city with a name: many states have the name of their capital. */
async function statesOfPlaces(name: string, country: string | undefined, lookup: PlaceLookup): Promise<Subdivision[]> {
  const [place] = await lookup.byName(
    { key: placeNameKey(name), beginning: false },
    area => area.includes('-') && isIn(area, country),
    1,
  )
  return place?.state ? [{ code: place.state, name: subdivisionName(place.state) ?? place.state }] : []
}

type ReadCity = { errors: string[]; place: Place | undefined; meant: Place[] }

async function readCity(given: unknown, country: ReadCountry, state: ReadState, asked: Asked): Promise<ReadCity> {
  const { id, name } = cityParts(given)
  const { lookup } = asked
  const place = id === undefined ? undefined : await lookup.byId(id)
  const errors: string[] = []
  const idOnly = asked.at === null
  let outside: string | undefined
  let misnamed = false
  if (id !== undefined && !place)
    errors.push(`${idOnly ? '' : '/geonames_id'}: GeoNames has no city of 1,000 people or more with the id ${id}`)
  const written = (given as { geonames_id?: unknown } | null | undefined)?.geonames_id
  if (id !== undefined && typeof written === 'string')
    errors.push(`/geonames_id: got ${show(written)}, a text; it takes a whole number`)
  if (place) {
    const where = country.known && !isIn(areaOf(place), country.code) ? country.code : undefined
    const [inside] = state.meant
    const apart = state.known && inside !== undefined && !agrees(place.state, inside) ? named(inside) : undefined
    outside = where ?? apart
    if (outside)
      errors.push(`${idOnly ? '' : '/geonames_id'}: ${place.geonamesId} is ${whereabouts(place)}, not in ${outside}`)
    misnamed = name !== undefined && !isCalled(place, name)
    if (misnamed) errors.push(`/name: ${place.geonamesId} is "${place.name}"${alsoCalled(place)}; got ${show(name)}`)
    else if (name === undefined && !idOnly) errors.push(`/name: is missing beside geonames_id ${place.geonamesId}`)
  }
  if (name !== undefined && id === undefined)
    errors.push(`: got ${show(given)}, a name without ${idOnly ? 'a GeoNames id' : 'its geonames_id'}`)
  if (errors.length === 0) return { errors, place, meant: [] }

  const found = name === undefined ? [] : await placesMeant(name, country, state, lookup)
  // The id may be right, unless both the area and the name contradict it.
  const itself = place && !(outside && misnamed) && !found.some(({ geonamesId }) => geonamesId === id) ? [place] : []
  const meant = [...found, ...itself]
  errors[0] += suggestion(meant, name, country, idOnly)
  return { errors, place, meant }
}

/** The id and the name of a city, which may be sent as a bare id or name; other types are left to the schema. */
function cityParts(given: unknown): { id?: number; name?: string } {
  if (typeof given === 'string' || typeof given === 'number') return { ...idIn(given), ...nameIn(given) }
  if (typeof given !== 'object' || given === null) return {}
  const { geonames_id: id, name } = given as { geonames_id?: unknown; name?: unknown }
  return { ...idIn(id), ...nameIn(name) }
}

const idFaults = bodyShape(GeonamesId(''))
const idIn = (value: unknown) => (value !== '' && idFaults(Number(value)).length === 0 ? { id: Number(value) } : {})
const nameIn = (value: unknown) =>
  typeof value === 'string' && value.length <= placeNameMax && placeNameKey(value) !== '' && !/^\d+$/.test(value)
    ? { name: value }
    : {}

/** The places with a name: in the state, else in the country, else anywhere, else those in the country whose name begins with it. */
async function placesMeant(
  text: string,
  country: ReadCountry,
  state: ReadState,
  lookup: PlaceLookup,
): Promise<Place[]> {
  const key = placeNameKey(text)
  const inState = (area: string) => state.meant.some(meant => agrees(area.includes('-') ? area : null, meant))
  const inCountry = (area: string) => isIn(area, country.code)
  const search = (within: (area: string) => boolean, beginning = false) =>
    lookup.byName({ key, beginning }, within, candidatesShown)
  if (state.meant.length > 0) {
    const found = await search(area => inCountry(area) && inState(area))
    if (found.length > 0) return found
  }
  for (const attempt of [() => search(inCountry), () => search(() => true), () => search(inCountry, true)]) {
    const found = await attempt()
    if (found.length > 0) return found
  }
  return []
}

function suggestion(meant: Place[], name: string | undefined, country: ReadCountry, idOnly: boolean): string {
  if (meant.length === 0) return name === undefined ? '' : '; no place has this name'
  const elsewhere = country.code !== undefined && !meant.some(place => place.country === country.code)
  const before = elsewhere ? `; no place in ${country.code} has this name, elsewhere` : '; did you mean'
  const written = meant.map(
    place => `${idOnly ? asQuery(place) : JSON.stringify(locationOf(place))} (${placeLabel(place)})`,
  )
  return `${before} ${written.join(' or ')}${elsewhere ? '' : '?'}`
}

const asQuery = (place: Place) => `city=${place.geonamesId}`

/** The area of a place in the name index: its state, or its country where the state is not known. */
const areaOf = ({ state, country }: Place) => state ?? country

const isIn = (area: string, country: string | undefined) => country === undefined || area.slice(0, 2) === country

function agrees(own: string | null, given: string): boolean {
  return own === null || isWithin(given, own) || isWithin(own, given)
}

/** Whether an area of the name index lies in a country and a state, as PlaceLookup asks. */
export function areaFilter({ country, state }: { country?: string | undefined; state?: string | undefined }) {
  return (area: string) =>
    isIn(area, country ?? state?.slice(0, 2)) &&
    (state === undefined || agrees(area.includes('-') ? area : null, state))
}

function named(state: string): string {
  const name = subdivisionName(state)
  return name === undefined ? state : `${state} (${name})`
}

function whereabouts(place: Place): string {
  return `${place.name} in ${place.country}${place.state ? ` (${place.state})` : ''}`
}

// GeoNames lists names in every script; names in Latin letters help most.
function alsoCalled(place: Place): string {
  const others = place.names.filter(name => name !== place.name && /^[\p{Script=Latin}\p{M} .'’-]{4,}$/u.test(name))
  return others.length > 0 ? `, also called ${others.slice(0, 5).join(', ')}` : ''
}
