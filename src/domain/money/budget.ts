// The budgets of a key for a UTC day and a UTC month, and what is left of them. All amounts are micros.
import { limits } from '../../contract/limits.ts'
import { dayMs } from '../../contract/spans.ts'
import { instant } from '../times/time.ts'

/** The budgets of a key, null where there is none, and its spending on the UTC day and in the UTC month. */
export type Spending = {
  daily_budget: number | null
  monthly_budget: number | null
  spent: number
  spent_month: number
}

export type BudgetPeriod = 'day' | 'month'

/** A budget, what is spent of it, and when it starts anew (RFC 3339). */
export type Budget = { period: BudgetPeriod; budget: number; spent: number; left: number; resets_at: string }

/** What is left of the daily budget; null without one. */
export function leftToday({ daily_budget: budget, spent }: Spending): number | null {
  return budget === null ? null : Math.max(0, budget - spent)
}

/** What is left of the monthly budget; null without one. */
export function leftInMonth({ monthly_budget: budget, spent_month: spent }: Spending): number | null {
  return budget === null ? null : Math.max(0, budget - spent)
}

/** The budgets that a key has, the day before the month. `now` in epoch ms. */
export function budgetsOf(key: Spending, now: number): Budget[] {
  const of = (period: BudgetPeriod, budget: number | null, spent: number, resets_at: string) =>
    budget === null ? [] : [{ period, budget, spent, left: Math.max(0, budget - spent), resets_at }]
  return [
    ...of('day', key.daily_budget, key.spent, startsAnew(now)),
    ...of('month', key.monthly_budget, key.spent_month, monthStartsAnew(now)),
  ]
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

/** When the monthly budget starts anew: the first 00:00 UTC of the next month, in RFC 3339. `now` in epoch ms. */
export function monthStartsAnew(now: number): string {
  const at = new Date(now)
  return instant(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
}
