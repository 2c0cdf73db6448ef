// Counts and charges an answered search (contract.md §6, §14).
import { limits } from '../../contract/limits.ts'
import { prices } from '../../contract/prices.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { dayMs } from '../../contract/spans.ts'
import { secondsToMidnight, utcDay } from '../../domain/times/time.ts'
import { count } from '../../store/accounts/counters.ts'
import { charge, type Spender, spenderOf } from '../money/charge.ts'
import { overBudget } from '../rules/budget.ts'
import type { Scope } from '../scope.ts'

export type SearchCaller = { keyId: string; accountId: string } | { ip: string }

export type SearchUsage = { today: number; free_per_day: number; charged: number }

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

const freePerIp = limits.searchFreePerIpPerDay
const freePerKey = limits.searchFreePerKeyPerDay

/** The problem when the allowance of an IP address is used up. */
export function usedUp(now: number): Problem {
  return new Problem('search_limit', `${freePerIp} searches a UTC day are free for an IP address.`, {
    headers: { 'retry-after': String(secondsToMidnight(now)), ...allowanceHeaders(freePerIp, freePerIp, now) },
  })
}

/** The problem when the allowance of a key is used up and its budget or account cannot pay; null if both can. */
export function unpaid({ account, key }: Spender, now: number): Problem | null {
  const headers = allowanceHeaders(freePerKey, freePerKey, now)
  const over = overBudget(key, prices.searchMicros, now, { headers })
  if (over || account.balance >= prices.searchMicros) return over
  const detail = `The ${freePerKey} free searches of today are used up; one more costs ${prices.searchMicros} micros and the balance is ${account.balance} micros.`
  return new Problem('insufficient_balance', detail, { headers })
}

/** RateLimit and RateLimit-Policy of the search allowance. */
export function allowanceHeaders(used: number, free: number, now: number): Record<string, string> {
  return {
    ratelimit: `"search-free";r=${Math.max(0, free - used)};t=${secondsToMidnight(now)}`,
    'ratelimit-policy': `"search-free";q=${free};w=${dayMs / 1000}`,
  }
}
