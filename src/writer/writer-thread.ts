// The thread that owns the write connection: actions that arrive during one commit share the next one.
import { parentPort, workerData } from 'node:worker_threads'
import type { PlatformFacts } from '../actions/scope.ts'
import { dialectOf } from '../store/database/dialect.ts'
import { type ActionMessage, type ActionOutcome, failure, runAction } from './run-action.ts'

const attempts = 5

const { url, facts } = workerData as { url: string; facts: PlatformFacts }
const port = parentPort
if (!port) throw new Error('this file runs as a thread')

const dialect = dialectOf(url)
const connection = dialect.open(url, 'write')
/** One group after the other; a group that comes during a commit waits here. */
let last: Promise<unknown> = Promise.resolve()

port.on('message', (message: ActionMessage[] | 'close') => {
  last = last.then(() =>
    message === 'close' ? close() : commitGroup(message).then(outcomes => port.postMessage(outcomes)),
  )
})

async function close(): Promise<void> {
  await connection.close()
  port?.close()
}

/** Runs a group in one transaction, each action in its savepoint; nobody is answered before the commit. */
async function commitGroup(group: readonly ActionMessage[]): Promise<[number, ActionOutcome][]> {
  for (let attempt = 1; ; attempt++) {
    try {
      await connection.command(dialect.begin)
      const outcomes: [number, ActionOutcome][] = []
      for (const message of group) outcomes.push([message.id, await inSavepoint(message)])
      await connection.command('commit')
      return outcomes
    } catch (error) {
      await connection.command('rollback').catch(() => {})
      if (attempt < attempts && dialect.isRetryable(error)) continue
      return group.map(({ id }) => [id, failure(error)])
    }
  }
}

async function inSavepoint(message: ActionMessage): Promise<ActionOutcome> {
  await connection.command('savepoint action')
  try {
    const outcome = await runAction(connection.db, dialect, facts, message)
    await connection.command('release action')
    return { ok: true, ...outcome }
  } catch (error) {
    await connection.command('rollback to action')
    await connection.command('release action')
    return failure(error)
  }
}
