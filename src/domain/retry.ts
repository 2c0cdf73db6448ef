// When work that failed is done again.

/** How long it waits after the n-th failure (from 1), in milliseconds; null when `waits` has no wait left. */
export function waitAfter(failures: number, waits: readonly number[]): number | null {
  return waits[failures - 1] ?? null
}
