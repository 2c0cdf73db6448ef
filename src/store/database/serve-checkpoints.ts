// Moves the write-ahead log into the database file again and again, until a message comes through a port.
import type { MessagePort } from 'node:worker_threads'
import { checkpointer } from './sqlite-file.ts'

const everyMs = 250

/** Runs checkpoints of the file of `url`. On a message runs the last one, and closes the file and the port. */
export function serveCheckpoints(port: MessagePort, { url }: { url: string }): void {
  const checkpoint = checkpointer(url)
  /** A failed checkpoint, such as on a full disk, is tried again: until then, committed data is safe in the log. */
  const run = () => {
    try {
      checkpoint.run()
    } catch {}
  }
  const timer = setInterval(run, everyMs)
  port.on('message', () => {
    clearInterval(timer)
    run()
    checkpoint.close()
    port.close()
  })
}
