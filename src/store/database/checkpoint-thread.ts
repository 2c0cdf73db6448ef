// The thread that moves the write-ahead log into the database file, so that no writer waits. It imports little: each thread
// holds its own copy of a module in memory.
import { parentPort, workerData } from 'node:worker_threads'
import { serveCheckpoints } from './serve-checkpoints.ts'

if (!parentPort) throw new Error('this file runs as a thread')
serveCheckpoints(parentPort, workerData)
