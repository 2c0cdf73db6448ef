// A thread that does the work of a database thread for one app after the other.
import './queries/record.ts'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'

type Serve = (port: MessagePort, data: unknown) => void
const serve = (
  workerData === 'writer'
    ? (await import('../../src/writer/serve-writer.ts')).serveWriter
    : (await import('../../src/store/database/serve-checkpoints.ts')).serveCheckpoints
) as Serve

parentPort?.on('message', ({ port, data }: { port: MessagePort; data: unknown }) => serve(port, data))
