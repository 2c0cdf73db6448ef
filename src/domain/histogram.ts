// Counts durations in buckets, for figures that are read from time to time.

/** Bounds and counts. `counts` has one more member than `bounds`: the durations above the last bound. Seconds. */
export type HistogramReading = { bounds: readonly number[]; counts: readonly number[]; sum: number }

export type Histogram = {
  /** Counts a duration in seconds. */
  add(seconds: number): void
  read(): HistogramReading
}

/** An empty histogram with these upper bounds, in seconds, the lowest first. */
export function histogram(bounds: readonly number[]): Histogram {
  const counts: number[] = Array(bounds.length + 1).fill(0)
  let sum = 0
  return {
    add(seconds) {
      let at = 0
      while (at < bounds.length && seconds > bounds[at]!) at++
      counts[at]!++
      sum += seconds
    },
    read: () => ({ bounds, counts: [...counts], sum }),
  }
}
