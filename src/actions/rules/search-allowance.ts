// The daily allowance of searches: its headers, and the problems of a search past it (contract.md §14).
import { limits } from '../../contract/limits.ts'
import { prices } from '../../contract/prices.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { dayMs } from '../../contract/spans.ts'
import { secondsToMidnight } from '../../domain/times/time.ts'
import { overBudget } from './budget.ts'
import type { Spender } from './spender.ts'

export type SearchCaller = { keyId: string; accountId: string } | { ip: string }

export type SearchUsage = { today: number; free_per_day: number; charged: number }

export const freePerIp = limits.searchFreePerIpPerDay
export const freePerKey = limits.searchFreePerKeyPerDay

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
