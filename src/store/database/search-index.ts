// The full-text index behind one interface; what differs between databases is in the two files beside this one.
import type { Kysely, RawBuilder } from 'kysely'
import type { SiteId } from '../../contract/site-ids.ts'
import type { SearchDocument, SearchTerm } from '../../domain/search-text.ts'
import type { Database } from './schema.ts'

/** A listed post in the index. `seq` is listing.seq. */
export type IndexRow = { seq: number; site: SiteId }

export type IndexedPost = IndexRow & { document: SearchDocument }

/**
 * What is asked of the index: posts of a site that come before `before` in the order of publication, with all terms, all tags,
 * and one tag of `anyOf` where it is given.
 */
export type SearchMatch = {
  site: SiteId
  before: number
  terms: readonly SearchTerm[]
  tags: readonly string[]
  anyOf?: readonly string[] | undefined
}

export interface SearchIndex {
  add(db: Kysely<Database>, post: IndexedPost): Promise<void>
  /** As `add`, for many rows in one statement. */
  addAll(db: Kysely<Database>, posts: readonly IndexedPost[]): Promise<void>
  remove(db: Kysely<Database>, row: IndexRow): Promise<void>
  /** Removes every post. */
  clear(db: Kysely<Database>): Promise<void>
  /** A condition on rows of `listing_search`. */
  match(match: SearchMatch): RawBuilder<boolean>
  /** What equals listing.seq in rows of `listing_search` that hold posts of a site. */
  seqOf(site: SiteId): RawBuilder<number>
  /** Whether rows that match come out newest first, one by one, so that the newest few cost the same however many match. */
  readonly newestFirst: boolean
  /** Orders rows of `listing_search` newest first where few match: such an order must not be walked. */
  readonly newestOfFew: RawBuilder<unknown>
  /** Orders rows of `listing_search` newest first where many may match. */
  readonly newest: RawBuilder<unknown>
  /** What equals listing.seq in any row of `listing_search`. */
  readonly seq: RawBuilder<number>
  /** The condition that a row of `listing_search` belongs to the row of `listing` under a name. */
  belongsTo(listing: string): RawBuilder<boolean>
}

/** The tag that every post of a site has. */
export function siteTag(site: SiteId): string {
  return `site=${site}`
}
