// The jobs on texts, as data that can be sent to a thread.
import type { MessagePort } from 'node:worker_threads'
import type { PostText } from '../domain/posts/post-text.ts'
import { type IndexWords, indexWords } from '../domain/text/search-text.ts'
import { type HeadsOf, judgementsOn } from './embedded/embedded-model.ts'
import type { EmbeddedJudgement } from './embedded/judge.ts'
import type { SharedLists } from './listed/shared-lists.ts'
import { compareTexts, type Likeness } from './near-duplicates.ts'
import { type Reading, readMessage, readText } from './reading.ts'

export type Job =
  | { kind: 'read'; text: PostText; lists: SharedLists | null }
  | { kind: 'message'; text: PostText; lists: SharedLists | null }
  | { kind: 'judge'; texts: readonly PostText[]; heads: HeadsOf }
  | { kind: 'index'; text: PostText }
  | { kind: 'compare'; text: PostText; others: readonly PostText[] }
export type JobResult = {
  read: Reading
  message: ReturnType<typeof readMessage>
  judge: [EmbeddedJudgement, ...(EmbeddedJudgement | null)[]][]
  index: IndexWords
  compare: Likeness[]
}

/** The answers of a thread: first that it is ready, then a value or an error for each job. */
export type ThreadAnswer =
  | { ready: true }
  | { value: unknown }
  | { error: { message: string; stack: string | undefined } }

/** Does a job in place. */
export function doJob<J extends Job>(job: J): JobResult[J['kind']]
export function doJob(job: Job): JobResult[Job['kind']] {
  switch (job.kind) {
    case 'read':
      return readText(job.text, job.lists)
    case 'message':
      return readMessage(job.text, job.lists)
    case 'judge':
      return job.texts.map(text => judgementsOn(text, job.heads))
    case 'index':
      return indexWords(job.text)
    case 'compare':
      return compareTexts(job.text, job.others)
  }
}

/** Answers the jobs that come through a port with `work`. */
export function answerJobs(port: MessagePort, work: (job: Job) => unknown = doJob): void {
  port.on('message', (job: Job) => port.postMessage(outcomeOf(job, work)))
  port.postMessage({ ready: true } satisfies ThreadAnswer)
}

function outcomeOf(job: Job, work: (job: Job) => unknown): ThreadAnswer {
  try {
    return { value: work(job) }
  } catch (thrown) {
    const { message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown))
    return { error: { message, stack } }
  }
}
