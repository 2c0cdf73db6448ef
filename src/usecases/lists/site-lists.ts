// Finds a list of a site by its address: all posts, or the posts of a topic, a place or an author. Each has its pages and feeds.
import { handlePattern } from '../../contract/ids.ts'
import { GeonamesId, type Location, Topics } from '../../contract/posts.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import {
  countryName,
  isCountry,
  isSubdivision,
  isWithin,
  subdivisionName,
  subdivisionsAround,
} from '../../domain/places/countries.ts'
import { locationOf, type Place } from '../../domain/places/location.ts'
import {
  authorPath,
  countedPath,
  homePath,
  nearPlacePath,
  placePath,
  placesPath,
  topicPath,
  topicsPath,
} from '../../domain/posts/list-paths.ts'
import type { TagKind } from '../../domain/posts/publication.ts'
import { fits } from '../../domain/shape.ts'
import { zoneOfCountry } from '../../domain/times/zone-places.ts'
import { accountByHandle } from '../../store/accounts/accounts.ts'
import { formerHolder } from '../../store/accounts/former-handles.ts'
import { mostUsedTags, type TagCount } from '../../store/lists/tag-counts.ts'
import type { Platform } from '../platform.ts'
import type { ListFilters } from './list-filter.ts'

export type Link = { name: string; path: string }

/** A list of a site. `path` begins and ends with a slash; feeds and calendars lie below it. */
export type SiteList = {
  path: string
  filters: ListFilters
  /** The word and the name in its title: events about art, in Paris, by @ada; null for the list of all posts. */
  about: { word: 'about' | 'in' | 'near' | 'by'; name: string } | null
  /** The lists around this list, the widest first. */
  above: readonly Link[]
  /** The area whose inner places are counted; null if there are none. */
  area: string | null
  /** The time zone in which "today" is told. */
  zone: string
  /** The city that the list is in or around. */
  city?: Place
}

/** Parts of an address. `area` is a state of the country, or a city of the country whose state is unknown. */
export type ListAddress = {
  topic?: string
  handle?: string
  /** The GeoNames id of the city that a list lies around. */
  around?: string
  country?: string
  area?: string
  state?: string
  city?: string
}

/** The list at an address, or its canonical path if the address is written in another way. Throws `not_found`. */
export async function listAt(platform: Platform, address: ListAddress): Promise<SiteList | { movedTo: string }> {
  const { topic, handle, around, country } = address
  if (topic !== undefined) return topicList(topic)
  if (handle !== undefined) return authorList(platform, handle)
  if (around !== undefined) return nearList(await placeOf(platform, around))
  if (country !== undefined) return placeList(platform, country, address)
  return allPosts
}

export const allPosts: SiteList = { path: homePath, filters: {}, about: null, above: [], area: null, zone: 'UTC' }

const noSuchList = () => new Problem('not_found', 'There is no such topic, place or author.')

const areTopics = fits(Topics)

function topicList(topic: string): SiteList | { movedTo: string } {
  const name = topic.toLowerCase()
  if (!areTopics([name])) throw noSuchList()
  if (name !== topic) return { movedTo: topicPath(name) }
  return {
    path: topicPath(name),
    filters: { topic: name },
    about: { word: 'about', name },
    above: [{ name: 'Topics', path: topicsPath }],
    area: null,
    zone: 'UTC',
  }
}

const isHandle = new RegExp(handlePattern)

/** The list of an author, by handle in the address and by account in the filter: the next holder of a handle starts empty. */
async function authorList({ db, now }: Platform, given: string): Promise<SiteList | { movedTo: string }> {
  const handle = given.toLowerCase()
  const account = isHandle.test(handle) ? await accountByHandle(db, handle) : undefined
  const former = account || !isHandle.test(handle) ? undefined : await formerHolder(db, handle, now())
  if (former) return { movedTo: authorPath(former.handle) }
  if (!account) throw noSuchList()
  if (handle !== given) return { movedTo: authorPath(handle) }
  return {
    path: authorPath(handle),
    filters: { author: account.id },
    about: { word: 'by', name: `@${handle}` },
    above: [],
    area: null,
    zone: 'UTC',
  }
}

