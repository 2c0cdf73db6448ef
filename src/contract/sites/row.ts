// The type of a row of the site table, and the JSON-LD that several rows share.
import type { TObject, TProperties } from 'typebox'
import type { PostSchema } from '../posts.ts'
import type { OtherNames } from './other-names.ts'
import type { SiteId } from './site-ids.ts'

/** The members of a public post that every site has and that JSON-LD needs. */
export type PublicFields = Record<string, unknown> & {
  id: string
  url: string
  published_at: string
  /** `url` is the page with the posts of the author. */
  author: { handle: string; url?: string }
}

/** The names of a place on a page, and its coordinates. */
export type PlaceWords = { locality?: string; region?: string; country?: string; lat?: number; lon?: number }

/** A time of a post with its changes: RFC 3339 date-times in the zone of the post. */
export type TracedTime = { start: string; end: string; previousStart: string | null; cancelled: boolean }

/** The members that hold the times of a post (domain/times/event-times.ts reads and checks them). */
export type TimeMembers = {
  zone: string
  /** One time, or a list of them under `series`, each with a start and an end of the same names. */
  start: string
  end: string
  series: string
  seriesMax: number
  /** The status of the post, one of `eventStatuses`, and its start before it was rescheduled. */
  status: string
  startBefore: string
  /** The status of one time of a series: `cancelled` where only this time does not take place. */
  statusOfOne: string
  /** In an edit: changes of single times, each found by its start (usecases/posts/series-changes.ts). */
  changes: string
  /** In an edit: how many times the new series leaves out on purpose. */
  confirm: string
  /** Names under which callers send a rule of recurrence (RFC 5545), which is to be written out as `series`. */
  ruleNames?: readonly string[]
}

/**
 * A fact that cards, details and feeds show beside the text of a post: a member and its format. `length` is the number of
 * words of the text and `published` the day of publication; feeds have elements of their own for both. `place` is the location.
 * Every member that holds a text beside title, body and venue is a fact of the kind `text`.
 */
export type Fact =
  | { as: 'times' | 'place' | 'length' | 'published' }
  | { as: 'money' | 'link' | 'text'; member: string; label: string }
  /** A value of an enumeration; a `named` one is shown with its label. */
  | { as: 'choice'; member: string; label: string; named?: true }

/** In micros. `withLinkMicros` is the price of a post whose text holds a link; null where a link costs nothing more. */
export type Price = {
  perItemMicros: number
  item: 'post' | 'occurrence'
  capMicros: number
  withLinkMicros: number | null
}

/** The facts with one of a few values: lists can be narrowed by each of these members. */
export function choicesOf({ facts }: Pick<SiteRow, 'facts'>): Extract<Fact, { as: 'choice' }>[] {
  return facts.filter(fact => fact.as === 'choice')
}

/** The values that a choice takes. */
export function valuesOf({ body }: Pick<SiteRow, 'body'>, member: string): string[] {
  return (body.properties[member] as { enum?: string[] }).enum ?? []
}

/** How a list sets its posts: under their days, line by line, to be read, or side by side. */
type Density = 'agenda' | 'lines' | 'reading' | 'tiles'

export type SiteRow = {
  /** The name of its file. */
  id: SiteId
  /** Its place in lists of sites and in stored keys: another number for each site, for ever. */
  number: number
  noun: string
  nouns: string
  title: string
  /** The operator has given the title, which is the same in every language. */
  named?: true
  tagline: string
  /**
   * The look of its pages. `light` is legible on a light background and behind white text, `dark` on a dark background; `spot` is the
   * second ink of posters. `density` is the form of its lists.
   */
  face: { light: string; dark: string; spot: string; density: Density }
  /** Body of POST /v1/posts. */
  body: TObject
  /** The public post. */
  post: PostSchema
  /** Members that count as text, in reading order; the first is the headline, null where the shape has none. */
  text: { title: string | null; body: string }
  /** The member that holds a venue beside the location, its name first. */
  venue?: string
  /** How many words the body takes; null where only characters are counted. */
  words: { min: number; max: number } | null
  /** Members that hold a public https URL. */
  urls: readonly string[]
  /** Members that hold an amount of a currency (domain/money/asking-price.ts). */
  money: readonly string[]
  /** The price where the operator sets no other (contract/sites/priced-site.ts). */
  usualPrice: Price
  /** The name of `capMicros` in GET /v1/pricing, where a post can cost more than one item; null where it cannot. */
  dearest: { name: string; description: string } | null
  expiry: 'never' | 'last-end' | { days: number }
  /** The members with start and end times, by which posts can be listed soonest first; null where posts have no times. */
  timed: TimeMembers | null
  /** Names that callers use for members of the body, beside those of every site. */
  otherNames?: OtherNames
  /** A value of a member that `beside` contradicts, such as a price of what is free. */
  contradiction?: { member: string; value: string; beside: string }
  /**
   * The member by which the author says that the post has served its purpose, such as sold: set alone, it is free and at once. The
   * post is then marked by `word`, takes no more answers, and leaves lists and feeds after `leavesAfterMs`.
   */
  closes?: { member: string; word: string; leavesAfterMs: number }
  /** Members of an edit beside those of the body. */
  editMembers: TProperties
  /** Whom readers answer through POST /v1/relay; contact details are then refused (contract.md §9). Null without a relay. */
  relayed: { recipient: string; exampleMessage: string } | null
  /** The texts, beside questions to everybody, that read like a post for another site; null if none do. */
  elsewhere: 'offers' | 'invitations' | null
  /** At least one of these members has to be there. */
  needsOneOf: readonly string[]
  /** The facts that are shown of a post, in this order. */
  facts: readonly Fact[]
  /** Sentences that only this site adds to descriptions of operations and tools. */
  prose: { submit?: string; edit?: string; growing?: string; editTool?: string; editInShort?: string }
  /** Order of pages. Feeds are newest first. */
  pageOrder: 'newest' | 'soonest'
  schemaType: string
  jsonLd(post: PublicFields, place: PlaceWords, times: readonly TracedTime[]): Record<string, unknown>
  /** A valid body that moderation would publish. */
  example: Record<string, unknown>
}

/** The name and street address of a venue, in members of schema.org. */
export type VenueLd = { name: string; streetAddress?: string | undefined; postalCode?: string | undefined }

/** The place of a post as JSON-LD; undefined where the post has none. */
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
    // The point is that of the city: a venue has none of its own.
    ...(place.lat !== undefined &&
      venue === undefined && {
        geo: { '@type': 'GeoCoordinates', latitude: place.lat, longitude: place.lon },
      }),
  }
}

/** The author of a post as JSON-LD. */
export function authorLd({ author }: PublicFields): Record<string, unknown> {
  return { '@type': 'Person', name: author.handle, ...(author.url !== undefined && { url: author.url }) }
}

/** The language of a post as JSON-LD; nothing where none was found. */
export function languageLd({ language }: PublicFields): { inLanguage?: string } {
  return typeof language === 'string' && language !== 'und' ? { inLanguage: language } : {}
}

export const licenseLd = 'https://creativecommons.org/licenses/by/4.0/'
