// Searches for a reader of the search page: not counted against any allowance, a page at a time.
import type { SearchQuery } from '../../contract/operations/search.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { Platform } from '../platform.ts'
import { listFilter, searchClauses } from './list-filter.ts'
import { readSearchCursor, writeSearchCursor } from './search-cursor.ts'
import { meantQuery } from './search-hints.ts'
import { searchPage } from './search-posts.ts'

/** `items` are stored texts; `next` is the position of the next page, `meant` the query that may have been meant. */
export type ReaderSearch = { items: string[]; next: string | null; meant: string | null }

/** All readers are one caller, so that a link to a further page works for everybody. */
const caller = { ip: 'readers' }

/** One page of a search. Throws `invalid`. */
export async function readerSearch(
  platform: Platform,
  site: SiteId,
  query: SearchQuery,
  after: string | undefined,
): Promise<ReaderSearch> {
  await listFilter(platform, site, query)
  searchClauses(query.q)
  const asked = { site, caller, query }
  const before = after === undefined ? null : readSearchCursor(platform, asked, after).position
  const { items, next } = await searchPage(platform, site, query, before)
  return {
    items,
    next: next && writeSearchCursor(platform, asked, next, platform.now()),
    meant: items.length === 0 && !before ? await meantQuery(platform, site, query) : null,
  }
}
