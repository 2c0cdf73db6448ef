// Limits the transactions that run at once, of one account and in all, so that a locked row blocks its own account only.
import { type Hindrance, StoreUnavailable } from '../store/database/unavailable.ts'

type Lane = { running: number; waiting: PromiseWithResolvers<void>[] }

/** Runs work in the lane of a key. Work without a key runs at once. */
export type Lanes = <T>(key: string | undefined, work: () => Promise<T>) => Promise<T>

/**
 * Lanes in which up to `width` pieces of work of one key run at once, while the rest of that key waits. A failure with the
 * hindrance `shared` fails the waiting work too, which would only wait for the same hindrance.
 */
export function createLanes(width: number, shared: Hindrance): Lanes {
  const lanes = new Map<string, Lane>()
  return async (key, work) => {
    if (key === undefined) return work()
    const lane = lanes.get(key) ?? { running: 0, waiting: [] }
    lanes.set(key, lane)
    if (lane.running < width) lane.running++
    else {
      const turn = Promise.withResolvers<void>()
      lane.waiting.push(turn)
      await turn.promise
    }
    try {
      return await work()
    } catch (error) {
      if (error instanceof StoreUnavailable && error.hindrance === shared)
        for (const turn of lane.waiting.splice(0)) turn.reject(error)
      throw error
    } finally {
      const next = lane.waiting.shift()
      if (next) next.resolve()
      else if (--lane.running === 0) lanes.delete(key)
    }
  }
}
