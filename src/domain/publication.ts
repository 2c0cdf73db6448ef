// What a publication adds to lists and search: the row, the words, the tags; made in one place for every way to publish.

import type { PublicPost } from '../contract/posts.ts'
import type { SiteId } from '../contract/site-ids.ts'
import type { SiteRow } from '../contract/sites.ts'
import { parentOf, subdivisionsAround } from './countries.ts'
import { cellsOf, type Point } from './geo.ts'
import { expiryOf, firstStart, type PostFacts, type PostFields } from './post.ts'
import { postText } from './post-text.ts'
import { type IndexWords, indexWords, type SearchDocument } from './search-text.ts'

/** What the listing gets of a post: a row without its sequence number, and when it takes place. Times are epoch milliseconds. */
export type ListingRow = {
  post_id: string
  site: SiteId
  starts_at: number | null
  expires_at: number | null
  changed_at: number
  area: string | null
  /** What lists filter by, as `listingTags` writes it. */
  tags: readonly string[]
  /** Where the city lies that the post names. */
  place: Point | null
  public_json: string
  times: PostFacts['times']
}

/**
 * The tags of a post: what lists filter by without reading text. `states`: the post's own and those that it lies in; `author`: the id of
 * its account, which outlives the handle.
 */
export function listingTags(post: {
  topics: readonly string[]
  country: string | null
  states: readonly string[]
  city: number | null
  author?: string | undefined
}): string[] {
  const { topics, country, states, city, author } = post
  return [
    ...topics.map(topic => `topic=${topic}`),
    ...(country ? [`country=${country}`] : []),
    ...states.map(state => `state=${state}`),
    ...(city ? [`city=${city}`] : []),
    ...(author ? [`author=${author}`] : []),
  ]
}

/** The tags of a text of a post. `author`: the id of its account. */
export function tagsOf({ topics, location }: PostFields, { place }: PostFacts, author?: string): string[] {
  const { country = null, state = place?.state ?? null, city } = location ?? {}
  const states = state ? subdivisionsAround(state) : []
  return listingTags({ topics, country, states, city: city?.geonames_id ?? null, author })
}

/** What posts of a site are counted by. */
export const tagKinds = ['topic', 'country', 'state', 'city'] as const
export type TagKind = (typeof tagKinds)[number]

/** A tag that posts are counted by: its name, and the place that it lies in, empty for topics and countries. */
export type CountedTag = { kind: TagKind; within: string; name: string }

const isCounted = (kind: string): kind is TagKind => (tagKinds as readonly string[]).includes(kind)

/** What a listed post is counted by. `area` is what its city lies in. */
export function countedTags({ tags, area }: Pick<ListingRow, 'tags' | 'area'>): CountedTag[] {
  return tags.flatMap(tag => {
    const [kind = '', name = ''] = tag.split('=')
    if (!isCounted(kind)) return []
    const within = kind === 'city' ? (area ?? '') : kind === 'state' ? (parentOf(name) ?? name.slice(0, 2)) : ''
    return { kind, within, name }
  })
}

/** The tags of a post in the search index: what lists filter by, and the cells that its place lies in. */
export function indexTags(tags: readonly string[], place: Point | null): string[] {
  return [...tags, ...(place ? cellsOf(place) : [])]
}

/**
 * Everything that a publication writes besides the post itself. `publishedAt` is epoch milliseconds; `words` are those of the
 * text, made here where they are not given; `author` is the id of the account.
 */
export function publicationOf(
  site: SiteRow,
  fields: PostFields,
  facts: PostFacts,
  view: PublicPost,
  publishedAt: number,
  { words = indexWords(postText(site, fields)), author }: { words?: IndexWords | undefined; author?: string } = {},
): { row: ListingRow; document: SearchDocument } {
  const { country = null, city } = fields.location ?? {}
  const tags = tagsOf(fields, facts, author)
  return {
    document: { ...words, tags: indexTags(tags, facts.place) },
    row: {
      post_id: view.id,
      site: site.id,
      starts_at: firstStart(facts),
      expires_at: expiryOf(site, facts, publishedAt),
      changed_at: Date.parse(view.updated_at ?? view.published_at),
      area: city ? (facts.place?.state ?? country) : null,
      tags,
      place: facts.place,
      public_json: JSON.stringify(view),
      times: facts.times,
    },
  }
}
