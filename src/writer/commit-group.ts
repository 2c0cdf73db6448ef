// Runs a group of actions in one transaction, so that many actions share one commit.
import type { PlatformFacts } from '../actions/scope.ts'
import { Problem } from '../contract/problems/problem.ts'
import type { Connection, Dialect } from '../store/database/dialect.ts'
import { retrying } from '../store/database/retry.ts'
import { StoreUnavailable } from '../store/database/unavailable.ts'
import type { ActionName } from './registry.ts'
import { type ActionMessage, type ActionOutcome, failure, type MayBegin, runAction } from './run-action.ts'

export type Outcomes = [id: number, outcome: ActionOutcome][]

/** The outcome of a cancelled action, for which nobody waits. */
const leaveOut = async (): Promise<ActionOutcome> => failure(new Error('the action was taken back'))

/** An action without a savepoint failed after a write: the group has to run again. */
class LateFailure extends Error {}

/**
 * Makes the function that commits groups on the one writing connection. A failing action loses its own writes and no others. Most
 * actions check before they write, so they run without a savepoint. When one fails after a write, its group is rolled back and
 * run again, and all actions of that name get a savepoint from then on. Cancelled actions are left out.
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
      // An outage hits every action of the group, and a savepoint would not help.
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
      // Some errors, such as a full disk, roll back the whole transaction and its savepoint.
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

  /** The outcome of each action by its id. Answer no caller before this resolves. Never rejects. */
  return async (group: readonly ActionMessage[]): Promise<Outcomes> => {
    connection.trimLog?.()
    try {
      return await retrying(dialect, () => runGroup(group))
    } catch (error) {
      return group.map(({ id }) => [id, failure(error)])
    }
  }
}
