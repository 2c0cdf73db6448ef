// Callers of two nodes who post, edit, top up and read while the database fails: what they were told, counted.
import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { StoreUnavailable } from '../../../src/store/database/unavailable.ts'
import type { Platform } from '../../../src/usecases/platform.ts'
import { eventBody } from '../../harness.ts'
import type { Answer } from '../caller.ts'

/** Callers of one node that post, and the pause between two posts of one (milliseconds): most of the machine is for the servers. */
const posters = 2
const restMs = 300
const priceMicros = 1_000_000
const editMicros = priceMicros / 2
const topUpMicros = 10_000_000
/** An account tops up 50 times a day at most (milliseconds between two). */
const mostTopUps = 50
const topUpEveryMs = 20_000
/** How long a caller waits for an answer; the service answers within its own deadline, 10 seconds (milliseconds). */
const patienceMs = 30_000
/** The longest pause before a request is repeated. Callers of a real service wait as long as Retry-After says (milliseconds). */
const pauseMs = 500

export type Told = {
  /** Ids of posts by Idempotency-Key, each answered with 202. */
  posts: Map<string, string>
  /** Edits that were answered with 202 or 200, by post: the last acknowledged title. */
  edits: Map<string, string>
  /** What the callers were told that they have paid, and what they topped up (micros). */
  paid: number
  toppedUp: number
  unavailable: number
  unanswered: number
  reads: { answered: number; refused: number }
  /** When the last post was acknowledged, and the longest time between two of them since `startRound` (epoch ms, ms). */
  lastAt: number
  longestGapMs: number
}

export type Load = {
  told: Told
  startRound(): void
  /** Resolves after so many more posts were acknowledged. */
  reach(more: number): Promise<void>
  /** Lets every request come to its end. */
  stop(): Promise<void>
}

/** Starts the callers. `key`: of the account that pays. `platform`: where the payments of the provider are booked. */
export function startLoad(
  origins: readonly string[],
  { key, accountId, platform }: { key: string; accountId: string; platform: Platform },
): Load {
  const told: Told = {
    ...{ posts: new Map(), edits: new Map(), paid: 0, toppedUp: 0, unavailable: 0, unanswered: 0 },
    ...{ reads: { answered: 0, refused: 0 }, lastAt: Date.now(), longestGapMs: 0 },
  }
  const waiting: { count: number; resolve: () => void }[] = []
  let running = true
  let sent = 0
  let asked = 0
  const acknowledge = (idempotencyKey: string, id: string) => {
    told.posts.set(idempotencyKey, id)
    told.longestGapMs = Math.max(told.longestGapMs, Date.now() - told.lastAt)
    told.lastAt = Date.now()
    for (const { count, resolve } of waiting) if (told.posts.size >= count) resolve()
  }
  /** Repeats a request with its Idempotency-Key until it is answered with other than 503. */
  const insist = async (request: () => Promise<Answer>): Promise<NonNullable<Answer>> => {
    for (;;) {
      const answer = await request()
      if (answer && answer.status !== 503) return answer
      if (answer) assertUnavailable(answer)
      told[answer ? 'unavailable' : 'unanswered']++
      await pause(pauseMs)
    }
  }
  /** A caller that is told to come again asks another node. */
  const anyNode = () => origins[asked++ % origins.length]!
  const poster = async () => {
    while (running) {
      const idempotencyKey = `failover-${sent++}`
      const body = eventBody()
      const answer = await insist(() => send(anyNode(), 'POST', '/v1/posts', key, body, idempotencyKey))
      assert.equal(answer.status, 202, JSON.stringify(answer))
      told.paid += priceMicros
      acknowledge(idempotencyKey, answer.json.id)
      await pause(restMs)
      if (told.posts.size % 4 === 0) await edit(answer.json.id, `${body.title}, changed`, idempotencyKey)
    }
  }
  const edit = async (id: string, title: string, of: string) => {
    await insist(() => send(anyNode(), 'GET', `/v1/posts/${id}?wait=10`, key))
    const answer = await insist(() => send(anyNode(), 'PATCH', `/v1/posts/${id}`, key, { title }, `edit-${of}`))
    // The post still waits for its verdict.
    if (answer.status === 409) return
    assert.equal(answer.status, 202, JSON.stringify(answer))
    told.paid += editMicros
    told.edits.set(id, title)
  }
  const payer = async () => {
    for (let i = 0; running && i < mostTopUps; i++) {
      await book(i)
      told.toppedUp += topUpMicros
      await pause(topUpEveryMs)
    }
  }
  /** Books one payment as the provider reports it: again and again, until it is recorded. */
  const book = async (i: number) => {
    const asked = {
      accountId,
      site: 'events',
      amountMicros: topUpMicros,
      formKey: `failover ${i}`,
      method: 'pays',
    } as const
    const { id, news } = await insistOn(() => platform.act('startPayment', asked))
    const card = { customer: null, method: 'pays', fingerprint: 'card', label: 'test card' }
    const found = { state: 'paid', reference: `test_${id}`, card, refunded: 0, disputes: [] } as const
    await insistOn(() => platform.act('settlePayment', { id, news, found }))
  }
  const reader = async (origin: string) => {
    while (running) {
      const answer = await send(origin, 'GET', '/v1/posts', null)
      told.reads[answer?.status === 200 ? 'answered' : 'refused']++
      await pause(pauseMs)
    }
  }
  const callers = Promise.all([
    ...origins.flatMap(() => Array.from({ length: posters }, poster)),
    ...origins.map(reader),
    payer(),
  ])
  // A caller that fails ends the test where the test waits.
  callers.catch(() => {})
  return {
    told,
    startRound() {
      told.longestGapMs = 0
      told.lastAt = Date.now()
    },
    reach: more =>
      Promise.race([
        new Promise<void>(resolve => waiting.push({ count: told.posts.size + more, resolve })),
        callers.then(() => {}),
      ]),
    async stop() {
      running = false
      await callers
    },
  }
}

async function insistOn<T>(work: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      await pause(pauseMs)
    }
}

/** Sends one request. Null when there was no answer. */
export async function send(
  origin: string,
  method: string,
  path: string,
  key: string | null,
  body?: unknown,
  idempotencyKey?: string,
): Promise<Answer> {
  try {
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patienceMs),
    })
    return { status: response.status, retryAfter: response.headers.get('retry-after'), json: await response.json() }
  } catch {
    return null
  }
}

function assertUnavailable(answer: NonNullable<Answer>): void {
  assert.equal(answer.json.code, 'overloaded', JSON.stringify(answer))
  assert.match(answer.retryAfter ?? '', /^[1-9]\d*$/)
}
