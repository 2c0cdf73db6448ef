// A pool of threads that read texts. Threads start when there is work; a thread that does not answer in time is ended.
import { Worker } from 'node:worker_threads'
import type { Job, ThreadAnswer } from './reading-jobs.ts'

/** Raised for a job that took longer than the deadline. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong'
}

type Thread = { worker: Worker; ready: Promise<void>; idle: boolean }

export type ReadingThreads = {
  /** Whether a job would be begun at once. */
  hasRoom(): boolean
  /** Does a job on an idle or new thread. Throws TookTooLong, and the errors of the job. */
  run(job: Job): Promise<unknown>
  /** Ends all threads, with their jobs. */
  close(): Promise<void>
}

/** Up to `most` threads of a file, each with `deadlineMs` for a job; the time in which a thread starts does not count. */
export function createReadingThreads(file: URL, most: number, deadlineMs: number): ReadingThreads {
  const threads = new Set<Thread>()

  const start = (): Thread => {
    const worker = new Worker(file)
    const ready = new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve())
      worker.once('error', reject)
      worker.once('exit', code => reject(new Error(`a thread that reads texts ended with ${code}`)))
    })
    // Jobs that wait for the thread get the error; an idle thread that ends is just replaced.
    ready.catch(() => {})
    const thread = { worker, ready, idle: true }
    worker.on('error', () => threads.delete(thread))
    worker.on('exit', () => threads.delete(thread))
    threads.add(thread)
    return thread
  }

  const end = (thread: Thread) => {
    threads.delete(thread)
    return thread.worker.terminate()
  }

  return {
    hasRoom: () => threads.size < most || [...threads].some(({ idle }) => idle),
    async run(job) {
      const thread = [...threads].find(({ idle }) => idle) ?? start()
      thread.idle = false
      // A thread keeps the process alive only while it has a job.
      thread.worker.ref()
      try {
        await thread.ready
        return await perform(thread, job, deadlineMs, () => end(thread))
      } finally {
        thread.idle = true
        thread.worker.unref()
      }
    },
    async close() {
      await Promise.all([...threads].map(end))
    },
  }
}

/** Does a job on a thread, which is ended with `end` when it takes longer than the deadline. */
function perform({ worker }: Thread, job: Job, deadlineMs: number, end: () => void): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(end, deadlineMs)
    const settle = (act: () => void) => {
      clearTimeout(timer)
      worker.off('message', answered).off('error', failed).off('exit', ended)
      act()
    }
    const answered = (answer: ThreadAnswer) =>
      settle(() => {
        if ('value' in answer) resolve(answer.value)
        else if ('error' in answer) reject(Object.assign(new Error(answer.error.message), answer.error))
      })
    const failed = (error: Error) => settle(() => reject(error))
    const ended = () => settle(() => reject(new TookTooLong(`took longer than ${deadlineMs} ms`)))
    worker.on('message', answered).on('error', failed).on('exit', ended)
    worker.postMessage(job)
  })
}
