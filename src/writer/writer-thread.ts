// The thread that owns the write connection. Actions that arrive during a commit share the next commit.
import { parentPort, workerData } from 'node:worker_threads'
import type { PlatformFacts } from '../actions/scope.ts'
import { dialectOf } from '../store/database/dialect.ts'
import { type ActionStates, begin } from './action-states.ts'
import { groupCommitter } from './commit-group.ts'
import type { ActionMessage } from './run-action.ts'
import { returnStartMemory } from './start-memory.ts'

const { url, facts, states } = workerData as { url: string; facts: PlatformFacts; states: ActionStates }
const port = parentPort
if (!port) throw new Error('this file runs as a thread')

const dialect = dialectOf(url)
const connection = dialect.open(url, 'write')
const commit = groupCommitter(connection, dialect, facts, ({ id }) => begin(states, id))
returnStartMemory()
/** The end of the last group. A group that arrives during a commit waits for it. */
let last: Promise<unknown> = Promise.resolve()

port.on('message', (message: ActionMessage[] | 'close') => {
  last = last.then(() => (message === 'close' ? close() : commit(message).then(outcomes => port.postMessage(outcomes))))
})

async function close(): Promise<void> {
  await connection.close()
  port?.close()
}
