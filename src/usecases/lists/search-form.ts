// Reads the search form: a place by its name, days, a topic in any spelling.
import { limits } from '../../contract/limits.ts'
import type { SearchQuery } from '../../contract/operations/search.ts'
import { invalid } from '../../contract/problems/problem.ts'
import { countryName, subdivisionName, subdivisionsNamed, suggestCountry } from '../../domain/places/countries.ts'
import { type Location, locationOf, type Place } from '../../domain/places/location.ts'
import { placeNameKey } from '../../domain/places/place-name.ts'
import type { Platform } from '../platform.ts'

/** The fields of the form as typed. Country, state and city codes come only from links. Days are YYYY-MM-DD. */
export type SearchForm = {
  q?: string | undefined
  topic?: string | undefined
  place?: string | undefined
  country?: string | undefined
  state?: string | undefined
  city?: string | undefined
  from?: string | undefined
  to?: string | undefined
  order?: 'newest' | 'soonest' | undefined
  /** The position at which a further page begins. */
  after?: string | undefined
}

/** A place that a typed name may mean. Its label goes from the narrowest area to the widest. */
export type MeantPlace = { location: Location; label: string }

/** The search of a form: the query, the place that the name most likely means, and the other places of that name. */
export type FormSearch = {
  query: SearchQuery
  place: MeantPlace | null
  others: MeantPlace[]
}

const othersShown = 5

/** Reads a form. Days are those of each post, in its own zone. Throws `invalid`. */
export async function readSearchForm(platform: Platform, form: SearchForm): Promise<FormSearch> {
  const { q, topic, place: name, country, state, city, from, to, order } = form
  const [place = null, ...others] =
    name === undefined ? await placeOfCodes(platform, { country, state, city }) : await placesNamed(platform, name)
  if (name !== undefined && !place) throw invalid(['/place: there is no place with this name'])
  const id = place?.location.city?.geonames_id
  const codes = place
    ? { country: place.location.country, state: place.location.state, ...(id !== undefined && { city: id }) }
    : { country, state, city }
  const query = {
    q,
    topic: topic && slugOf(topic),
    ...codes,
    order,
    on_from: from,
    on_to: to,
    limit: limits.pageMax,
  }
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''))
  return { query: given, place, others: others.slice(0, othersShown) }
}

/** The topic of a post from a typed one: "Raku firing" is raku-firing, "été" is ete. */
function slugOf(topic: string): string {
  const plain = topic
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
  if (slug === '') throw invalid(['/topic: has no letter a to z and no digit'])
  return slug
}

async function placeOfCodes(
  { places }: Platform,
  { country, state, city }: Pick<SearchForm, 'country' | 'state' | 'city'>,
): Promise<MeantPlace[]> {
  const found = city !== undefined && /^\d{1,12}$/.test(city) && (await places.byId(Number(city)))
  if (found) return [placeMeant(found)]
  // The search itself reports the faults of the codes.
  if (city !== undefined || (country === undefined && state === undefined)) return []
  return [areaMeant(country ?? state?.slice(0, 2) ?? '', state)]
}

/** With this population or more, a city is a likelier meaning than a state of the same name. */
const largeCity = 100_000

/**
 * The places with a name, the likeliest first: a country, then large cities, then states, then other cities, the largest first.
 * The areas that a place lies in follow after commas: "Paris, Texas", "Springfield, Illinois, United States".
 */
async function placesNamed({ places }: Platform, text: string): Promise<MeantPlace[]> {
  const [name = '', ...around] = text.split(',').map(part => part.trim())
  const keys = around.map(placeNameKey).filter(key => key !== '')
  const lies = (area: string) => keys.every(key => namesOfArea(area).includes(key))
  const key = placeNameKey(name)
  if (key === '') return []
  const country = keys.length === 0 ? suggestCountry(name) : undefined
  const states = subdivisionsNamed(name).filter(({ code }) => lies(code.slice(0, 2)))
  const found = await places.byName({ key, beginning: true }, lies, limits.placesFound)
  // A place whose name only begins with the text counts if no place has exactly this name.
  const called = found.filter(place => place.names.some(each => placeNameKey(each) === key))
  const cities = called.length > 0 ? called : found
  const isLarge = ({ population }: Place) => population >= largeCity
  return [
    ...(country ? [areaMeant(country)] : []),
    ...cities.filter(isLarge).map(placeMeant),
    ...states.map(({ code }) => areaMeant(code.slice(0, 2), code)),
    ...cities.filter(city => !isLarge(city)).map(placeMeant),
  ].slice(0, limits.placesFound)
}

/** The keys of all names of an area: a state, or a country if the state is unknown. */
function namesOfArea(area: string): string[] {
  const country = area.slice(0, 2)
  const state = area.includes('-') ? [area, area.slice(3), subdivisionName(area) ?? area] : []
  return [...state, country, countryName(country)].map(placeNameKey)
}

function placeMeant(place: Place): MeantPlace {
  const location = locationOf(place)
  return { location, label: labelOf(location) }
}

function areaMeant(country: string, state?: string): MeantPlace {
  const location = { country, ...(state && { state }) }
  return { location, label: labelOf(location) }
}

function labelOf({ country, state, city }: Location): string {
  return [city?.name, state && (subdivisionName(state) ?? state), countryName(country)].filter(Boolean).join(', ')
}
