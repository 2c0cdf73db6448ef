// The thread that moves the write-ahead log into the database file, so that no writer waits for it.
import { parentPort, workerData } from 'node:worker_threads'
import { dialectOf } from './dialect.ts'

const everyMs = 500

const { url } = workerData as { url: string }
const checkpoint = dialectOf(url).checkpoint?.(url)
const timer = setInterval(() => checkpoint?.run(), everyMs)
parentPort?.on('message', () => {
  clearInterval(timer)
  checkpoint?.run()
  checkpoint?.close()
  parentPort?.close()
})
