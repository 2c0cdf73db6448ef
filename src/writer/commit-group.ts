// Runs a group of actions in one transaction: what many callers wait for is made durable once.
import type { PlatformFacts } from '../actions/scope.ts'
import { Problem } from '../contract/problem.ts'
import type { Connection, Dialect } from '../store/database/dialect.ts'
import { retrying } from '../store/database/retry.ts'
import { StoreUnavailable } from '../store/database/unavailable.ts'
import type { ActionName } from './registry.ts'
import { type ActionMessage, type ActionOutcome, failure, type MayBegin, runAction } from './run-action.ts'

export type Outcomes = [id: number, outcome: ActionOutcome][]

/** The outcome of an action that was taken back: nobody waits for it. */
const leaveOut = async (): Promise<ActionOutcome> => failure(new Error('the action was taken back'))

/** Says that an action without a savepoint has written before it failed: the group has to be run again. */
class LateFailure extends Error {}

/**
 * Makes the function that commits groups on the one connection that writes. An action that fails takes back what it has
 * written, and nothing else. Most actions look before they write, so they get no savepoint until one of their name has
 * failed after a write: then its group is rolled back and run again, and from then on that name gets a savepoint. An action
 * that was taken back is left out.
 */
export function groupCommitter(
  connection: Connection,
  dialect: Dialect,
  facts: PlatformFacts,
  mayBegin: MayBegin = () => true,
) {
  const withSavepoint = new Set<ActionName>()

  const run = async (message: ActionMessage): Promise<ActionOutcome> => {
    const before = connection.changes?.()
    try {
      return { ok: true, ...(await runAction(connection.db, dialect, facts, message)) }
    } catch (error) {
      if (error instanceof Problem && connection.changes?.() === before) return failure(error)
      // What hinders one hinders all, and a savepoint would not help.
      if (error instanceof StoreUnavailable) throw error
      withSavepoint.add(message.name)
      throw new LateFailure()
    }
  }

  const runInSavepoint = async (message: ActionMessage): Promise<ActionOutcome> => {
    await connection.command('savepoint action')
    let outcome: ActionOutcome
    try {
      outcome = { ok: true, ...(await runAction(connection.db, dialect, facts, message)) }
    } catch (error) {
      // A full disk, for one, takes the whole transaction back.
      await connection.command('rollback to action').catch(() => Promise.reject(error))
      outcome = failure(error)
    }
    await connection.command('release action')
    return outcome
  }

  const runGroup = async (group: readonly ActionMessage[]): Promise<Outcomes> => {
    try {
      await connection.command(dialect.begin)
      const outcomes: Outcomes = []
      for (const message of group) {
        const runIt = !mayBegin(message) ? leaveOut : withSavepoint.has(message.name) ? runInSavepoint : run
        outcomes.push([message.id, await runIt(message)])
      }
      await connection.command('commit')
      return outcomes
    } catch (error) {
      await connection.command('rollback').catch(() => {})
      if (error instanceof LateFailure) return runGroup(group)
      throw error
    }
  }

  /** The outcome of each action by its id; nobody may be answered before this resolves. Never rejects. */
  return async (group: readonly ActionMessage[]): Promise<Outcomes> => {
    connection.trimLog?.()
    try {
      return await retrying(dialect, () => runGroup(group))
    } catch (error) {
      return group.map(({ id }) => [id, failure(error)])
    }
  }
}
