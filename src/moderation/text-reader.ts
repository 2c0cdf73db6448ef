// Reads texts in a fair queue: accounts take turns, so that the long texts of one do not hold up the others.
import { limits } from '../contract/limits.ts'
import { Problem } from '../contract/problem.ts'
import type { PostText } from '../domain/post-text.ts'
import { likeness, nearCopyFrom, shinglesOf } from './near-copies.ts'
import { duplicateText } from './prefilter/fingerprint.ts'
import { wholeText } from './prefilter/fold.ts'
import { type Reading, readText } from './reading.ts'

export type TextReader = {
  /**
   * Reads a text of this account when it is its turn. Throws `overloaded` when more than limits.textWaitingPerAccount
   * characters of the account would wait, and once the reader is closed.
   */
  read(accountId: string, text: PostText): Promise<Reading>
  /** How a text compares with others: the same words, a near-duplicate, or neither. */
  compare(text: PostText, others: readonly PostText[]): Promise<('same' | 'near' | null)[]>
  /** Refuses what waits and what comes. */
  close(): Promise<void>
}

/** Milliseconds of reading after which as much time as it took is left to everything else. */
const longMs = 10

type Waiting = { length: number; read(): void; refuse(reason: Problem): void }

/** A reader that reads in the thread of its caller. */
export function createTextReader(read: (text: PostText) => Reading = readText): TextReader {
  const waiting = new Map<string, Waiting[]>()
  let planned = false
  let ended = false
  const next = (): Waiting | undefined => {
    const [first] = waiting
    if (!first) return undefined
    const [accountId, own] = first
    const text = own.shift()
    waiting.delete(accountId)
    if (own.length > 0) waiting.set(accountId, own)
    return text
  }
  const takeTurns = () => {
    const startedAt = performance.now()
    let took = 0
    let text = next()
    planned = text !== undefined
    while (text) {
      text.read()
      took = performance.now() - startedAt
      text = took < longMs ? next() : undefined
    }
    if (!planned) return
    if (took < longMs) setImmediate(takeTurns)
    else setTimeout(takeTurns, took)
  }
  return {
    async read(accountId, text) {
      const { length } = wholeText(text)
      const own = waiting.get(accountId) ?? []
      if (ended) throw overloaded('The service is stopping.')
      if (own.reduce((sum, other) => sum + other.length, length) > limits.textWaitingPerAccount)
        throw overloaded(`${own.length} texts of this account wait to be read; send fewer at once.`)
      waiting.set(accountId, own)
      if (!planned) setImmediate(takeTurns)
      planned = true
      return new Promise((resolve, reject) =>
        own.push({
          length,
          read() {
            try {
              resolve(read(text))
            } catch (thrown) {
              reject(thrown)
            }
          },
          refuse: reject,
        }),
      )
    },
    async compare(text, others) {
      const normal = duplicateText(text)
      const shingles = shinglesOf(normal)
      return others.map(other => {
        const otherNormal = duplicateText(other)
        if (otherNormal === normal) return 'same'
        return likeness(shingles, shinglesOf(otherNormal)) >= nearCopyFrom ? 'near' : null
      })
    },
    async close() {
      ended = true
      for (const text of [...waiting.values()].flat()) text.refuse(overloaded('The service is stopping.'))
      waiting.clear()
    },
  }
}

function overloaded(detail: string): Problem {
  return new Problem('overloaded', detail, { headers: { 'retry-after': '1' } })
}
