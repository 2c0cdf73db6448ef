// Instants in RFC 3339, and UTC days.
import { dayMs } from '../../contract/spans.ts'

/** RFC 3339 in UTC, whole seconds: 2026-11-21T10:00:00Z. */
export function instant(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`
}

/** The UTC day of an instant: 2026-11-21. */
export function utcDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}

/** The first day of the month of a UTC day, both YYYY-MM-DD. */
export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`
}

/** The first instants of the UTC day and of the UTC month of an instant, in epoch ms. */
export function utcStarts(epochMs: number): { day: number; month: number } {
  const at = new Date(epochMs)
  return { day: epochMs - (epochMs % dayMs), month: Date.UTC(at.getUTCFullYear(), at.getUTCMonth()) }
}

/** Whole seconds until the next 00:00 UTC, at least 1. */
export function secondsToMidnight(epochMs: number): number {
  return Math.max(1, Math.ceil((dayMs - (epochMs % dayMs)) / 1000))
}