/** The list around a city. */
export function nearList(place: Place): SiteList {
  const { geonamesId, name, timezone } = place
  return {
    path: nearPlacePath(geonamesId),
    filters: { near: `place:${geonamesId}` },
    about: { word: 'near', name },
    above: [],
    area: null,
    zone: timezone,
    city: place,
  }
}

async function placeList(platform: Platform, given: string, { area, state, city }: ListAddress) {
  const country = given.toUpperCase()
  if (!isCountry(country)) throw noSuchList()
  const inside = (area ?? state)?.toUpperCase()
  const id = city ?? (/^\d+$/.test(inside ?? '') ? inside : undefined)
  const within = id === inside ? undefined : inside
  if (within !== undefined && !(isSubdivision(within) && within.startsWith(`${country}-`))) throw noSuchList()
  const place = id === undefined ? undefined : await placeOf(platform, id)
  // Accept a state that contains the state of the city, or lies in it: it is another way to write the address.
  const agrees =
    !place ||
    (place.country === country &&
      (!within || !place.state || isWithin(within, place.state) || isWithin(place.state, within)))
  if (!agrees) throw noSuchList()
  const found = place ? ofPlace(place) : ofArea(country, within)
  const written = `${placesPath}${[given, area ?? state, city].filter(part => part !== undefined).join('/')}/`
  return written === found.path ? found : { movedTo: found.path }
}

const isGeonamesId = fits(GeonamesId(''))

async function placeOf(platform: Platform, id: string): Promise<Place> {
  const place = isGeonamesId(Number(id)) ? await platform.places.byId(Number(id)) : undefined
  if (!place) throw noSuchList()
  return place
}

function ofArea(country: string, state: string | undefined): SiteList {
  return {
    ...listIn({ country, ...(state && { state }) }, state ? nameOf(state) : countryName(country)),
    filters: state ? { country, state } : { country },
    above: [{ name: 'Places', path: placesPath }, ...(state ? areasAround(country, state).slice(0, -1) : [])],
    area: state ?? country,
    zone: zoneOfCountry(country),
  }
}

function ofPlace(place: Place): SiteList {
  const { country, state, name, geonamesId } = place
  return {
    ...listIn(locationOf(place), name),
    filters: { country, city: geonamesId },
    above: [{ name: 'Places', path: placesPath }, ...areasAround(country, state ?? undefined)],
    area: null,
    zone: place.timezone,
    city: place,
  }
}

const listIn = (location: Location, name: string) => ({
  path: placePath(location),
  about: { word: 'in', name } as const,
})

/** The links to a country and to the subdivisions around a subdivision, itself included. */
function areasAround(country: string, state: string | undefined): Link[] {
  const states = state ? subdivisionsAround(state).reverse() : []
  return [
    { name: countryName(country), path: placePath({ country }) },
    ...states.map(code => ({ name: nameOf(code), path: placePath({ country, state: code }) })),
  ]
}

const nameOf = (state: string) => subdivisionName(state) ?? state

/** A link to a list, with its number of posts. */
export type CountedLink = Link & { posts: number }

export async function mostUsedTopics({ db }: Platform, site: SiteId, limit: number): Promise<CountedLink[]> {
  const topics = await mostUsedTags(db, { site, kind: 'topic', within: '' }, limit)
  return topics.map(({ name, posts }) => ({ name, path: topicPath(name), posts }))
}

export async function mostUsedCountries({ db }: Platform, site: SiteId, limit: number): Promise<CountedLink[]> {
  const countries = await mostUsedTags(db, { site, kind: 'country', within: '' }, limit)
  return countries.map(({ name: country, posts }) => ({
    name: countryName(country),
    path: placePath({ country }),
    posts,
  }))
}

export async function mostUsedStates({ db }: Platform, site: SiteId, limit: number): Promise<CountedLink[]> {
  return (await mostUsedTags(db, { site, kind: 'state' }, limit)).map(stateLink)
}

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

/** The states and the cities with the most posts that lie directly in a country or a state. */
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
