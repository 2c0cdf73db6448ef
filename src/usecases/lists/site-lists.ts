// The lists of a site that have pages and feeds of their own: of all posts, of a topic, of a place, of an author; found by their address.
import { Check } from 'typebox/value'
import { handlePattern } from '../../contract/ids.ts'
import { GeonamesId, type Location, Topics } from '../../contract/posts.ts'
import { Problem } from '../../contract/problem.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import {
  countryName,
  isCountry,
  isSubdivision,
  isWithin,
  subdivisionName,
  subdivisionsAround,
} from '../../domain/countries.ts'
import {
  authorPath,
  countedPath,
  homePath,
  placePath,
  placesPath,
  topicPath,
  topicsPath,
} from '../../domain/list-paths.ts'
import { locationOf, type Place } from '../../domain/location.ts'
import type { TagKind } from '../../domain/publication.ts'
import { mostUsedTags, type TagCount } from '../../store/listing/tag-counts.ts'
import { accountByHandle } from '../../store/money/accounts.ts'
import type { Platform } from '../platform.ts'
import type { ListQuery } from './list-filter.ts'

export type Link = { name: string; path: string }

/** A list of a site. `path` begins and ends with a slash; feeds and calendars lie below it. */
export type SiteList = {
  path: string
  /** What the list is narrowed by. */
  filters: Pick<ListQuery, 'topic' | 'country' | 'state' | 'city' | 'author'>
  /** What joins its name to what is listed: events about art, in Paris, by @ada; null for the list of everything. */
  about: { word: 'about' | 'in' | 'by'; name: string } | null
  /** What it lies in, the widest first. */
  above: readonly Link[]
  /** What places inside it are counted by; null where there are none. */
  area: string | null
}

/** Parts of an address. `area` is the state of a country, or a city of it whose state is not known. */
export type ListAddress = {
  topic?: string
  handle?: string
  country?: string
  area?: string
  state?: string
  city?: string
}

/** The list at an address, or where it is when it is written in another way. Throws `not_found`. */
export async function listAt(platform: Platform, address: ListAddress): Promise<SiteList | { movedTo: string }> {
  const { topic, handle, country } = address
  if (topic !== undefined) return topicList(topic)
  if (handle !== undefined) return authorList(platform, handle)
  if (country !== undefined) return placeList(platform, country, address)
  return allPosts
}

/** The list of everything. */
export const allPosts: SiteList = { path: homePath, filters: {}, about: null, above: [], area: null }

const nowhere = () => new Problem('not_found', 'There is no such topic, place or author.')

function topicList(topic: string): SiteList | { movedTo: string } {
  const name = topic.toLowerCase()
  if (!Check(Topics, [name])) throw nowhere()
  if (name !== topic) return { movedTo: topicPath(name) }
  return {
    path: topicPath(name),
    filters: { topic: name },
    about: { word: 'about', name },
    above: [{ name: 'Topics', path: topicsPath }],
    area: null,
  }
}

const isHandle = new RegExp(handlePattern)

/** An author is found by handle and known by account: what is erased has no page, whoever takes the handle next. */
async function authorList({ db }: Platform, given: string): Promise<SiteList | { movedTo: string }> {
  const handle = given.toLowerCase()
  const account = isHandle.test(handle) ? await accountByHandle(db, handle) : undefined
  if (!account) throw nowhere()
  if (handle !== given) return { movedTo: authorPath(handle) }
  return {
    path: authorPath(handle),
    filters: { author: account.id },
    about: { word: 'by', name: `@${handle}` },
    above: [],
    area: null,
  }
}

async function placeList(platform: Platform, given: string, { area, state, city }: ListAddress) {
  const country = given.toUpperCase()
  if (!isCountry(country)) throw nowhere()
  const inside = (area ?? state)?.toUpperCase()
  const id = city ?? (/^\d+$/.test(inside ?? '') ? inside : undefined)
  const within = id === inside ? undefined : inside
  if (within !== undefined && !(isSubdivision(within) && within.startsWith(`${country}-`))) throw nowhere()
  const place = id === undefined ? undefined : await placeOf(platform, id)
  // A state that its city lies in, or that lies in the state of the city, was another way to say where it is.
  const agrees =
    !place ||
    (place.country === country &&
      (!within || !place.state || isWithin(within, place.state) || isWithin(place.state, within)))
  if (!agrees) throw nowhere()
  const found = place ? ofPlace(place) : ofArea(country, within)
  const written = `${placesPath}${[given, area ?? state, city].filter(part => part !== undefined).join('/')}/`
  return written === found.path ? found : { movedTo: found.path }
}

