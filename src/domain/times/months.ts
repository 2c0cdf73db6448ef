// Months of a calendar, written as in addresses: 2026-12.
import { dayMs, hourMs } from '../../contract/spans.ts'
import type { Days } from './days.ts'

/** A month. `text` is YYYY-MM; `days` is the number of its days. */
export type Month = { text: string; year: number; month: number; days: number }

/** Reads YYYY-MM; undefined for any other text. */
export function readMonth(text: string): Month | undefined {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  return year && month ? monthAt(Number(year), Number(month)) : undefined
}

/** The month of an instant in UTC, epoch milliseconds. */
export function monthAtTime(instant: number): Month {
  const date = new Date(instant)
  return monthAt(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

/** The month `steps` months after another; before it where `steps` is negative. */
export function monthAfter({ year, month }: Month, steps: number): Month {
  const count = year * 12 + month - 1 + steps
  return monthAt(Math.floor(count / 12), (count % 12) + 1)
}

function monthAt(year: number, month: number): Month {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`
  return { text, year, month, days: new Date(Date.UTC(year, month, 0)).getUTCDate() }
}

/** The days of a month, counted from 1970-01-01. */
export function daysOfMonth({ year, month, days }: Month): Days {
  const from = Date.UTC(year, month - 1) / dayMs
  return { from, to: from + days - 1 }
}

/** The instants at which it is this month anywhere on earth, epoch milliseconds; `to` is not included. */
export function spanOf({ year, month }: Month): [from: number, to: number] {
  return [Date.UTC(year, month - 1) - 14 * hourMs, Date.UTC(year, month) + 12 * hourMs]
}
