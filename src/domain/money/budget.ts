// The daily budget of a key and what is left of it. All amounts are micros.
import { limits } from '../../contract/limits.ts'
import { dayMs } from '../../contract/spans.ts'
import { instant } from '../times/time.ts'

/** The limits of a key, null where there is none, and its spending on the UTC day. */
export type Spending = { daily_budget: number | null; post_limit: number | null; spent: number }

/** What is left of the daily budget; null without one. */
export function leftToday({ daily_budget: budget, spent }: Spending): number | null {
  return budget === null ? null : Math.max(0, budget - spent)
}

/** The marks, in percent of the budget, that spending passes on its way from `before` to `after`. */
export function marksPassed(budget: number | null, before: number, after: number): number[] {
  if (budget === null || budget === 0) return []
  return limits.budgetMarks.filter(percent => before * 100 < budget * percent && after * 100 >= budget * percent)
}

/** When the daily budget starts anew: the next 00:00 UTC, in RFC 3339. `now` in epoch ms. */
export function startsAnew(now: number): string {
  return instant(Math.floor(now / dayMs) * dayMs + dayMs)
}