const geonamesId = GeonamesId('')

async function placeOf(platform: Platform, id: string): Promise<Place> {
  const place = Check(geonamesId, Number(id)) ? await platform.places.byId(Number(id)) : undefined
  if (!place) throw nowhere()
  return place
}

function ofArea(country: string, state: string | undefined): SiteList {
  return {
    ...listIn({ country, ...(state && { state }) }, state ? nameOf(state) : countryName(country)),
    filters: state ? { country, state } : { country },
    above: [{ name: 'Places', path: placesPath }, ...(state ? areasAround(country, state).slice(0, -1) : [])],
    area: state ?? country,
  }
}

function ofPlace(place: Place): SiteList {
  const { country, state, name, geonamesId } = place
  return {
    ...listIn(locationOf(place), name),
    filters: { country, city: geonamesId },
    above: [{ name: 'Places', path: placesPath }, ...areasAround(country, state ?? undefined)],
    area: null,
  }
}

const listIn = (location: Location, name: string) => ({
  path: placePath(location),
  about: { word: 'in', name } as const,
})

/** A country and what a subdivision lies in, down to itself. */
function areasAround(country: string, state: string | undefined): Link[] {
  const states = state ? subdivisionsAround(state).reverse() : []
  return [
    { name: countryName(country), path: placePath({ country }) },
    ...states.map(code => ({ name: nameOf(code), path: placePath({ country, state: code }) })),
  ]
}

const nameOf = (state: string) => subdivisionName(state) ?? state

/** A link to a list and how many posts it shows. */
export type CountedLink = Link & { posts: number }

/** The topics of a site with the most posts. */
export async function mostUsedTopics({ db }: Platform, site: SiteId, limit: number): Promise<CountedLink[]> {
  const topics = await mostUsedTags(db, { site, kind: 'topic', within: '' }, limit)
  return topics.map(({ name, posts }) => ({ name, path: topicPath(name), posts }))
}

/** The countries of a site with the most posts. */
export async function mostUsedCountries({ db }: Platform, site: SiteId, limit: number): Promise<CountedLink[]> {
  const countries = await mostUsedTags(db, { site, kind: 'country', within: '' }, limit)
  return countries.map(({ name: country, posts }) => ({
    name: countryName(country),
    path: placePath({ country }),
    posts,
  }))
}

/** The states of a site with the most posts. */
export async function mostUsedStates({ db }: Platform, site: SiteId, limit: number): Promise<CountedLink[]> {
  return (await mostUsedTags(db, { site, kind: 'state' }, limit)).map(stateLink)
}

/** The cities of a site with the most posts. */
export async function mostUsedCities(
  { db }: Platform,
  site: SiteId,
  limit: number,
): Promise<Omit<CountedLink, 'name'>[]> {
  const cities = await mostUsedTags(db, { site, kind: 'city' }, limit)
  return cities.map(({ name, within, posts }) => ({ path: countedPath({ kind: 'city', within, name }), posts }))
}

const stateLink = ({ name: state, posts }: TagCount): CountedLink => ({
  name: nameOf(state),
  path: placePath({ country: state.slice(0, 2), state }),
  posts,
})

/** The states and the cities with the most posts that lie in a country or a state and in no smaller state. */
export async function placesInside(
  { db, places }: Platform,
  site: SiteId,
  area: string,
  limit: number,
): Promise<{ states: CountedLink[]; cities: CountedLink[] }> {
  const most = (kind: TagKind): Promise<TagCount[]> => mostUsedTags(db, { site, kind, within: area }, limit)
  const [states, cities] = await Promise.all([most('state'), most('city')])
  const named = await Promise.all(
    cities.map(async ({ name, posts }) => {
      const place = await places.byId(Number(name))
      return place ? [{ name: place.name, path: placePath(locationOf(place)), posts }] : []
    }),
  )
  return { states: states.map(stateLink), cities: named.flat() }
}
