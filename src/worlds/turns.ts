// The clocks of all test worlds of a process take turns, and rest as long as they worked: other callers keep half of the process.
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../contract/problems/problem.ts'

const longestRestMs = 1_000

/** Runs work when its turn comes. Throws `overloaded` when too many wait. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** Turns with at most `most` that wait. */
export function createTurns(most: number): Turns {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async work => {
    if (waiting >= most)
      throw new Problem('overloaded', 'Too many clocks of test accounts move at once.', {
        headers: { 'retry-after': '1' },
      })
    waiting++
    const before = last
    const turn = Promise.withResolvers<void>()
    last = turn.promise
    await before
    waiting--
    const began = performance.now()
    try {
      return await work()
    } finally {
      void sleep(Math.min(longestRestMs, performance.now() - began)).then(turn.resolve)
    }
  }
}
