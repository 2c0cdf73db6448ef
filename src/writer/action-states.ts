// Whether an action has begun: shared with the thread that writes, so that a caller takes back what has not.

/** How far each action is that has not been answered yet. */
export type ActionStates = Int32Array<SharedArrayBuffer>

const waiting = 0
const begun = 1
const takenBack = 2

/** States of up to `most` actions; their ids follow each other, and they are answered in the order of their ids. */
export function actionStates(most: number): ActionStates {
  return new Int32Array(new SharedArrayBuffer(most * Int32Array.BYTES_PER_ELEMENT))
}

/** Notes that an action waits. */
export function enqueue(states: ActionStates, id: number): void {
  Atomics.store(states, id % states.length, waiting)
}

/** Begins an action, or goes on with one that has begun; false when it was taken back. */
export function begin(states: ActionStates, id: number): boolean {
  return Atomics.compareExchange(states, id % states.length, waiting, begun) !== takenBack
}

/** Takes an action back; false when it has begun. */
export function takeBack(states: ActionStates, id: number): boolean {
  return Atomics.compareExchange(states, id % states.length, waiting, takenBack) === waiting
}
