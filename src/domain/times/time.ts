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

/** Whole seconds until the next 00:00 UTC, at least 1. */
export function secondsToMidnight(epochMs: number): number {
  return Math.max(1, Math.ceil((dayMs - (epochMs % dayMs)) / 1000))
}
