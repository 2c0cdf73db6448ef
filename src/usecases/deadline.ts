// The time that a request has for its answer: when it is up, whatever can still be taken back is, and the answer is `overloaded`.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Problem } from '../contract/problem.ts'

type Bounded = {
  late: AbortController
  /** Actions that run, and actions that have been done: what they did has to be told. */
  actions: number
}

const current = new AsyncLocalStorage<Bounded>()

/** Aborted once the time of the request under way is up; undefined where there is none, as in a worker. */
export function timeUp(): AbortSignal | undefined {
  return current.getStore()?.late.signal
}

/**
 * Does the work of a request. When it takes longer than `limitMs`, this throws `overloaded` and no action of it begins any
 * more; but the answer of one that can no longer be taken back, or that has been done, is waited for.
 */
export function inTime<T>(limitMs: number, work: () => T | Promise<T>): T | Promise<T> {
  const bounded: Bounded = { late: new AbortController(), actions: 0 }
  const answer = current.run(bounded, work)
  if (!(answer instanceof Promise)) return answer
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const problem = tooLate(limitMs)
      bounded.late.abort(problem)
      if (bounded.actions === 0) reject(problem)
    }, limitMs)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Runs an action of the request under way. Throws `overloaded` when the time is up and `act` could take it back. */
export async function acting<T>(act: (late: AbortSignal | undefined) => Promise<T>): Promise<T> {
  const bounded = current.getStore()
  if (!bounded) return act(undefined)
  bounded.late.signal.throwIfAborted()
  bounded.actions++
  try {
    return await act(bounded.late.signal)
  } catch (error) {
    // It has done nothing.
    bounded.actions--
    throw error
  }
}

/** Does what must not be left out any more, however late it is. */
export function whateverTheTime<T>(work: () => Promise<T>): Promise<T> {
  return current.exit(work)
}

function tooLate(limitMs: number): Problem {
  return new Problem('overloaded', `The answer was not ready in ${limitMs / 1000} s; nothing was stored or charged.`, {
    headers: { 'retry-after': '1' },
  })
}
