// The thread that moves the write-ahead log into the database file, so that no writer waits for it. It loads nothing that it does not need: that
// would be held in memory once more.
import { parentPort, workerData } from 'node:worker_threads'
import { checkpointer } from './sqlite-file.ts'

const everyMs = 250

const { url } = workerData as { url: string }
const checkpoint = checkpointer(url)

/** What fails, such as on a full disk, is tried again: until then what is committed is safe in the log. */
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
