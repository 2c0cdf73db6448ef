// Calendar days: counted from 1970-01-01, written YYYY-MM-DD, and the days that readers mean by today, this weekend, next week.
import type { NamedDays } from '../../contract/days.ts'
import { dayMs } from '../../contract/spans.ts'
import { offsetAt } from './zones.ts'

/** Days from the first to the last, both included, counted from 1970-01-01. */
export type Days = { from: number; to: number }

/** The day of an instant (epoch milliseconds) in a zone. Throws as offsetAt does. */
export function dayAt(zone: string, at: number): number {
  return Math.floor((at + offsetAt(zone, at) * 60_000) / dayMs)
}

/** The days on which something runs that starts and ends at these instants: an end at midnight is no further day. */
export function daysBetween(zone: string, startsAt: number, endsAt: number): Days {
  return { from: dayAt(zone, startsAt), to: dayAt(zone, Math.max(startsAt, endsAt - 1)) }
}

/** The day of YYYY-MM-DD, or of a text that begins so; undefined when there is no such day. */
export function readDay(text: string): number | undefined {
  const date = /^\d{4}-\d\d-\d\d/.exec(text)?.[0]
  const at = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(at) || writeDay(at / dayMs) !== date ? undefined : at / dayMs
}

/** A day as YYYY-MM-DD. */
export function writeDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** The day of the week; Monday is 0. */
export function weekdayOf(day: number): number {
  return (day + 3) % 7
}

const saturday = 5

/** The days of a time: RFC 3339 date-times in its own zone, an end at midnight is no further day. Undefined for other texts. */
export function daysOfTime({ start, end }: { start: string; end: string }): Days | undefined {
  const first = readDay(start)
  const last = readDay(end)
  if (first === undefined || last === undefined) return undefined
  const endsAtMidnight = last > first && /T00:00(:00(\.0+)?)?(?![\d:])/.test(end)
  return { from: first, to: last - (endsAtMidnight ? 1 : 0) }
}

/** Whether a time runs on one of the days. */
export function runsOn(time: { start: string; end: string }, { from, to }: Days): boolean {
  const days = daysOfTime(time)
  return days !== undefined && days.from <= to && days.to >= from
}

/** The days that a name means on `today`. The weekend is what is left of it, once it has begun. */
export function daysMeant(name: NamedDays, today: number): Days {
  const weekday = weekdayOf(today)
  switch (name) {
    case 'today':
      return { from: today, to: today }
    case 'tomorrow':
      return { from: today + 1, to: today + 1 }
    case 'weekend':
      return { from: today + Math.max(0, saturday - weekday), to: today + 6 - weekday }
    case 'next-week':
      return { from: today + 7 - weekday, to: today + 13 - weekday }
  }
}
