// Checks the bounds that the owner set for a key: its sites, its daily budget (UTC), and its limit for one post.
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { inDollars, usd } from '../../contract/words.ts'
import { leftToday, startsAnew } from '../../domain/money/budget.ts'
import { secondsToMidnight } from '../../domain/times/time.ts'
import type { KeyRow } from '../../store/accounts/keys.ts'

/** The problem if the daily budget of a key does not cover a price (micros); null if it does. `now` in epoch ms. */
export function overBudget(key: KeyRow, price: number, now: number, more: Problem['extras'] = {}): Problem | null {
  const left = leftToday(key)
  if (left === null || price <= left) return null
  const { daily_budget: budget, spent } = key
  const detail = `The owner lets this key spend ${usd(budget ?? 0)} a UTC day; ${usd(spent)} are spent, and this costs ${usd(price)}. The day ends at ${startsAnew(now)}.`
  const waits = price <= (budget ?? 0) ? { 'retry-after': String(secondsToMidnight(now)) } : {}
  const ask = `raise the ${inDollars(budget ?? 0)} a day of the key of your agent, which wants to spend ${inDollars(price)} and has ${inDollars(left)} left today`
  return new Problem('budget_exhausted', detail, { ...more, ask, headers: { ...more.headers, ...waits } })
}

/** The problem if a price (micros) exceeds what a key may spend on one post or edit; null if it does not. */
export function overPostLimit({ post_limit: limit }: KeyRow, price: number): Problem | null {
  if (limit === null || price <= limit) return null
  return new Problem(
    'budget_exhausted',
    `The owner lets this key spend at most ${usd(limit)} on one post or edit, and this costs ${usd(price)}.`,
    {
      ask: `raise the ${inDollars(limit)} that the key of your agent may spend on one post, since this one costs ${inDollars(price)}`,
    },
  )
}

/** The problem if a key may not post on a site; null if it may. */
export function outOfScope({ sites }: KeyRow, site: SiteId): Problem | null {
  if (sites === null || sites.includes(site)) return null
  return new Problem('insufficient_scope', `The owner lets this key post on these sites alone: ${sites.join(', ')}.`)
}
