// Reads what people type into the search form: a place by its name, days, a topic in any spelling.
import { limits } from '../../contract/limits.ts'
import { invalid } from '../../contract/problem.ts'
import { countryName, subdivisionName, subdivisionsNamed, suggestCountry } from '../../domain/countries.ts'
import { type Location, locationOf, type Place } from '../../domain/location.ts'
import { placeNameKey } from '../../domain/place-name.ts'
import { dayMs, instant } from '../../domain/time.ts'
import { instantOf } from '../../domain/zones.ts'
import type { Platform } from '../platform.ts'
import type { ListQuery } from './list-filter.ts'

/** What the form holds, as it was typed; codes and the id of a city come from links alone. Days are YYYY-MM-DD. */
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
}

/** A place that a name may mean, with its names from the narrowest to the widest. */
export type MeantPlace = { location: Location; label: string }

/** What a form asks for: the query of a search, the place that it means, and the other places of that name. */
export type SearchAsked = {
  query: ListQuery & { q?: string }
  place: MeantPlace | null
  others: MeantPlace[]
}

const othersShown = 5

/** Reads a form. Days are those of the place's own zone, of UTC where no city is meant. Throws `invalid`. */
export async function searchAsked(platform: Platform, form: SearchForm): Promise<SearchAsked> {
  const { q, topic, place: name, country, state, city, from, to, order } = form
  const [place = null, ...others] =
    name === undefined ? await placeOfCodes(platform, { country, state, city }) : await placesCalled(platform, name)
  if (name !== undefined && !place) throw invalid(['/place: no place is called so'])
  const id = place?.location.city?.geonames_id
  const zone = (id !== undefined && (await platform.places.byId(id))?.timezone) || 'UTC'
  const codes = place
    ? { country: place.location.country, state: place.location.state, ...(id !== undefined && { city: id }) }
    : { country, state, city }
  const query = {
    q,
    topic: topic && slugOf(topic),
    ...codes,
    order,
    starts_after: from && startOf(from, zone, '/from'),
    starts_before: to && startOf(to, zone, '/to', 1),
    limit: limits.pageMax,
  }
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== ''))
  return { query: given, place, others: others.slice(0, othersShown) }
}

/** A topic as posts carry it: "Raku firing" is raku-firing, "été" is ete. */
function slugOf(topic: string): string {
  const plain = topic
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  const slug = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
  if (slug === '') throw invalid(['/topic: has no letter a to z and no digit'])
  return slug
}

/** The instant at which a day begins in a zone, or the one `later` days after it. */
function startOf(day: string, zone: string, at: string, later = 0): string {
  const utc = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(utc)) throw invalid([`${at}: got ${day}; it takes a day such as 2027-03-06`])
  const midnight = utc + later * dayMs
  // Where the clocks leap over midnight, the day begins about then.
  return instant(instantOf(zone, midnight) ?? midnight)
}

async function placeOfCodes(
  { places }: Platform,
  { country, state, city }: Pick<SearchForm, 'country' | 'state' | 'city'>,
): Promise<MeantPlace[]> {
  const found = city !== undefined && /^\d{1,12}$/.test(city) && (await places.byId(Number(city)))
  if (found) return [placeMeant(found)]
  // What is wrong with them is told by the search itself.
  if (city !== undefined || (country === undefined && state === undefined)) return []
  return [areaMeant(country ?? state?.slice(0, 2) ?? '', state)]
}

/** From so many people on, a city is likelier to be meant than a state of the same name. */
const largeCity = 100_000

/**
 * The places of a name, the likeliest first: a country, then large cities, then states, then other cities, the largest first. What stands
 * behind a comma says where: "Paris, Texas", "Springfield, Illinois, United States".
 */
async function placesCalled({ places }: Platform, text: string): Promise<MeantPlace[]> {
  const [name = '', ...around] = text.split(',').map(part => part.trim())
  const keys = around.map(placeNameKey).filter(key => key !== '')
  const lies = (area: string) => keys.every(key => namesOfArea(area).includes(key))
  const key = placeNameKey(name)
  if (key === '') return []
  const country = keys.length === 0 ? suggestCountry(name) : undefined
  const states = subdivisionsNamed(name).filter(({ code }) => lies(code.slice(0, 2)))
  const found = await places.byName({ key, beginning: true }, lies, limits.placesFound)
  // A name that only begins so counts where nothing is called so.
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

/** The keys of all names that an area may be written by: a state, or a country where the state is not known. */
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
