// The thread that owns the write connection: actions that arrive during one commit share the next one.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { dialectOf } from '../store/dialect.ts'
import { type ActionMessage, type ActionOutcome, failure, runAction } from './run-action.ts'
import type { PlatformFacts } from './scope.ts'

const groupSize = 128
const attempts = 5

const { url, facts } = workerData as { url: string; facts: PlatformFacts }
const port = parentPort
if (!port) throw new Error('this file runs as a thread')

const dialect = dialectOf(url)
const connection = dialect.open(url, 'write')
const waiting: ActionMessage[] = []
let running = false
let closing = false

const accept = (message: ActionMessage | 'close') => {
  if (message === 'close') closing = true
  else waiting.push(message)
}

port.on('message', message => {
  accept(message)
  if (!running) void drain()
})

async function drain(): Promise<void> {
  running = true
  while (waiting.length > 0) {
    const group = waiting.splice(0, groupSize)
    port?.postMessage(await commitGroup(group))
    for (let next = receiveMessageOnPort(port!); next; next = receiveMessageOnPort(port!)) accept(next.message)
  }
  running = false
  if (closing) {
    await connection.close()
    port?.close()
  }
}

/** Runs a group in one transaction, each action in its savepoint; nobody is answered before the commit. */
async function commitGroup(group: readonly ActionMessage[]): Promise<[number, ActionOutcome][]> {
  for (let attempt = 1; ; attempt++) {
    try {
      await connection.script(dialect.begin)
      const outcomes: [number, ActionOutcome][] = []
      for (const message of group) outcomes.push([message.id, await inSavepoint(message)])
      await connection.script('commit')
      return outcomes
    } catch (error) {
      await connection.script('rollback').catch(() => {})
      if (attempt < attempts && dialect.isRetryable(error)) continue
      return group.map(({ id }) => [id, failure(error)])
    }
  }
}

async function inSavepoint(message: ActionMessage): Promise<ActionOutcome> {
  await connection.script('savepoint action')
  try {
    const outcome = await runAction(connection.db, dialect, facts, message)
    await connection.script('release action')
    return { ok: true, ...outcome }
  } catch (error) {
    await connection.script('rollback to action; release action')
    return failure(error)
  }
}
