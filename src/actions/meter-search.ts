// Counts and charges a search that has found its answer (contract.md §6, §14).
import { limits } from '../contract/limits.ts'
import { prices } from '../contract/prices.ts'
import { Problem } from '../contract/problems.ts'
import type { SiteId } from '../contract/site-ids.ts'
import { secondsToMidnight, utcDay } from '../domain/time.ts'
import { accountById } from '../store/accounts.ts'
import { count } from '../store/counters.ts'
import { move } from '../store/ledger.ts'
import type { Scope } from './scope.ts'
import { tooLittle } from './submit-post.ts'

export type SearchCaller = { keyId: string; accountId: string } | { ip: string }

export type SearchUsage = { today: number; free_per_day: number; charged: number }

/** Counts one search; past a key's allowance it costs. Throws `search_limit`, `needs_card`, `insufficient_balance`: then nothing is counted. */
export async function meterSearch(scope: Scope, input: { caller: SearchCaller; site: SiteId }): Promise<SearchUsage> {
  const { db, now } = scope
  const { caller } = input
  const day = utcDay(now)
  if ('ip' in caller) {
    const today = await count(db, 'search-ip', caller.ip, day)
    const free = limits.searchFreePerIpPerDay
    if (today > free)
      throw new Problem('search_limit', `${free} searches a UTC day are free for an IP address.`, {
        headers: { 'retry-after': String(secondsToMidnight(now)), ...allowanceHeaders(free, free, now) },
      })
    return { today, free_per_day: free, charged: 0 }
  }
  const today = await count(db, 'search-key', caller.keyId, day)
  const free = limits.searchFreePerKeyPerDay
  if (today <= free) return { today, free_per_day: free, charged: 0 }
  const charged = await move(db, {
    id: scope.ids.id('ledger'),
    accountId: caller.accountId,
    type: 'search',
    amount: -prices.searchMicros,
    site: input.site,
    postId: null,
    now,
  })
  if (charged === null) {
    const account = await accountById(db, caller.accountId)
    throw tooLittle(account ?? { card_on_file: 0, balance: 0 }, prices.searchMicros)
  }
  return { today, free_per_day: free, charged: prices.searchMicros }
}

/** RateLimit and RateLimit-Policy of the search allowance. */
export function allowanceHeaders(used: number, free: number, now: number): Record<string, string> {
  return {
    ratelimit: `"search-free";r=${Math.max(0, free - used)};t=${secondsToMidnight(now)}`,
    'ratelimit-policy': `"search-free";q=${free};w=86400`,
  }
}
