// A token bucket: a rate a second, and a burst. Libraries count in windows, at whose edge twice the burst passes.

/** A bucket that fills with `rate` tokens a second up to `burst`; `now` gives epoch milliseconds. */
export function tokenBucket(rate: number, burst: number, now: () => number): { take(): boolean } {
  let tokens = burst
  let filledAt = now()
  return {
    take() {
      const at = now()
      tokens = Math.min(burst, tokens + (Math.max(0, at - filledAt) * rate) / 1000)
      filledAt = at
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
