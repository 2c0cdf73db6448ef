// The deadline of a request: when it passes, the work that can still be undone is undone, and the answer is `overloaded`.
import { AsyncLocalStorage } from 'node:async_hooks'
import { Problem } from '../contract/problems/problem.ts'

type Bounded = {
  late: AbortController
  /** The number of actions that run or have succeeded. With any of them, the request has to wait for its real answer. */
  actions: number
  /** Puts the deadline off. */
  prolong(ms: number): void
}

const current = new AsyncLocalStorage<Bounded>()

/** Aborted once the deadline of the current request passes; undefined without a request, as in a worker. */
export function timeUp(): AbortSignal | undefined {
  return current.getStore()?.late.signal
}

/** Puts the deadline of the current request off: the caller has asked to wait so long. */
export function prolong(ms: number): void {
  current.getStore()?.prolong(ms)
}

/**
 * Does the work of a request. After `limitMs`, no action of the work begins any more, and this throws `overloaded`, unless an
 * action has succeeded or can no longer be undone: then this waits for the answer.
 */
export function inTime<T>(limitMs: number, work: () => T | Promise<T>): T | Promise<T> {
  let longer = 0
  const bounded: Bounded = {
    late: new AbortController(),
    actions: 0,
    prolong(ms) {
      longer = ms
    },
  }
  const answer = current.run(bounded, work)
  if (!(answer instanceof Promise)) return answer
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const problem = tooLate(limitMs)
      bounded.late.abort(problem)
      if (bounded.actions === 0) reject(problem)
    }, limitMs + longer)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Runs an action of the current request. Throws `overloaded` after the deadline, if `act` could undo the action. */
export async function underDeadline<T>(act: (late: AbortSignal | undefined) => Promise<T>): Promise<T> {
  const bounded = current.getStore()
  if (!bounded) return act(undefined)
  bounded.late.signal.throwIfAborted()
  bounded.actions++
  try {
    return await act(bounded.late.signal)
  } catch (error) {
    // A failed action has changed nothing.
    bounded.actions--
    throw error
  }
}

/** Runs work that must be done even after the deadline. */
export function withoutDeadline<T>(work: () => Promise<T>): Promise<T> {
  return current.exit(work)
}

function tooLate(limitMs: number): Problem {
  return new Problem('overloaded', `The answer was not ready in ${limitMs / 1000} s; nothing was stored or charged.`, {
    headers: { 'retry-after': '1' },
  })
}
