// Leaves a server alone that has failed several times in a row, and then tries it with one call.

export type CircuitBreaker = {
  /** Open: no calls. Half-open: one call, which decides. */
  state(): 'closed' | 'open' | 'half-open'
  /** Whether a call may be made now; whoever is told so says how it went. */
  admits(): boolean
  succeeded(): void
  failed(): void
}

/** Opens after so many failures in a row, for `restMs` by the clock `now` (epoch ms). */
export function createCircuitBreaker(
  now: () => number,
  { failures: most, restMs }: { failures: number; restMs: number },
): CircuitBreaker {
  let failures = 0
  let openedAt: number | null = null
  let trying = false
  // A clock that was moved back must not keep it open.
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
