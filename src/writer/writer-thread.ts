// The thread that owns the write connection.
import { parentPort, workerData } from 'node:worker_threads'
import { serveWriter } from './serve-writer.ts'
import { returnStartMemory } from './start-memory.ts'

if (!parentPort) throw new Error('this file runs as a thread')
serveWriter(parentPort, workerData)
returnStartMemory()
