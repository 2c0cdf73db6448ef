// The full-text index behind one interface; what differs between databases is in the two files beside this one.
import type { Kysely, RawBuilder } from 'kysely'
import type { SearchDocument, SearchTerm } from '../../domain/search-text.ts'
import type { Database } from './schema.ts'

/** What a search asks of the index: terms joined by AND, tags that all have to be there, and one tag of `anyOf` where it is given. */
export type SearchMatch = {
  terms: readonly SearchTerm[]
  tags: readonly string[]
  anyOf?: readonly string[] | undefined
}

export interface SearchIndex {
  add(db: Kysely<Database>, seq: number, document: SearchDocument): Promise<void>
  /** As `add`, for many rows in one statement. */
  addAll(db: Kysely<Database>, rows: readonly { seq: number; document: SearchDocument }[]): Promise<void>
  remove(db: Kysely<Database>, seq: number): Promise<void>
  /** The column of `listing_search` that equals listing.seq. */
  readonly seq: RawBuilder<number>
  /** Orders rows of `listing_search` newest first where few match: such an order must not be walked. */
  readonly newestOfFew: RawBuilder<unknown>
  /** A condition on rows of `listing_search`. Needs at least one tag or term that is not excluded. */
  match(match: SearchMatch): RawBuilder<boolean>
}
