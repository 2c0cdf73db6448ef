// The platform rate limit: so many requests a second for all nodes together, counted in this process or in a Redis that they share.
import { tokenBucket } from '../../domain/token-bucket.ts'

/** Where it counts: in this process, in the shared Redis, or in this process because the Redis does not answer. */
export type RateLimitState = 'process' | 'shared' | 'degraded'

export type RateLimit = {
  /** Takes one request; false past the limit. Never throws, and waits for a Redis a moment at most. */
  take(): boolean | Promise<boolean>
  /** The same where nobody else has to be asked. */
  takeAtOnce?(): boolean
  /** Asks the Redis, if there is one; `take` goes by what it finds from then on. */
  state(): Promise<RateLimitState>
  close(): void
}

export type RateLimitOptions = {
  /** Requests a second. */
  rate: number
  /** Requests at once above the rate. */
  burst: number
  /** Epoch milliseconds, for counting in this process; the Redis goes by its own clock. */
  now: () => number
}

/** A rate limit of this process alone. */
export function processRateLimit({ rate, burst, now }: RateLimitOptions): RateLimit {
  const bucket = tokenBucket(rate, burst, now)
  const take = () => bucket.take()
  return { take, takeAtOnce: take, state: async () => 'process', close() {} }
}
