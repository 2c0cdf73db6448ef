// Searches for a caller: checks, answers, then counts and charges (contract.md §6, §14).

import { allowanceHeaders, type SearchCaller, type SearchUsage } from '../../actions/rules/search-allowance.ts'
import type { SearchQuery } from '../../contract/operations/search.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { Platform } from '../platform.ts'
import { searchPosts } from './browse-posts.ts'
import { listFilter, searchTerms } from './list-filter.ts'
import { refuseUnpaidSearch } from './refuse-unpaid.ts'

/** `items` are stored texts. */
export type SearchAnswer = { items: string[]; usage: SearchUsage; headers: Record<string, string> }

/** Searches for a caller. Throws `invalid`, `search_limit`, `insufficient_balance`, and then counts and charges nothing. */
export async function meteredSearch(
  platform: Platform,
  { site, caller, query }: { site: SiteId; caller: SearchCaller; query: SearchQuery },
): Promise<SearchAnswer> {
  // `invalid` comes before the problems of payment.
  await listFilter(platform, site, query)
  searchTerms(query.q)
  await refuseUnpaidSearch(platform, caller)
  const items = await searchPosts(platform, site, query)
  const usage = await platform.act('meterSearch', { caller, site })
  return { items, usage, headers: allowanceHeaders(usage.today, usage.free_per_day, platform.now()) }
}
