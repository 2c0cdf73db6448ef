// Reads texts outside the thread that answers requests, in a fair queue: no account waits for the long texts of another.

import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { limits } from '../contract/limits.ts'
import { Problem } from '../contract/problems/problem.ts'
import type { PostText } from '../domain/posts/post-text.ts'
import type { IndexWords } from '../domain/text/search-text.ts'
import type { HeadsOf } from './embedded/embedded-model.ts'
import type { EmbeddedJudgement } from './embedded/judge.ts'
import type { Learned } from './embedded/learned.ts'
import { createGroups } from './groups.ts'
import type { SharedLists } from './listed/shared-lists.ts'
import type { Likeness } from './near-duplicates.ts'
import { wholeText } from './prefilter/fold.ts'
import { isQuickText } from './quick-texts.ts'
import type { Reading } from './reading.ts'
import { doJob, type Job, type JobResult } from './reading-jobs.ts'
import { createReadingThreads, TookTooLong } from './reading-threads.ts'

/**
 * The turn of a text in the fair queue: that of an account, or one that several accounts share. `of` is called only for a text that
 * may have to wait. A shared turn leaves a thread free for the others.
 */
export type ReadingTurn = { of(): Promise<string> | string; late?: AbortSignal | undefined }

/**
 * Every method throws `overloaded`: for a text that takes too long to read, when too much waits, and once the reader is closed. When
 * `late` is aborted, a waiting text is given up with the reason of the signal.
 */
export type TextReader = {
  /** Reads a text in its turn, and finds what it has of the lists; limits.textWaitingPerAccount characters of one turn may wait. */
  read(turn: ReadingTurn, text: PostText, lists?: SharedLists | null): Promise<Reading>
  /** Reads a message to an author: its refusal, and flags for the deciding model. */
  readMessage(turn: ReadingTurn, message: PostText, lists?: SharedLists | null): Promise<JobResult['message']>
  /** Compares a text with others: each is the same in normal form, a near-duplicate, or neither. */
  compare(turn: ReadingTurn, text: PostText, others: readonly PostText[]): Promise<Likeness[]>
  /** The judgement of the embedded model with the learned heads, always made in a thread. */
  judge(text: PostText, learned: Learned | null): Promise<EmbeddedJudgement>
  /** The same, and that of a candidate's heads from the same reading; null where those fail. */
  judgeBeside(
    text: PostText,
    learned: Learned | null,
    candidate: Learned | null,
  ): Promise<[EmbeddedJudgement, EmbeddedJudgement | null]>
  index(text: PostText): Promise<IndexWords>
  /** Rejects all waiting and later texts, and ends the threads. */
  close(): Promise<void>
}

/** The turn of the service itself; any amount may wait. */
export const ownTurn: ReadingTurn = { of: () => '' }
/** The turn that accounts without money or a verified address share. */
export const sharedTurn = 'shared'

export type TextReaderOptions = {
  /** The file that a thread runs. */
  file?: URL
  threads?: number
  /** How long one text may take. */
  deadlineMs?: number
  /** Whether a text is read in the calling thread, since sending it to another thread would cost more than reading it. */
  isQuick?: (text: PostText) => boolean
}

type Waiting = { length: number; begin(): void; refuse(reason: unknown): void }

