// Shares with the writer thread whether an action has begun, so that a caller can cancel a waiting action.

/** The state of each action without an answer. */
export type ActionStates = Int32Array<SharedArrayBuffer>

const waiting = 0
const begun = 1
const takenBack = 2

/** States of up to `most` actions. Their ids are consecutive, and they are answered in that order. */
export function actionStates(most: number): ActionStates {
  return new Int32Array(new SharedArrayBuffer(most * Int32Array.BYTES_PER_ELEMENT))
}

/** Marks an action as waiting. */
export function enqueue(states: ActionStates, id: number): void {
  Atomics.store(states, id % states.length, waiting)
}

/** Begins an action, or continues one that has begun. False if the action was cancelled. */
export function begin(states: ActionStates, id: number): boolean {
  return Atomics.compareExchange(states, id % states.length, waiting, begun) !== takenBack
}

/** Cancels an action. False if it has begun. */
export function takeBack(states: ActionStates, id: number): boolean {
  return Atomics.compareExchange(states, id % states.length, waiting, takenBack) === waiting
}
