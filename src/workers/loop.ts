// Runs a worker in a loop: at once while there is work, on a signal, and at intervals in case a signal was missed.
import { logFailure } from '../usecases/outage.ts'
import type { Platform } from '../usecases/platform.ts'

export type Loop = { stop(): Promise<void> }

export type LoopOptions = {
  name: string
  everyMs: number
  /** Subscribes the loop to a signal. Called once with the function that wakes the loop; returns a function that unsubscribes. */
  wakeOn?: (wake: () => void) => () => void
}

/** Starts a loop around `runOnce`, which resolves with the amount of work done. After any work it runs again at once. */
export function startLoop(
  platform: Platform,
  runOnce: () => Promise<number>,
  { name, everyMs, wakeOn }: LoopOptions,
): Loop {
  let stopped = false
  let woken = false
  let wake: () => void = () => {
    woken = true
  }
  const stopListening = wakeOn?.(() => wake())
  const pause = () =>
    new Promise<void>(resolve => {
      if (woken || stopped) return resolve()
      const timer = setTimeout(resolve, everyMs)
      timer.unref()
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const run = async () => {
    while (!stopped) {
      woken = false
      wake = () => {
        woken = true
      }
      const done = await runOnce().catch(error => {
        logFailure(platform, error, { worker: name }, 'a worker failed and will try again')
        return 0
      })
      if (done === 0) await pause()
    }
  }
  const finished = run()
  return {
    async stop() {
      stopped = true
      stopListening?.()
      wake()
      await finished
    },
  }
}
