// What a row of the site table is, and the JSON-LD that several rows share.
import type { TObject } from 'typebox'
import type { SiteId } from '../site-ids.ts'

/** The members of a public post that every shape has and the data block of a page begins with. */
export type PublicFields = Record<string, unknown> & {
  id: string
  url: string
  published_at: string
  author: { handle: string }
}

/** What a place on a page is called. */
export type PlaceWords = { locality?: string; region?: string; country?: string; lat?: number; lon?: number }

export type SiteRow = {
  id: SiteId
  noun: string
  nouns: string
  title: string
  tagline: string
  /** Body of POST /v1/posts. */
  body: TObject
  /** The public post. */
  post: TObject
  /** Members that count as text, in reading order; the first is the headline, null where the shape has none. */
  text: { title: string | null; body: string }
  /** How many words the body takes; null where characters alone are counted. */
  words: { min: number; max: number } | null
  urls: readonly string[]
  /** In micros. `withLinkMicros` is the price of a post whose text holds a link; null where a link costs nothing more. */
  price: { perItemMicros: number; item: 'post' | 'occurrence'; capMicros: number; withLinkMicros: number | null }
  /** Key of the price object in GET /v1/pricing beside `post`. */
  pricing: Record<string, number>
  unit: string
  expiry: 'never' | 'last-end' | { days: number }
  /** Whether posts carry start and end times, and so can be listed soonest first. */
  timed: boolean
  /** Whether readers answer through POST /v1/relay; contact details are refused then (contract.md §9). */
  relayed: boolean
  /** At least one of these members has to be there. */
  needsOneOf: readonly string[]
  /** Order of pages and feeds when nothing is asked for. */
  pageOrder: 'newest' | 'soonest'
  schemaType: string
  jsonLd(post: PublicFields, place: PlaceWords): Record<string, unknown>
  example: Record<string, unknown>
}

/** The place of a post; undefined where it has none. */
export function placeLd(place: PlaceWords): Record<string, unknown> | undefined {
  if (!place.country) return undefined
  return {
    '@type': 'Place',
    name: place.locality ?? place.region ?? place.country,
    address: {
      '@type': 'PostalAddress',
      ...(place.locality && { addressLocality: place.locality }),
      ...(place.region && { addressRegion: place.region }),
      addressCountry: place.country,
    },
    ...(place.lat !== undefined && {
      geo: { '@type': 'GeoCoordinates', latitude: place.lat, longitude: place.lon },
    }),
  }
}

/** Who posted it. */
export function authorLd({ author }: PublicFields): Record<string, unknown> {
  return { '@type': 'Person', name: author.handle }
}

export const licenseLd = 'https://creativecommons.org/licenses/by/4.0/'
