// Who acts in the current request: every action that it runs gets the actor, for the log of the account.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Actor } from '../contract/activity.ts'

const current = new AsyncLocalStorage<Actor>()

/** Does work in the name of an actor. */
export function actingAs<T>(actor: Actor, work: () => T): T {
  return current.run(actor, work)
}

/** The actor of the current request; null without one, as in a worker. */
export function currentActor(): Actor | null {
  return current.getStore() ?? null
}
