// The thread that makes one backup: copying a database would stop every other work of its thread.
import { parentPort, workerData } from 'node:worker_threads'
import { type BackupTask, makeBackup } from '../usecases/backups.ts'

if (!parentPort) throw new Error('this file runs as a thread')
parentPort.postMessage(await makeBackup(workerData as BackupTask))
