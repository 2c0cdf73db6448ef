// Lets few transactions run at once: those of one account, so that a row that is held up holds up nobody else, and all there are.
import { type Hindrance, StoreUnavailable } from '../store/database/unavailable.ts'

type Lane = { running: number; waiting: PromiseWithResolvers<void>[] }

/** Runs work of a key; work without one runs at once. */
export type Lanes = <T>(key: string | undefined, work: () => Promise<T>) => Promise<T>

/**
 * Lanes in which `width` pieces of work of one key run at once; the others of that key wait for them. Work that meets `shared`
 * fails those too, since they would wait as long for the same.
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