/** A reader with a small pool of threads, which start with the first text that needs one. */
export function createTextReader({
  file = new URL(`./reading-thread${extname(import.meta.filename)}`, import.meta.url),
  threads: most = Math.max(2, Math.min(4, availableParallelism() - 1)),
  deadlineMs = limits.textReadingMs,
  isQuick = isShortAndPlain,
}: TextReaderOptions = {}): TextReader {
  const waiting = new Map<string, Set<Waiting>>()
  const threads = createReadingThreads(file, most, deadlineMs)
  const mostShared = Math.max(1, most - 1)
  let charactersWaiting = 0
  let sharedRunning = 0
  let closed = false

  const leave = (turn: string, one: Waiting) => {
    const own = waiting.get(turn)
    if (!own?.delete(one)) return false
    if (own.size === 0) waiting.delete(turn)
    charactersWaiting -= one.length
    return true
  }

  const beginNext = () => {
    if (!threads.hasRoom()) return
    for (const [turn, own] of waiting) {
      if (turn === sharedTurn && sharedRunning >= mostShared) continue
      const [next] = own
      if (!next) continue
      leave(turn, next)
      // The other texts of this turn go to the end of the queue.
      if (waiting.delete(turn)) waiting.set(turn, own)
      next.begin()
      return
    }
  }

  const queue = <J extends Job>(turn: string, length: number, job: J, late: AbortSignal | undefined) =>
    new Promise<JobResult[J['kind']]>((resolve, reject) => {
      const giveUp = () => leave(turn, one) && reject(late?.reason)
      const one: Waiting = {
        length,
        refuse: reject,
        begin() {
          late?.removeEventListener('abort', giveUp)
          if (turn === sharedTurn) sharedRunning++
          threads
            .run(job)
            .then(
              value => resolve(value as JobResult[J['kind']]),
              error => reject(asProblem(error)),
            )
            .finally(() => {
              if (turn === sharedTurn) sharedRunning--
              beginNext()
            })
        },
      }
      late?.addEventListener('abort', giveUp)
      const own = waiting.get(turn) ?? new Set()
      own.add(one)
      charactersWaiting += length
      waiting.set(turn, own)
      beginNext()
    })

  const asProblem = (error: unknown) => {
    if (closed) return stopping()
    if (!(error instanceof TookTooLong)) return error
    return overloaded(`Reading the text took longer than ${deadlineMs / 1000} s, so it was given up; shorten the text.`)
  }

  const perform = async <J extends Job>({ of, late }: ReadingTurn, job: J): Promise<JobResult[J['kind']]> => {
    if (closed) throw stopping()
    const texts = textsOf(job)
    // Judging takes several times as long as reading, so it always goes to a thread.
    if (job.kind !== 'judge' && texts.every(isQuick)) return doJob(job)
    const length = texts.reduce((sum, text) => sum + wholeText(text).length, 0)
    const turn = await of()
    if (closed) throw stopping()
    late?.throwIfAborted()
    if (turn !== ownTurn.of()) {
      const own = waiting.get(turn) ?? new Set()
      if (charactersOf(own) + length > limits.textWaitingPerAccount)
        throw overloaded(`${own.size} texts that take turns with this one wait to be read; send fewer at once.`)
      if (charactersWaiting + length > limits.textWaiting) throw overloaded('Too many texts wait to be read.')
    }
    return queue(turn, length, job, late)
  }

  const judge = createGroups<Judged, JobResult['judge'][number]>(
    (one, group) => sameHeads(one.heads, group[0]?.heads) && lengthOf([one, ...group]) <= charactersJudged,
    group => perform(ownTurn, { kind: 'judge', texts: group.map(({ text }) => text), heads: group[0]!.heads }),
  )

  return {
    read: (turn, text, lists = null) => perform(turn, { kind: 'read', text, lists }),
    readMessage: (turn, text, lists = null) => perform(turn, { kind: 'message', text, lists }),
    compare: (turn, text, others) => perform(turn, { kind: 'compare', text, others }),
    judge: async (text, learned) => (await judge({ text, heads: [learned] }))[0],
    async judgeBeside(text, learned, candidate) {
      const [own, other = null] = await judge({ text, heads: [learned, candidate] })
      return [own, other]
    },
    index: text => perform(ownTurn, { kind: 'index', text }),
    async close() {
      closed = true
      for (const own of waiting.values()) for (const { refuse } of own) refuse(stopping())
      waiting.clear()
      await threads.close()
    },
  }
}

type Judged = { text: PostText; heads: HeadsOf }

const sameHeads = (one: HeadsOf, other: HeadsOf | undefined) =>
  one.length === other?.length && one.every((heads, i) => heads === other[i])

/** Characters of texts that are judged in one message, so that a thread is soon free for other readers. */
const charactersJudged = 8_000

function lengthOf(group: readonly Judged[]): number {
  return group.reduce((sum, { text }) => sum + wholeText(text).length, 0)
}

function textsOf(job: Job): readonly PostText[] {
  if (job.kind === 'judge') return job.texts
  return job.kind === 'compare' ? [job.text, ...job.others] : [job.text]
}

function isShortAndPlain(text: PostText): boolean {
  const besides = [...text.topics, ...text.urls]
  return isQuickText([wholeText(text), ...besides].join(''))
}

function charactersOf(texts: ReadonlySet<Waiting>): number {
  return [...texts].reduce((sum, { length }) => sum + length, 0)
}

function stopping(): Problem {
  return overloaded('The service is stopping.')
}

function overloaded(detail: string): Problem {
  return new Problem('overloaded', detail, { headers: { 'retry-after': '1' } })
}
