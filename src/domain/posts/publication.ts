// Makes what a publication adds to lists and search: the row, the words and the tags, for every way to publish.

import type { PublicPost } from '../../contract/posts.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { choicesOf, type SiteRow } from '../../contract/sites.ts'
import type { AskingPrice } from '../money/asking-price.ts'
import { type ListedPrice, listedPrice, priceTags } from '../money/listed-price.ts'
import { parentOf, subdivisionsAround } from '../places/countries.ts'
import { cellsOf, type Point } from '../places/geo.ts'
import { languagesAround } from '../text/language-tag.ts'
import { type IndexWords, indexWords, type SearchDocument } from '../text/search-text.ts'
import { type Days, daysBetween } from '../times/days.ts'
import { type EventChange, expiryOf, firstStart, type PostFacts, type PostFields, postLanguage } from './post.ts'
import { postText } from './post-text.ts'

/** A time of a listed post, epoch milliseconds, and the days on which it runs in the zone of the post. */
export type ListedTime = PostFacts['times'][number] & { days: Days }

/** The row of a post in the listing, without its sequence number, and its times. Times are epoch milliseconds. */
export type ListingRow = {
  post_id: string
  site: SiteId
  starts_at: number | null
  expires_at: number | null
  changed_at: number
  area: string | null
  /** The tags by which lists filter, as `listingTags` writes them. */
  tags: readonly string[]
  /** The point of the city of the post. */
  place: Point | null
  price: ListedPrice | null
  public_json: string
  times: readonly ListedTime[]
}

/**
 * The tags of a post, by which lists filter. `states`: the state of the post and those around it; `author`: the id of the account,
 * which outlives the handle. `language`: also listed under its wider tags.
 */
export function listingTags(post: {
  topics: readonly string[]
  country: string | null
  states: readonly string[]
  city: number | null
  author?: string | undefined
  language?: string | undefined
  choices?: Choices | undefined
}): string[] {
  const { topics, country, states, city, author, language, choices = {} } = post
  return [
    ...topics.map(topic => `topic=${topic}`),
    ...(country ? [`country=${country}`] : []),
    ...states.map(state => `state=${state}`),
    ...(city ? [`city=${city}`] : []),
    ...(author ? [`author=${author}`] : []),
    ...(language ? languagesAround(language).map(tag => `language=${tag}`) : []),
    ...Object.entries(choices).map(([member, value]) => `${member}=${value}`),
  ]
}

/** The values of choices (contract/sites/row.ts) by member. */
export type Choices = Readonly<Record<string, string>>

/** The values of a post for the choices of its site. */
function choicesIn(site: SiteRow, fields: PostFields): Choices {
  return Object.fromEntries(
    choicesOf(site).flatMap(({ member }) => {
      const value = fields[member]
      return typeof value === 'string' ? [[member, value]] : []
    }),
  )
}

/** The price of a text as lists compare it; null for a post without one. */
export function priceIn({ money: [member] }: SiteRow, fields: PostFields): ListedPrice | null {
  const price = member === undefined ? undefined : (fields[member] as AskingPrice | undefined)
  return price ? listedPrice(price) : null
}

/** The tags of a text of a post. `author`: the id of its account. */
export function tagsOf(site: SiteRow, fields: PostFields, facts: PostFacts, author?: string): string[] {
  const { topics, location } = fields
  const { place } = facts
  const { country = null, state = place?.state ?? null, city } = location ?? {}
  const states = state ? subdivisionsAround(state) : []
  return listingTags({
    topics,
    country,
    states,
    city: city?.geonames_id ?? null,
    author,
    language: postLanguage(fields, facts),
    choices: choicesIn(site, fields),
  })
}

/** The kinds of tag by which posts of a site are counted. */
export const tagKinds = ['topic', 'country', 'state', 'city'] as const
export type TagKind = (typeof tagKinds)[number]

/** A tag by which posts are counted: its name, and the place around it, empty for topics and countries. */
export type CountedTag = { kind: TagKind; within: string; name: string }

const isCounted = (kind: string): kind is TagKind => (tagKinds as readonly string[]).includes(kind)

/** The tags by which a listed post is counted. `area` is the state or country of its city. */
export function countedTags({ tags, area }: Pick<ListingRow, 'tags' | 'area'>): CountedTag[] {
  return tags.flatMap(tag => {
    const [kind = '', name = ''] = tag.split('=')
    if (!isCounted(kind)) return []
    const within = kind === 'city' ? (area ?? '') : kind === 'state' ? (parentOf(name) ?? name.slice(0, 2)) : ''
    return { kind, within, name }
  })
}

/** The tags of a post in the search index: those of lists, the cells of its place, and the band of its price. */
export function indexTags(tags: readonly string[], place: Point | null, price: ListedPrice | null = null): string[] {
  return [...tags, ...(place ? cellsOf(place) : []), ...(price ? priceTags(price) : [])]
}

/**
 * The row and the search document of a publication. `publishedAt` is epoch milliseconds; `words` are the index words of the text,
 * made here where they are not given; `author` is the id of the account.
 */
export function publicationOf(
  site: SiteRow,
  fields: PostFields,
  facts: PostFacts,
  view: PublicPost,
  publishedAt: number,
  {
    words = indexWords(postText(site, fields)),
    author,
    event = null,
  }: { words?: IndexWords | undefined; author?: string; event?: EventChange | null } = {},
): { row: ListingRow; document: SearchDocument } {
  const { country = null, city } = fields.location ?? {}
  const tags = tagsOf(site, fields, facts, author)
  const price = priceIn(site, fields)
  const zone = String(site.timed && fields[site.timed.zone])
  return {
    document: { ...words, tags: indexTags(tags, facts.place, price) },
    row: {
      post_id: view.id,
      site: site.id,
      starts_at: firstStart(facts),
      expires_at: expiryOf(site, facts, publishedAt, event),
      changed_at: Date.parse(view.updated_at ?? view.published_at),
      area: city ? (facts.place?.state ?? country) : null,
      tags,
      place: facts.place,
      price,
      public_json: JSON.stringify(view),
      times: facts.times.map(time => ({ ...time, days: daysBetween(zone, time.startsAt, time.endsAt) })),
    },
  }
}
