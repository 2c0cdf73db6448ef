// The interface of the full-text index; each database implements it in a file beside this one.
import type { RawBuilder } from 'kysely'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { SearchClause, SearchDocument } from '../../domain/text/search-text.ts'
import type { Db } from './schema.ts'

/** A listed post in the index. `seq` is listing.seq. */
export type IndexRow = { seq: number; site: SiteId }

export type IndexedPost = IndexRow & { document: SearchDocument }

/**
 * A query of the index: posts of a site with a sequence number below `before`, with all clauses, all tags, and one tag of each list
 * of `anyOf`.
 */
export type SearchMatch = {
  site: SiteId
  before: number
  clauses: readonly SearchClause[]
  tags: readonly string[]
  anyOf?: readonly (readonly string[])[]
}

export interface SearchIndex {
  add(db: Db, post: IndexedPost): Promise<void>
  /** Like `add`, for many posts in one statement. */
  addAll(db: Db, posts: readonly IndexedPost[]): Promise<void>
  remove(db: Db, row: IndexRow): Promise<void>
  /** Removes every post. */
  clear(db: Db): Promise<void>
  /** The condition that a row of `listing_search` matches. */
  match(match: SearchMatch): RawBuilder<boolean>
  /** The value of listing.seq in rows of `listing_search`, for posts of one site. */
  seqOf(site: SiteId): RawBuilder<number>
  /** Whether the index yields matches one by one, newest first, so that the newest few cost the same however many match. */
  readonly newestFirst: boolean
  /** Orders rows of `listing_search` newest first, for few matches: the database must not walk all rows in this order. */
  readonly newestOfFew: RawBuilder<unknown>
  /** Orders rows of `listing_search` newest first, for any number of matches. */
  readonly newest: RawBuilder<unknown>
  /** The value of listing.seq in rows of `listing_search`, for posts of any site. */
  readonly seq: RawBuilder<number>
  /** The condition that a row of `listing_search` belongs to the row of the table `listing` with this alias. */
  belongsTo(listing: string): RawBuilder<boolean>
}

/**
 * An index whose additions and removals wait for `apply`, which makes them in their order. FTS5 keeps new words in memory until a
 * statement that can be rolled back by itself, and then writes them: between other statements that is once a post, after them once
 * a transaction.
 */
export function deferChanges(index: SearchIndex): { index: SearchIndex; apply(): Promise<void> } {
  const changes: (() => Promise<void>)[] = []
  const defer = async (change: () => Promise<void>) => {
    changes.push(change)
  }
  return {
    index: {
      ...index,
      add: (db, post) => defer(() => index.add(db, post)),
      addAll: (db, posts) => defer(() => index.addAll(db, posts)),
      remove: (db, row) => defer(() => index.remove(db, row)),
    },
    async apply() {
      for (const change of changes) await change()
    },
  }
}

/** The tag that every post of a site has. */
export function siteTag(site: SiteId): string {
  return `site=${site}`
}
