// A thread that reads texts but never ends with one that says `never ends`, and fails with one that says `unreadable`.
import { parentPort } from 'node:worker_threads'
import { answerJobs, doJob } from '../../src/moderation/reading-jobs.ts'

answerJobs(parentPort!, job => {
  while (job.text.body === 'never ends');
  if (job.text.body === 'unreadable') throw new TypeError('unreadable')
  return doJob(job)
})
