// Runs a worker again and again: at once while there is work, on a signal, and now and then in case one was missed.
import { logFailure } from '../usecases/outage.ts'
import type { Platform } from '../usecases/platform.ts'

export type Loop = { stop(): Promise<void> }

export type LoopOptions = {
  name: string
  everyMs: number
  /** Wakes the loop early; called once with the function that wakes it. */
  wakeOn?: (wake: () => void) => () => void
}

/** Starts a loop around `runOnce`, which says how much it did: after more than none it runs again at once. */
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
  const rest = () =>
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
      if (done === 0) await rest()
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
