// Counts and charges an answered search (contract.md §6, §14).
import { prices } from '../../contract/prices.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { utcDay } from '../../domain/times/time.ts'
import { count } from '../../store/accounts/counters.ts'
import { charge } from '../money/charge.ts'
import {
  freePerIp,
  freePerKey,
  type SearchCaller,
  type SearchUsage,
  unpaid,
  usedUp,
} from '../rules/search-allowance.ts'
import { spenderOf } from '../rules/spender.ts'
import type { Scope } from '../scope.ts'

/**
 * Counts a search, and charges it past a key's allowance. Throws `search_limit`, `budget_exhausted`, `insufficient_balance` and
 * then counts nothing.
 */
export async function meterSearch(scope: Scope, input: { caller: SearchCaller; site: SiteId }): Promise<SearchUsage> {
  const { db, now } = scope
  const { caller } = input
  const day = utcDay(now)
  if ('ip' in caller) {
    const today = await count(db, 'search-ip', caller.ip, day)
    if (today > freePerIp) throw usedUp(now)
    return { today, free_per_day: freePerIp, charged: 0 }
  }
  const today = await count(db, 'search-key', caller.keyId, day)
  if (today <= freePerKey) return { today, free_per_day: freePerKey, charged: 0 }
  const spender = await spenderOf(scope, caller.accountId, caller.keyId)
  const refused = unpaid(spender, now)
  if (refused) throw refused
  const movement = {
    id: scope.ids.id('ledger'),
    accountId: caller.accountId,
    type: 'search',
    amount: -prices.searchMicros,
    site: input.site,
    postId: null,
    now,
  } as const
  await charge(scope, movement, spender)
  return { today, free_per_day: freePerKey, charged: prices.searchMicros }
}
