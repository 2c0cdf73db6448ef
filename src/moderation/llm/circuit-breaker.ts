// A circuit breaker: after several failures in a row a server gets no calls for a while, then one trial call.

export type CircuitBreaker = {
  /** Open: no calls. Half-open: one trial call, which closes or opens it. */
  state(): 'closed' | 'open' | 'half-open'
  /** Whether a call may be made now. A caller that may call has to report success or failure. */
  admits(): boolean
  succeeded(): void
  failed(): void
}

/** A breaker that opens after `failures` in a row, for `restMs` by the clock `now` (epoch ms). */
export function createCircuitBreaker(
  now: () => number,
  { failures: most, restMs }: { failures: number; restMs: number },
): CircuitBreaker {
  let failures = 0
  let openedAt: number | null = null
  let trying = false
  // A clock that was moved back must not keep the breaker open.
  const state = () => (openedAt === null ? 'closed' : Math.abs(now() - openedAt) < restMs ? 'open' : 'half-open')
  return {
    state,
    admits() {
      if (state() === 'closed') return true
      if (state() === 'open' || trying) return false
      trying = true
      return true
    },
    succeeded() {
      failures = 0
      openedAt = null
      trying = false
    },
    failed() {
      failures++
      trying = false
      if (openedAt !== null || failures >= most) openedAt = now()
    },
  }
}
