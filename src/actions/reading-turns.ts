// Gives texts that are to be read by the fixed rules their turn, account by account, so that nobody's long texts hold up others.
import { limits } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import type { Platform } from './platform.ts'

/** After a text that took longer, in milliseconds, as much time as it took is left to everything else. */
const longMs = 3

type Turn = { length: number; take(): void; refuse(reason: Problem): void }
type Turns = { waiting: Map<string, Turn[]>; planned: boolean; ended: boolean }

const all = new WeakMap<Platform, Turns>()

function turnsOf(platform: Platform): Turns {
  const turns = all.get(platform) ?? { waiting: new Map(), planned: false, ended: false }
  all.set(platform, turns)
  return turns
}

/**
 * Resolves when a text of this account, so many characters long, may be read: one text a turn of the event loop, accounts
 * in rotation, and for half of the time at most while texts are long. Throws `overloaded` where more than
 * limits.textWaitingPerAccount would wait.
 */
export async function readingTurn(platform: Platform, accountId: string, length: number): Promise<void> {
  const turns = turnsOf(platform)
  const own = turns.waiting.get(accountId) ?? []
  if (turns.ended) throw overloaded('The service is stopping.')
  if (own.reduce((sum, turn) => sum + turn.length, length) > limits.textWaitingPerAccount)
    throw overloaded(`${own.length} texts of this account wait to be read; send fewer at once.`)
  turns.waiting.set(accountId, own)
  if (!turns.planned) setImmediate(takeTurn, turns)
  turns.planned = true
  return new Promise((take, refuse) => own.push({ length, take, refuse }))
}

/** Refuses what waits and what comes: the platform is about to close. Whoever waits has hung up by then. */
export function endReadingTurns(platform: Platform): void {
  const turns = turnsOf(platform)
  turns.ended = true
  for (const turn of [...turns.waiting.values()].flat()) turn.refuse(overloaded('The service is stopping.'))
  turns.waiting.clear()
}

function takeTurn(turns: Turns): void {
  const [next] = turns.waiting
  if (!next) {
    turns.planned = false
    return
  }
  const [accountId, own] = next
  const turn = own.shift()
  turns.waiting.delete(accountId)
  if (own.length > 0) turns.waiting.set(accountId, own)
  const startedAt = performance.now()
  turn?.take()
  setImmediate(() => {
    const took = performance.now() - startedAt
    if (took > longMs) setTimeout(takeTurn, took, turns)
    else takeTurn(turns)
  })
}

function overloaded(detail: string): Problem {
  return new Problem('overloaded', detail, { headers: { 'retry-after': '1' } })
}
