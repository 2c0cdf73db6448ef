// Commits the groups of actions that come through a port. Actions that arrive during a commit share the next commit.
import type { MessagePort } from 'node:worker_threads'
import type { PlatformFacts } from '../actions/scope.ts'
import { dialectOf } from '../store/database/dialect.ts'
import { type ActionStates, begin } from './action-states.ts'
import { groupCommitter } from './commit-group.ts'
import type { ActionMessage } from './run-action.ts'

export type WriterData = { url: string; facts: PlatformFacts; states: ActionStates }

/** Opens the one connection that writes, and closes it and the port on the message `close`. */
export function serveWriter(port: MessagePort, { url, facts, states }: WriterData): void {
  const dialect = dialectOf(url)
  const connection = dialect.open(url, 'write')
  const commit = groupCommitter(connection, dialect, facts, ({ id }) => begin(states, id))
  const close = async () => {
    await connection.close()
    port.close()
  }
  /** The end of the last group. A group that arrives during a commit waits for it. */
  let last: Promise<unknown> = Promise.resolve()
  port.on('message', (message: ActionMessage[] | 'close') => {
    last = last.then(() =>
      message === 'close' ? close() : commit(message).then(outcomes => port.postMessage(outcomes)),
    )
  })
}
