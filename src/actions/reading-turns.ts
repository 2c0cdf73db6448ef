// Reads texts by the fixed rules in turns, account by account, so that nobody's long texts hold up others.
import { limits } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import type { Platform } from './platform.ts'

/** Milliseconds of reading after which as much time as it took is left to everything else. */
const longMs = 10

type Text = { length: number; read(): void; refuse(reason: Problem): void }
type Turns = { waiting: Map<string, Text[]>; planned: boolean; ended: boolean }

const all = new WeakMap<Platform, Turns>()

function turnsOf(platform: Platform): Turns {
  const turns = all.get(platform) ?? { waiting: new Map(), planned: false, ended: false }
  all.set(platform, turns)
  return turns
}

/**
 * Reads a text of this account, so many characters long, when it is its turn: accounts take turns, and long texts are read
 * for half of the time at most. Throws what `read` throws, and `overloaded` where more than limits.textWaitingPerAccount
 * would wait.
 */
export async function readInTurn<T>(platform: Platform, accountId: string, length: number, read: () => T): Promise<T> {
  const turns = turnsOf(platform)
  const own = turns.waiting.get(accountId) ?? []
  if (turns.ended) throw overloaded('The service is stopping.')
  if (own.reduce((sum, text) => sum + text.length, length) > limits.textWaitingPerAccount)
    throw overloaded(`${own.length} texts of this account wait to be read; send fewer at once.`)
  turns.waiting.set(accountId, own)
  if (!turns.planned) setImmediate(takeTurns, turns)
  turns.planned = true
  return new Promise((resolve, reject) =>
    own.push({
      length,
      read() {
        try {
          resolve(read())
        } catch (thrown) {
          reject(thrown)
        }
      },
      refuse: reject,
    }),
  )
}

/** Refuses what waits and what comes: the platform is about to close. Whoever waits has hung up by then. */
export function endReadingTurns(platform: Platform): void {
  const turns = turnsOf(platform)
  turns.ended = true
  for (const text of [...turns.waiting.values()].flat()) text.refuse(overloaded('The service is stopping.'))
  turns.waiting.clear()
}

function takeTurns(turns: Turns): void {
  const startedAt = performance.now()
  let took = 0
  let next = nextText(turns)
  turns.planned = next !== undefined
  while (next) {
    next.read()
    took = performance.now() - startedAt
    next = took < longMs ? nextText(turns) : undefined
  }
  if (!turns.planned) return
  if (took < longMs) setImmediate(takeTurns, turns)
  else setTimeout(takeTurns, took, turns)
}

/** The text whose turn it is; the next one is another account's, if one waits. */
function nextText({ waiting }: Turns): Text | undefined {
  const [first] = waiting
  if (!first) return undefined
  const [accountId, own] = first
  const text = own.shift()
  waiting.delete(accountId)
  if (own.length > 0) waiting.set(accountId, own)
  return text
}

function overloaded(detail: string): Problem {
  return new Problem('overloaded', detail, { headers: { 'retry-after': '1' } })
}
