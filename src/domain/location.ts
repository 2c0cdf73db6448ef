// Says whether a location (country, state, city) holds together, and what would be right where it does not.

import {
  countryName,
  isCountry,
  isSubdivision,
  isWithin,
  type Subdivision,
  subdivisionName,
  subdivisionsOf,
  suggestCountry,
} from './countries.ts'

/** Where a post belongs, as on the wire (contract.md §3). */
export type Location = { country: string; state?: string; city?: { geonames_id: number; name: string } }

/** One place of GeoNames. `names` holds every spelling once, `name` among them; `state` is ISO 3166-2, null where unsure. */
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

/** How the rules reach the places. `byName` takes a key made by placeNameKey and answers the most populous places first. */
export interface PlaceLookup {
  byId(geonamesId: number): Promise<Place | undefined>
  byName(country: string | null, nameKey: string, limit: number): Promise<Place[]>
}

const unfoldedLetters: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
}

/**
 * The form in which names of places are compared and indexed: compatibility forms, case, diacritics and punctuation gone, words
 * one space apart. Vowel signs of Indic scripts and the voicing marks of kana stay: without them other names would be equal.
 */
export function placeNameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0640]/g, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[æœøłđðþħŧς]/g, letter => unfoldedLetters[letter] ?? letter)
    .replace(/['’‘`´ʹʻʼʽʾʿ\u200b-\u200f]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}

/**
 * Checks a location whose shape is already right. `pointer` is the JSON pointer of the location. Answers every error at once,
 * each "JSON pointer: what is wrong, what it got, what would be right", and the place when the id is known (contract.md §3).
 * A state that the place's own state contains, or that cannot be compared because the place has none, is accepted.
 */
export async function checkLocation(
  location: Location,
  pointer: string,
  lookup: PlaceLookup,
): Promise<{ errors: string[]; place: Place | undefined }> {
  const { country, state, city } = location
  const errors: string[] = []

  const knownCountry = isCountry(country)
  if (!knownCountry) errors.push(`${pointer}/country: ${countryError(country)}`)

  let knownState = false
  if (state !== undefined) {
    const stateProblem = stateError(state, country)
    if (stateProblem) errors.push(`${pointer}/state: ${stateProblem}`)
    else knownState = true
  }

  if (!city) return { errors, place: undefined }
  const nameKey = placeNameKey(city.name)
  const place = await lookup.byId(city.geonames_id)
  const cityErrors: string[] = []

  if (!place) {
    cityErrors.push(`geonames_id: GeoNames has no city of 1,000 people or more with the id ${city.geonames_id}`)
  } else {
    if (knownCountry && place.country !== country) {
      cityErrors.push(`geonames_id: ${place.geonamesId} is ${whereabouts(place)}, not in ${country}`)
    } else if (knownCountry && knownState && state && !agrees(place.state, state)) {
      cityErrors.push(`geonames_id: ${place.geonamesId} is ${whereabouts(place)}, not in ${named(state)}`)
    }
    if (!place.names.some(name => placeNameKey(name) === nameKey)) {
      cityErrors.push(`name: ${place.geonamesId} is "${place.name}"${alsoCalled(place)}; got "${city.name}"`)
    }
  }

  if (cityErrors.length > 0) {
    const found = await lookup.byName(knownCountry ? country : null, nameKey, 5)
    const others = found.filter(other => other.geonamesId !== place?.geonamesId)
    const inState = knownState && state ? others.filter(other => agrees(other.state, state)) : []
    cityErrors[0] += didYouMean(inState.length > 0 ? inState : others)
  }
  errors.push(...cityErrors.map(error => `${pointer}/city/${error}`))
  return { errors, place }
}

/**
 * What is wrong with the country and the state that a list is narrowed by: "/name: what is wrong, what it got, what would be
 * right". A country or state that does not exist would give an empty list and no hint why.
 */
export function placeFilterErrors({
  country,
  state,
}: {
  country?: string | undefined
  state?: string | undefined
}): string[] {
  const errors: string[] = []
  if (country !== undefined && !isCountry(country)) errors.push(`/country: ${countryError(country)}`)
  const wrongState = state === undefined ? undefined : stateError(state, country ?? state.slice(0, 2))
  if (wrongState) errors.push(`/state: ${wrongState}`)
  return errors
}

function countryError(country: string): string {
  const meant = suggestCountry(country)
  const hint = meant ? `; did you mean "${meant}" (${countryName(meant)})?` : '; take one such as "DE" or "US"'
  return `"${country}" is no ISO 3166-1 alpha-2 country code${hint}`
}

function stateError(state: string, country: string): string | undefined {
  const knownCountry = isCountry(country)
  if (isSubdivision(state)) {
    const own = state.slice(0, 2)
    return knownCountry && own !== country ? `"${state}" lies in ${own}, not in ${country}` : undefined
  }
  if (!knownCountry) {
    return `"${state}" is no ISO 3166-2 subdivision${suggestion(nearestSubdivisions(state, suggestCountry(country)))}`
  }
  const all = subdivisionsOf(country)
  if (all.length === 0)
    return `"${state}" is no ISO 3166-2 subdivision of ${country}; ${country} has none: leave the state out`
  const near = nearestSubdivisions(state, country)
  if (near.length > 0) return `"${state}" is no ISO 3166-2 subdivision of ${country}${suggestion(near)}`
  const shown = all.slice(0, 8).map(({ code, name }) => `${code} (${name})`)
  const more = all.length > shown.length ? ` and ${all.length - shown.length} more` : ''
  return `"${state}" is no ISO 3166-2 subdivision of ${country}; ${country} has ${shown.join(', ')}${more}`
}

function suggestion(subdivisions: Subdivision[]): string {
  if (subdivisions.length === 0) return '; take one such as "DE-BE" or "US-CA"'
  return `; did you mean ${subdivisions.map(({ code, name }) => `"${code}" (${name})`).join(' or ')}?`
}

function nearestSubdivisions(state: string, country: string | undefined): Subdivision[] {
  const upper = state
    .trim()
    .toUpperCase()
    .replace(/[\s_.]+/g, '-')
  const exact = subdivisionName(upper)
  if (exact !== undefined) return [{ code: upper, name: exact }]
  if (country === undefined) return []
  const all = subdivisionsOf(country)
  const suffix = upper.startsWith(`${country}-`) ? upper.slice(country.length + 1) : upper
  const bySuffix = all.filter(({ code }) => code === `${country}-${suffix}`)
  if (bySuffix.length > 0) return bySuffix
  const key = placeNameKey(state)
  const byName = all.filter(({ name }) => placeNameKey(name) === key)
  if (byName.length > 0) return byName.slice(0, 3)
  if (suffix.length < 2) return []
  return all.filter(({ code }) => code.startsWith(`${country}-${suffix}`)).slice(0, 3)
}

function agrees(own: string | null, given: string): boolean {
  return own === null || isWithin(given, own) || isWithin(own, given)
}

function named(state: string): string {
  const name = subdivisionName(state)
  return name === undefined ? state : `${state} (${name})`
}

function whereabouts(place: Place): string {
  return `${place.name} in ${place.country}${place.state ? ` (${place.state})` : ''}`
}

// GeoNames lists names in every script; the few that read like the main one help most.
function alsoCalled(place: Place): string {
  const others = place.names.filter(name => name !== place.name && /^[\p{Script=Latin}\p{M} .'’-]{4,}$/u.test(name))
  return others.length > 0 ? `, also called ${others.slice(0, 5).join(', ')}` : ''
}

function didYouMean(places: Place[]): string {
  if (places.length === 0) return ''
  const shown = places.slice(0, 3).map(place => `${place.geonamesId} (${place.name}, ${place.state ?? place.country})`)
  return `; did you mean geonames_id ${shown.join(' or ')}?`
}
