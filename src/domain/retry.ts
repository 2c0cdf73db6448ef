// The wait before failed work is repeated.

/** The wait after the n-th failure (from 1), in milliseconds; null if `waits` has no such wait. */
export function waitAfter(failures: number, waits: readonly number[]): number | null {
  return waits[failures - 1] ?? null
}
