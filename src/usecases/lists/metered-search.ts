// Searches for a caller: checks, answers, then counts and charges (contract.md §6, §14).

import {
  allowanceHeaders,
  freePerIp,
  freePerKey,
  type SearchCaller,
  type SearchUsage,
} from '../../actions/rules/search-allowance.ts'
import { utcDay } from '../../domain/times/time.ts'
import { counted } from '../../store/accounts/counters.ts'
import type { Platform } from '../platform.ts'
import { listFilter, searchClauses } from './list-filter.ts'
import { refuseUnpaidSearch } from './refuse-unpaid.ts'
import { type AskedSearch, isCountedStill, readSearchCursor, writeSearchCursor } from './search-cursor.ts'
import { boundReached, emptyHint } from './search-hints.ts'
import { searchPage } from './search-posts.ts'

/** `items` are stored texts. `hint`: why nothing was found, or that the walk ends here. */
export type SearchAnswer = {
  items: string[]
  nextCursor: string | null
  hint: string | null
  usage: SearchUsage
  headers: Record<string, string>
}

/**
 * Searches for a caller. Throws `invalid`, `search_limit`, `insufficient_balance`, and then counts and charges nothing. The page of
 * a cursor belongs to the search that was counted, for an hour and the same caller; later it counts as a search.
 */
export async function meteredSearch(platform: Platform, asked: AskedSearch): Promise<SearchAnswer> {
  const { site, caller, query } = asked
  // `invalid` comes before the problems of payment.
  await listFilter(platform, site, query)
  searchClauses(query.q)
  const before = query.cursor === undefined ? null : readSearchCursor(platform, asked, query.cursor)
  const now = platform.now()
  const countedAt = before && isCountedStill(before.countedAt, now) ? before.countedAt : null
  if (countedAt === null) await refuseUnpaidSearch(platform, caller)
  const { items, next, bounded } = await searchPage(platform, site, query, before?.position ?? null)
  const hint = bounded ? boundReached : items.length === 0 && !before ? await emptyHint(platform, site, query) : null
  const usage =
    countedAt === null ? await platform.act('meterSearch', { caller, site }) : await usageOf(platform, caller, now)
  return {
    items,
    nextCursor: next && writeSearchCursor(platform, asked, next, countedAt ?? now),
    hint: hint || null,
    usage,
    headers: allowanceHeaders(usage.today, usage.free_per_day, now),
  }
}

/** The usage of a caller that is not counted now. */
async function usageOf({ db }: Platform, caller: SearchCaller, now: number): Promise<SearchUsage> {
  const [scope, subject, free] =
    'ip' in caller
      ? (['search-ip', caller.ip, freePerIp] as const)
      : (['search-key', caller.keyId, freePerKey] as const)
  return { today: await counted(db, scope, subject, utcDay(now)), free_per_day: free, charged: 0 }
}
