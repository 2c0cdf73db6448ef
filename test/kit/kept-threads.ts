// Keeps the threads of a closed app for the next app of the same process: starting a thread takes longer than most tests.
import { EventEmitter } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import { createTextReader, type TextReader } from '../../src/moderation/text-reader.ts'
import type { StartThread } from '../../src/writer/writer.ts'

const idle = { writer: [] as Worker[], checkpointer: [] as Worker[] }

/** Starts the database threads of an app, each in a thread that no other app uses at that time. */
export const startKeptThread: StartThread = (role, data) => {
  const free = idle[role]
  const worker = free.pop() ?? new Worker(new URL('./kept-thread.ts', import.meta.url), { workerData: role })
  const { port1, port2 } = new MessageChannel()
  const thread = new EventEmitter()
  const pass = (event: string) => (value: unknown) => thread.emit(event, value)
  const events = { error: pass('error'), exit: pass('exit') }
  worker.on('error', events.error).on('exit', events.exit)
  port1.on('message', pass('message'))
  port1.on('close', () => {
    worker.off('error', events.error).off('exit', events.exit)
    worker.unref()
    free.push(worker)
    thread.emit('exit', 0)
  })
  worker.ref()
  worker.postMessage({ port: port2, data }, [port2])
  return Object.assign(thread, { postMessage: (message: unknown) => port1.postMessage(message) })
}

let reader: TextReader | undefined

/** The reader of all apps of this process, in the form that each may close. */
export function keptReader(deadlineMs: number): TextReader {
  reader ??= createTextReader({ deadlineMs })
  return { ...reader, close: async () => {} }
}
