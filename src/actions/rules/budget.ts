// Checks the bounds that the owner set for a key: its sites, its budgets of a day and a month (UTC), and its limit for one post.

import { coded, spelled } from '../../contract/currency.ts'
import { keyPaused, Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { budgetsOf } from '../../domain/money/budget.ts'
import type { KeyRow } from '../../store/accounts/keys.ts'

/**
 * The problem if a budget of a key does not cover a price (micros); null if they do. Of two such budgets the one that starts anew
 * last is named. `now` in epoch ms.
 */
export function overBudget(key: KeyRow, price: number, now: number, more: Problem['extras'] = {}): Problem | null {
  const short = budgetsOf(key, now).findLast(({ left }) => price > left)
  if (!short) return null
  const { period, budget, spent, left, resets_at } = short
  const detail = `The owner lets this key spend ${coded(budget)} a UTC ${period}; ${coded(spent)} are spent, and this costs ${coded(price)}. The ${period} ends at ${resets_at}.`
  const waits = price <= budget ? { 'retry-after': String(Math.ceil((Date.parse(resets_at) - now) / 1000)) } : {}
  const ask = `raise the ${spelled(budget)} a ${period} of the key of your agent, which wants to spend ${spelled(price)} and has ${spelled(left)} left ${period === 'day' ? 'today' : 'this month'}`
  return new Problem('budget_exhausted', detail, { ...more, ask, headers: { ...more.headers, ...waits } })
}

/** The problem if the owner has paused a key; null if not. */
export function pausedKey({ paused_at }: Pick<KeyRow, 'paused_at'>): Problem | null {
  return paused_at === null ? null : keyPaused()
}

/** The problem if a price (micros) exceeds what a key may spend on one post or edit; null if it does not. */
export function overPostLimit({ post_limit: limit }: KeyRow, price: number): Problem | null {
  if (limit === null || price <= limit) return null
  return new Problem(
    'budget_exhausted',
    `The owner lets this key spend at most ${coded(limit)} on one post or edit, and this costs ${coded(price)}.`,
    {
      ask: `raise the ${spelled(limit)} that the key of your agent may spend on one post, since this one costs ${spelled(price)}`,
    },
  )
}

/** The problem if a key may not post on a site; null if it may. */
export function outOfScope({ sites }: KeyRow, site: SiteId): Problem | null {
  if (sites === null || sites.includes(site)) return null
  return new Problem('insufficient_scope', `The owner lets this key post on these sites alone: ${sites.join(', ')}.`)
}
