// The thread that moves the write-ahead log into the database file, so that no writer waits. It imports little: each thread
// holds its own copy of a module in memory.
import { parentPort, workerData } from 'node:worker_threads'
import { checkpointer } from './sqlite-file.ts'

const everyMs = 250

const { url } = workerData as { url: string }
const checkpoint = checkpointer(url)

/** A failed checkpoint, such as on a full disk, is tried again: until then, committed data is safe in the log. */
function run(): void {
  try {
    checkpoint.run()
  } catch {}
}

const timer = setInterval(run, everyMs)
parentPort?.on('message', () => {
  clearInterval(timer)
  run()
  checkpoint.close()
  parentPort?.close()
})
