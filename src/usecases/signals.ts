// The time and the signals of a platform: what caches and memories need to know when they are out of date.
import type { Signal } from '../actions/scope.ts'

export type Signals = {
  /** Epoch milliseconds. */
  now(): number
  /** Calls the listener whenever an action has touched something; returns what ends that. */
  onSignal(signal: Signal, listener: () => void): () => void
}
