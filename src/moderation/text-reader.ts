// Reads texts off the thread that answers requests, in a fair queue: accounts take turns, so that nobody waits for the long texts of another.

import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { limits } from '../contract/limits.ts'
import { Problem } from '../contract/problem.ts'
import type { PostText } from '../domain/post-text.ts'
import type { IndexWords } from '../domain/search-text.ts'
import type { Likeness } from './near-duplicates.ts'
import { isPlain, wholeText } from './prefilter/fold.ts'
import type { Reading } from './reading.ts'
import { doJob, type Job, type JobResult } from './reading-jobs.ts'
import { createReadingThreads, TookTooLong } from './reading-threads.ts'
import type { Weighed } from './rules-model.ts'

/** All of it throws `overloaded`: for a text that takes too long to read, when too much waits, and once the reader is closed. */
export type TextReader = {
  /** Reads a text of this account when it is its turn; limits.textWaitingPerAccount characters of one account may wait. */
  read(accountId: string, text: PostText): Promise<Reading>
  /** Says of each other text whether it is the same in normal form, a near-duplicate, or neither. */
  compare(text: PostText, others: readonly PostText[]): Promise<Likeness[]>
  /** Runs the rules of the built-in model over a text. */
  weigh(text: PostText): Promise<Weighed>
  /** What the search index gets of a text. */
  index(text: PostText): Promise<IndexWords>
  /** Refuses what waits and what comes, and ends the threads. */
  close(): Promise<void>
}

export type TextReaderOptions = {
  /** The file of a thread. */
  file?: URL
  threads?: number
  /** How long one text may take. */
  deadlineMs?: number
  /** Whether a text is read where it is: the way to a thread and back costs more than reading it. */
  isQuick?: (text: PostText) => boolean
}

const quickLength = 1_000
/** Characters of all accounts that wait: some accounts that use all that they may. */
const mostWaiting = 10 * limits.textWaitingPerAccount
/** The queue of what the service itself asks for. */
const ownWork = ''

type Waiting = { length: number; begin(): void; refuse(reason: Problem): void }

/** A reader with a small pool of threads, which start with the first text that needs one. */
export function createTextReader({
  file = new URL(`./reading-thread${extname(import.meta.filename)}`, import.meta.url),
  threads: most = Math.max(1, Math.min(4, availableParallelism() - 1)),
  deadlineMs = 5_000,
  isQuick = isShortAndPlain,
}: TextReaderOptions = {}): TextReader {
  const waiting = new Map<string, Waiting[]>()
  const threads = createReadingThreads(file, most, deadlineMs)
  let charactersWaiting = 0
  let closed = false

  const beginNext = () => {
    if (!threads.hasRoom()) return
    const [first] = waiting
    if (!first) return
    const [accountId, own] = first
    const next = own.shift()
    // The account goes to the end of the row.
    waiting.delete(accountId)
    if (own.length > 0) waiting.set(accountId, own)
    charactersWaiting -= next?.length ?? 0
    next?.begin()
  }

  const queue = <J extends Job>(accountId: string, length: number, job: J) =>
    new Promise<JobResult[J['kind']]>((resolve, reject) => {
      const begin = () =>
        threads
          .run(job)
          .then(
            value => resolve(value as JobResult[J['kind']]),
            error => reject(asProblem(error)),
          )
          .finally(beginNext)
      const own = waiting.get(accountId) ?? []
      own.push({ length, begin, refuse: reject })
      charactersWaiting += length
      waiting.set(accountId, own)
      beginNext()
    })

  const asProblem = (error: unknown) => {
    if (closed) return stopping()
    if (!(error instanceof TookTooLong)) return error
    return overloaded(`Reading the text took longer than ${deadlineMs / 1000} s, so it was given up; shorten the text.`)
  }

  const perform = async <J extends Job>(accountId: string, job: J): Promise<JobResult[J['kind']]> => {
    if (closed) throw stopping()
    const texts = job.kind === 'compare' ? [job.text, ...job.others] : [job.text]
    if (texts.every(isQuick)) return doJob(job)
    const length = texts.reduce((sum, text) => sum + wholeText(text).length, 0)
    const own = waiting.get(accountId) ?? []
    if (accountId !== ownWork && charactersOf(own) + length > limits.textWaitingPerAccount)
      throw overloaded(`${own.length} texts of this account wait to be read; send fewer at once.`)
    if (accountId !== ownWork && charactersWaiting + length > mostWaiting)
      throw overloaded('Too many texts wait to be read.')
    return queue(accountId, length, job)
  }

  return {
    read: (accountId, text) => perform(accountId, { kind: 'read', text }),
    compare: (text, others) => perform(ownWork, { kind: 'compare', text, others }),
    weigh: text => perform(ownWork, { kind: 'weigh', text }),
    index: text => perform(ownWork, { kind: 'index', text }),
    async close() {
      closed = true
      for (const { refuse } of [...waiting.values()].flat()) refuse(stopping())
      waiting.clear()
      await threads.close()
    },
  }
}

function isShortAndPlain(text: PostText): boolean {
  const besides = [...text.topics, ...text.urls]
  const length = besides.reduce((sum, each) => sum + each.length, wholeText(text).length)
  return length <= quickLength && isPlain(wholeText(text))
}

function charactersOf(texts: readonly Waiting[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0)
}

function stopping(): Problem {
  return overloaded('The service is stopping.')
}

function overloaded(detail: string): Problem {
  return new Problem('overloaded', detail, { headers: { 'retry-after': '1' } })
}
