// What a publication adds to lists and search: the row, the words, the tags; made in one place for every way to publish.

import type { PublicPost } from '../contract/posts.ts'
import type { SiteId } from '../contract/site-ids.ts'
import type { SiteRow } from '../contract/sites.ts'
import { subdivisionsAround } from './countries.ts'
import { cellsOf, type Point } from './geo.ts'
import { expiryOf, firstStart, type PostFacts, type PostFields, searchDocument } from './post.ts'
import type { SearchDocument } from './search-text.ts'

export type PublishedPlace = { country: string | null; state: string | null; city: number | null }

/** What the listing gets of a post: a row without its sequence number, and when it takes place. Times are epoch milliseconds. */
export type ListingRow = PublishedPlace & {
  post_id: string
  site: SiteId
  starts_at: number | null
  ends_at: number | null
  expires_at: number | null
  lat: number | null
  lon: number | null
  public_json: string
  times: PostFacts['times']
}

/** The tags of a post: what lists filter by without reading text. */
export function listingTags(
  post: PublishedPlace & { site: SiteId; topics: readonly string[]; point: Point | null },
): string[] {
  const { site, topics, country, state, city, point } = post
  return [
    `site=${site}`,
    ...topics.map(topic => `topic=${topic}`),
    ...(country ? [`country=${country}`] : []),
    ...(state ? subdivisionsAround(state).map(around => `state=${around}`) : []),
    ...(city ? [`city=${city}`] : []),
    ...(point ? cellsOf(point) : []),
  ]
}

/** Everything that a publication writes besides the post itself. `publishedAt` is epoch milliseconds. */
export function publicationOf(
  site: SiteRow,
  fields: PostFields,
  facts: PostFacts,
  view: PublicPost,
  publishedAt: number,
): { row: ListingRow; document: SearchDocument } {
  const { country = null, state = facts.place?.state ?? null, city } = fields.location ?? {}
  const place = { country, state, city: city?.geonames_id ?? null }
  return {
    document: searchDocument(
      site,
      fields,
      listingTags({ site: site.id, topics: fields.topics, ...place, point: facts.place }),
    ),
    row: {
      post_id: view.id,
      site: site.id,
      starts_at: firstStart(facts),
      ends_at: facts.times.at(-1)?.endsAt ?? null,
      expires_at: expiryOf(site, facts, publishedAt),
      ...place,
      lat: facts.place?.lat ?? null,
      lon: facts.place?.lon ?? null,
      public_json: JSON.stringify(view),
      times: facts.times,
    },
  }
}
