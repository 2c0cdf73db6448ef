// The full-text index of listed posts, which differs between databases.
import type { MakeTables } from './words.ts'

/** The statements that create the index. */
export const searchIndex: MakeTables = ({ search }) =>
  search === 'fts5'
    ? [
        `create virtual table listing_search using fts5(
          title, topics, body, tags, content='', contentless_delete=1, tokenize='ascii', prefix='1 2 3'
        )`,
      ]
    : [
        'create table listing_search (seq bigint primary key, document tsvector not null)',
        'create index listing_search_document on listing_search using gin (document)',
      ]
