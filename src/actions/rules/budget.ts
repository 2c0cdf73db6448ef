// Checks the bounds that the owner set for a key: its sites, its daily budget (UTC), and its limit for one post.
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { leftToday, startsAnew } from '../../domain/money/budget.ts'
import { secondsToMidnight } from '../../domain/times/time.ts'
import type { KeyRow } from '../../store/accounts/keys.ts'

/** The problem if the daily budget of a key does not cover a price (micros); null if it does. `now` in epoch ms. */
export function overBudget(key: KeyRow, price: number, now: number, more: Problem['extras'] = {}): Problem | null {
  const left = leftToday(key)
  if (left === null || price <= left) return null
  const { daily_budget: budget, spent } = key
  const detail = `The owner lets this key spend ${budget} micros a UTC day; ${spent} micros are spent, and this costs ${price} micros. The day ends at ${startsAnew(now)}.`
  const waits = price <= (budget ?? 0) ? { 'retry-after': String(secondsToMidnight(now)) } : {}
  return new Problem('budget_exhausted', detail, { ...more, headers: { ...more.headers, ...waits } })
}

/** The problem if a price (micros) exceeds what a key may spend on one post or edit; null if it does not. */
export function overPostLimit({ post_limit: limit }: KeyRow, price: number): Problem | null {
  if (limit === null || price <= limit) return null
  return new Problem(
    'budget_exhausted',
    `The owner lets this key spend at most ${limit} micros on one post or edit, and this costs ${price} micros.`,
  )
}

/** The problem if a key may not post on a site; null if it may. */
export function outOfScope({ sites }: KeyRow, site: SiteId): Problem | null {
  if (sites === null || sites.includes(site)) return null
  return new Problem('insufficient_scope', `The owner lets this key post on these sites alone: ${sites.join(', ')}.`)
}
