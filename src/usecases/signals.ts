// The time and the signals of a platform: what caches and memories need to know when they are out of date.
import type { Signal, Touched } from '../actions/scope.ts'

export type Signals = {
  /** Epoch milliseconds. */
  now(): number
  /** Calls the listener with what an action has touched, null for everything; returns what ends that. */
  onSignal(signal: Signal, listener: (touched: Touched) => void): () => void
}
