// The clock and the signals of a platform, by which caches know that they are stale.
import { EventEmitter } from 'node:events'
import type { Signal, Touched } from '../actions/scope.ts'

export type Signals = {
  /** Epoch milliseconds. */
  now(): number
  /** Calls the listener with the subjects that an action touched, null for all. Returns a function that removes the listener. */
  onSignal(signal: Signal, listener: (touched: Touched) => void): () => void
}

/** The signals of a writer, and their listeners. */
export function createSignals(): Pick<Signals, 'onSignal'> & {
  onSignals(signalled: readonly [signal: Signal, touched: Touched][]): void
} {
  const signals = new EventEmitter().setMaxListeners(100)
  return {
    onSignal(signal, listener) {
      signals.on(signal, listener)
      return () => signals.off(signal, listener)
    },
    onSignals(signalled) {
      for (const [signal, touched] of signalled) signals.emit(signal, touched)
    },
  }
}
