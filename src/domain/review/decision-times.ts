// The times that decisions took, counted in steps, and the time within which a share of them was made.

const minute = 60
const hour = 60 * minute
const day = 24 * hour
const steps = [
  ...[1, 2, 5, 10, 20, 30, minute, 2 * minute, 5 * minute, 10 * minute, 20 * minute, 30 * minute],
  ...[hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour, day, 2 * day, 4 * day, 7 * day, 14 * day, 30 * day],
]

/** The step of a time in milliseconds, as its upper bound in seconds; longer times share the step of a year. */
export function stepOf(ms: number): number {
  return steps.find(seconds => ms <= seconds * 1000) ?? 365 * day
}

/** Within how many seconds a share of the counted decisions was made; null where none was counted. */
export function shareWithin(counted: readonly { within_s: number; n: number }[], share: number): number | null {
  const sorted = counted.filter(({ within_s }) => within_s >= 0).sort((a, b) => a.within_s - b.within_s)
  let left = share * sorted.reduce((sum, { n }) => sum + n, 0)
  for (const { within_s, n } of sorted) {
    left -= n
    if (left <= 0) return within_s
  }
  return null
}
