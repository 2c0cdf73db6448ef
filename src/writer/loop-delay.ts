// Measures how long the event loop of this thread is held up.
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How late the event loop was since the reading before, in seconds. */
export type LoopDelay = { p50: number; p99: number; max: number }

/** How often the loop is watched, milliseconds: each look wakes the thread. */
const resolution = 20

/** Watches the event loop of this thread until `stop`. */
export function watchLoopDelay(): { read(): LoopDelay; stop(): void } {
  const seen = monitorEventLoopDelay({ resolution })
  seen.enable()
  /** A recorded time includes the pause between two looks. */
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1e3)
  return {
    read() {
      const delay = {
        p50: seconds(seen.percentile(50)),
        p99: seconds(seen.percentile(99)),
        max: seconds(seen.max),
      }
      const none = seen.count === 0
      seen.reset()
      return none ? { p50: 0, p99: 0, max: 0 } : delay
    },
    stop: () => void seen.disable(),
  }
}
