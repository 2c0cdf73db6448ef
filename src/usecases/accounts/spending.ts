// What the keys of an account spent lately, by day and key, and how long the balance lasts at that pace.
import { dayMs } from '../../contract/spans.ts'
import { utcDay } from '../../domain/times/time.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import { spendingOfAccount } from '../../store/accounts/counters.ts'
import type { Platform } from '../platform.ts'

/** How many UTC days are shown, today included. */
const shownDays = 14

/** Over how many days the pace is taken, today included. */
const paceDays = 7

/** The spending of a UTC day (YYYY-MM-DD), in micros: of all keys, and of each key that spent something. */
export type DayOfSpending = { day: string; spent: number; keys: { name: string; spent: number }[] }

export type RecentSpending = {
  /** The oldest day first. */
  days: DayOfSpending[]
  /** What is spent a day lately, in micros; 0 if nothing was. */
  aDay: number
  /** The UTC day (YYYY-MM-DD) until which the balance lasts at that pace; null if nothing was spent, or it lasts for over a year. */
  lastsUntil: string | null
}

/** The spending of the last days. The pace is taken from the first of its days on which something was spent. */
export async function spendingOf({ db, now }: Platform, { id, balance }: Account): Promise<RecentSpending> {
  const at = now()
  const dayAt = (ago: number) => utcDay(at - ago * dayMs)
  const rows = await spendingOfAccount(db, id, dayAt(shownDays - 1))
  const days = Array.from({ length: shownDays }, (_, i) => {
    const day = dayAt(shownDays - 1 - i)
    const keys = rows.filter(row => row.day === day && row.spent > 0).map(({ name, spent }) => ({ name, spent }))
    return { day, spent: keys.reduce((sum, { spent }) => sum + spent, 0), keys }
  })
  const lately = days.slice(-paceDays)
  const since = lately.findIndex(({ spent }) => spent > 0)
  const aDay = since === -1 ? 0 : lately.reduce((sum, { spent }) => sum + spent, 0) / (lately.length - since)
  const left = aDay === 0 ? Number.POSITIVE_INFINITY : Math.floor(balance / aDay)
  return { days, aDay: Math.round(aDay), lastsUntil: left <= 365 ? utcDay(at + left * dayMs) : null }
}
