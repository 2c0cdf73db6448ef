// The daily allowance of searches: its headers, and the problems of a search past it (contract.md §14).
import { topUpAsk } from '../../contract/for-owner.ts'
import { limits } from '../../contract/limits.ts'
import { prices } from '../../contract/prices.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
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
  const seconds = secondsToMidnight(now)
  const detail = `${freePerIp} searches a UTC day are free for an IP address. Try again in ${seconds} seconds, at 00:00 UTC, or search with an API key: ${freePerKey} a UTC day are free with one.`
  return new Problem('search_limit', detail, {
    headers: { 'retry-after': String(seconds), ...allowanceHeaders(freePerIp, freePerIp, now) },
  })
}

/** The problem when the allowance of a key is used up and its budget or account cannot pay; null if both can. */
export function unpaid({ account, key }: Spender, now: number): Problem | null {
  const headers = allowanceHeaders(freePerKey, freePerKey, now)
  const over = overBudget(key, prices.searchMicros, now, { headers })
  if (over || account.balance >= prices.searchMicros) return over
  const { balance, card_on_file: card } = account
  const detail = `The ${freePerKey} free searches of today are used up. ${sentences.tooLittle(prices.searchMicros, balance)}`
  const ask = topUpAsk(prices.searchMicros - balance, card === 1, 'search again')
  return new Problem('insufficient_balance', detail, { headers, ask })
}

/** RateLimit and RateLimit-Policy of the search allowance. */
export function allowanceHeaders(used: number, free: number, now: number): Record<string, string> {
  return {
    ratelimit: `"search-free";r=${Math.max(0, free - used)};t=${secondsToMidnight(now)}`,
    'ratelimit-policy': `"search-free";q=${free};w=${dayMs / 1000}`,
  }
}
