// A thread that reads texts: one job at a time, each answered with its value or its error.
import { parentPort } from 'node:worker_threads'
import { answerJobs } from './reading-jobs.ts'

if (!parentPort) throw new Error('this file runs as a thread')
answerJobs(parentPort)
