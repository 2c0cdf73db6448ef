// Lets few transactions of one account run at once, so that a row that is held up holds up nobody else.
import { StoreUnavailable } from '../store/database/unavailable.ts'

type Lane = { running: number; waiting: PromiseWithResolvers<void>[] }

/** Runs work of a key; work without one runs at once. */
export type Lanes = <T>(key: string | undefined, work: () => Promise<T>) => Promise<T>

/** Lanes in which `width` pieces of work of one key run at once; the others of that key wait for them. */
export function createLanes(width: number): Lanes {
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
      // Whoever waits behind it would wait for the same row, as long again.
      if (error instanceof StoreUnavailable && error.hindrance === 'locked')
        for (const turn of lane.waiting.splice(0)) turn.reject(error)
      throw error
    } finally {
      const next = lane.waiting.shift()
      if (next) next.resolve()
      else if (--lane.running === 0) lanes.delete(key)
    }
  }
}
