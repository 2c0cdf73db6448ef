// The clock and the signals of a platform, by which caches know that they are stale.
import type { Signal, Touched } from '../actions/scope.ts'

export type Signals = {
  /** Epoch milliseconds. */
  now(): number
  /** Calls the listener with the subjects that an action touched, null for all. Returns a function that removes the listener. */
  onSignal(signal: Signal, listener: (touched: Touched) => void): () => void
}
