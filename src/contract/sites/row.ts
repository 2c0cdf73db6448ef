// What a row of the site table is, and the JSON-LD that several rows share.
import type { TObject, TProperties } from 'typebox'
import type { SiteId } from '../site-ids.ts'

/** The members of a public post that every shape has and the data block of a page begins with. */
export type PublicFields = Record<string, unknown> & {
  id: string
  url: string
  published_at: string
  /** `url` is where the author's posts are. */
  author: { handle: string; url?: string }
}

/** What a place on a page is called. */
export type PlaceWords = { locality?: string; region?: string; country?: string; lat?: number; lon?: number }

/** A time of a post with what became of it: RFC 3339 date-times in the zone of the post. */
export type TracedTime = { start: string; end: string; previousStart: string | null; cancelled: boolean }

/** Which members carry the times of a post (domain/event-times.ts reads and checks them). */
export type TimeMembers = {
  zone: string
  /** One time, or a list of them under `series`, each with a start and an end of the same names. */
  start: string
  end: string
  series: string
  seriesMax: number
  /** What became of it since it was announced, one of `eventStatuses`, and when it was to start before. */
  status: string
  startBefore: string
  /** Of one time of a series, `cancelled` where it alone does not take place. */
  statusOfOne: string
}

/**
 * Something that cards, details and feeds show of a post beside its text: a member and how it is written. `length` is the
 * number of words of the text and `published` the day of publication, which feeds say elsewhere; `place` is the location.
 */
export type Fact =
  | { as: 'times' | 'place' | 'length' | 'published' }
  | { as: 'money' | 'link'; member: string; label: string }
  /** A value of a list; `named` ones stand with their label. */
  | { as: 'choice'; member: string; label: string; named?: true }

/** In micros. `withLinkMicros` is the price of a post whose text holds a link; null where a link costs nothing more. */
export type Price = {
  perItemMicros: number
  item: 'post' | 'occurrence'
  capMicros: number
  withLinkMicros: number | null
}

export type SiteRow = {
  id: SiteId
  noun: string
  nouns: string
  title: string
  tagline: string
  /** How its pages look: one colour, legible on the light ground of pages and as a ground of white, and one for the dark ground. */
  face: { light: string; dark: string; serif?: true }
  /** Body of POST /v1/posts. */
  body: TObject
  /** The public post. */
  post: TObject
  /** Members that count as text, in reading order; the first is the headline, null where the shape has none. */
  text: { title: string | null; body: string }
  /** A place of its own name beside the location: its member, and the texts in it in reading order, the name first. */
  venue?: { member: string; texts: readonly string[] }
  /** How many words the body takes; null where characters alone are counted. */
  words: { min: number; max: number } | null
  /** Members that hold a public https URL. */
  urls: readonly string[]
  /** Members that hold an amount of a currency (domain/asking-price.ts). */
  money: readonly string[]
  /** What it costs where the operator sets no other price (contract/priced-site.ts). */
  usualPrice: Price
  /** What GET /v1/pricing calls `capMicros`, where a post can cost more than one item; null where it cannot. */
  dearest: { name: string; description: string } | null
  expiry: 'never' | 'last-end' | { days: number }
  /** Posts carry start and end times in these members, and so can be listed soonest first; null where they have none. */
  timed: TimeMembers | null
  /** Members that an edit takes beside those of the body. */
  editMembers: TProperties
  /** Readers answer this person through POST /v1/relay, and contact details are refused (contract.md §9); null where they do not. */
  relayed: { recipient: string; exampleMessage: string } | null
  /** At least one of these members has to be there. */
  needsOneOf: readonly string[]
  /** What is shown of a post, in this order. */
  facts: readonly Fact[]
  /** What descriptions of operations and tools say on this site alone. */
  prose: { submit?: string; edit?: string; growing?: string; editTool?: string; editInShort?: string }
  /** Order of pages. Feeds are newest first. */
  pageOrder: 'newest' | 'soonest'
  schemaType: string
  jsonLd(post: PublicFields, place: PlaceWords, times: readonly TracedTime[]): Record<string, unknown>
  /** A body that is fine in every way. */
  example: Record<string, unknown>
}

/** What a place is called and where in its city it lies, as schema.org names it. */
export type VenueLd = { name: string; streetAddress?: string | undefined; postalCode?: string | undefined }

/** The place of a post; undefined where it has none. */
export function placeLd(place: PlaceWords, venue?: VenueLd): Record<string, unknown> | undefined {
  if (!place.country) return undefined
  return {
    '@type': 'Place',
    name: venue?.name ?? place.locality ?? place.region ?? place.country,
    address: {
      '@type': 'PostalAddress',
      ...(venue?.streetAddress !== undefined && { streetAddress: venue.streetAddress }),
      ...(venue?.postalCode !== undefined && { postalCode: venue.postalCode }),
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
  return { '@type': 'Person', name: author.handle, ...(author.url !== undefined && { url: author.url }) }
}

export const licenseLd = 'https://creativecommons.org/licenses/by/4.0/'
