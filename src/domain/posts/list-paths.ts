// The paths of the lists of a site: of topics, places and authors.
import type { Location } from '../places/location.ts'
import type { CountedTag } from './publication.ts'

/** The list of all posts, the index of topics, and the index of places. */
export const homePath = '/'
export const topicsPath = '/topics/'
export const placesPath = '/in/'

/** What a reader has saved. */
export const savedPath = '/saved/'

export function topicPath(topic: string): string {
  return `${topicsPath}${topic}/`
}

/** The page of an author's posts. */
export function authorPath(handle: string): string {
  return `/by/${handle}/`
}

/** The page of a place. The path of a city whose state is not known is below its country. */
export function placePath({ country, state, city }: Location): string {
  return `${placesPath}${[country, state, city?.geonames_id].filter(part => part !== undefined).join('/')}/`
}

/** Places by a name or a time zone, and the lists around them. */
export const nearPath = '/near/'

/** The list around a city. */
export function nearPlacePath(geonamesId: number): string {
  return `${nearPath}${geonamesId}/`
}

/** The page of a counted tag. A city lies in a state, or in a country where the state is not known. */
export function countedPath({ kind, within, name }: CountedTag): string {
  if (kind === 'topic') return topicPath(name)
  const parts = { country: [name], state: [name.slice(0, 2), name], city: [within.slice(0, 2), within, name] }[kind]
  return `${placesPath}${[...new Set(parts)].join('/')}/`
}
