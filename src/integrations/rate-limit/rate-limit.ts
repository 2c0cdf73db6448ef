// The platform rate limit: requests a second of all nodes together, counted in this process or in a Redis that nodes share.
import { tokenBucket } from '../../domain/token-bucket.ts'

/** Where requests are counted: in this process, in the shared Redis, or in this process because Redis does not answer. */
export type RateLimitState = 'process' | 'shared' | 'degraded'

export type RateLimit = {
  /** Counts one request; false above the limit. Never throws, and waits for Redis a moment at most. */
  take(): boolean | Promise<boolean>
  /** Like `take`, for a limit that this process alone counts. */
  takeAtOnce?(): boolean
  /** Probes Redis, if there is one; `take` uses the result from then on. */
  state(): Promise<RateLimitState>
  close(): void
}

export type RateLimitOptions = {
  /** Requests a second. */
  rate: number
  /** Requests at once above the rate. */
  burst: number
  /** Epoch milliseconds, for counting in this process; Redis uses its own clock. */
  now: () => number
}

export function processRateLimit({ rate, burst, now }: RateLimitOptions): RateLimit {
  const bucket = tokenBucket(rate, burst, now)
  const take = () => bucket.take()
  return { take, takeAtOnce: take, state: async () => 'process', close() {} }
}
