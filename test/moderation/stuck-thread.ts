// A thread that reads texts, hangs on a text that says `never ends`, and fails on a text that says `unreadable`.
import { parentPort } from 'node:worker_threads'
import { answerJobs, doJob } from '../../src/moderation/reading-jobs.ts'

answerJobs(parentPort!, job => {
  const { body } = job.kind === 'judge' ? job.texts[0]! : job.text
  while (body === 'never ends');
  if (body === 'unreadable') throw new TypeError('unreadable')
  return doJob(job)
})
