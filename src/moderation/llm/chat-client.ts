// Sends requests to an OpenAI-compatible API: without redirects, with a limit of time and size for the whole answer.
import type { Pool } from 'undici'
import { limits } from '../../contract/limits.ts'
import { minuteMs, secondMs } from '../../contract/spans.ts'
import { retryAfterMs } from '../../domain/delivery/schedule.ts'
import { UnusableAnswer } from './unusable-answer.ts'

/** The error of a call without an answer. Its message is in fixed words that quote neither the server nor the key. */
export class ModelAway extends Error {
  override readonly name = 'ModelAway'
  /** Whether another call at once may succeed. */
  readonly again: boolean
  /** How long a busy server asks its callers to wait, in milliseconds; null where it says nothing of that. */
  readonly busyMs: number | null
  constructor(message: string, again = true, busyMs: number | null = null) {
    super(message)
    this.again = again
    this.busyMs = busyMs
  }
}

export type ChatClient = {
  /** The JSON that the server answered. Throws ModelAway, and UnusableAnswer when the answer is too long or not JSON. */
  complete(request: object, late?: AbortSignal): Promise<unknown>
  /** Aborts the calls under way. */
  close(): void
}

/** Statuses about the request itself: a later call with the same text would fail too. */
const refusals = [400, 413, 422]

/** A client of the API at `url`; each call has `timeoutMs` in all. `now` gives epoch ms. */
export function createChatClient({
  url,
  apiKey,
  timeoutMs,
  now,
}: {
  url: string
  apiKey: string | null
  timeoutMs: number
  now: () => number
}): ChatClient {
  const target = new URL(`${url}/chat/completions`)
  const closing = new AbortController()
  let pool: Pool | undefined
  const connected = async () => {
    // Loaded at the first call, before its time limit starts.
    const { Pool } = await import('undici')
    pool ??= new Pool(target.origin, {
      pipelining: 1,
      connect: { timeout: timeoutMs },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    })
    return pool
  }
  return {
    async complete(request, late) {
      const pool = await connected()
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs), ...(late ? [late] : [])])
      let received: Buffer
      try {
        const { statusCode, headers, body } = await pool.request({
          method: 'POST',
          path: target.pathname,
          headers: {
            'content-type': 'application/json',
            accept: 'application/json',
            'accept-encoding': 'identity',
            'user-agent': 'Handbill-Moderation/1',
            ...(apiKey && { authorization: `Bearer ${apiKey}` }),
          },
          body: JSON.stringify(request),
          signal,
        })
        // The body of another status may quote the key or the text.
        if (statusCode !== 200) {
          body.on('error', () => {}).destroy()
          throw statusFault(statusCode, busyFor(headers['retry-after'], now()))
        }
        received = await readBounded(body)
      } catch (error) {
        if (error instanceof ModelAway || error instanceof UnusableAnswer) throw error
        if (closing.signal.aborted) throw new ModelAway('the service was stopping', false)
        throw new ModelAway(signal.aborted ? 'no whole answer came in time' : wordsFor(error), !late?.aborted)
      }
      return parsed(received)
    },
    close() {
      closing.abort()
      pool?.destroy().catch(() => {})
    },
  }
}

/** Statuses of a server that has too much to do. */
const busy = [429, 503]
/** Without Retry-After, and at most, in milliseconds. */
const busyUsuallyMs = 5 * secondMs
const busyMostMs = 10 * minuteMs

/** For how long a busy server wants no call, in milliseconds. */
function busyFor(header: string | string[] | undefined, now: number): number {
  const asked = retryAfterMs(typeof header === 'string' ? header : null, now)
  return Math.min(asked ?? busyUsuallyMs, busyMostMs)
}

function statusFault(status: number, busyMs: number): Error {
  if (refusals.includes(status)) return new UnusableAnswer(`the server refused the request with status ${status}`)
  return new ModelAway(
    `the server answered with status ${status}`,
    status >= 500,
    busy.includes(status) ? busyMs : null,
  )
}

async function readBounded(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limits.modelAnswerBytes) throw new UnusableAnswer('it is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parsed(received: Buffer): unknown {
  try {
    return JSON.parse(received.toString())
  } catch {
    throw new UnusableAnswer('it is no JSON')
  }
}

function wordsFor(error: unknown): string {
  const { code = '', errors } = error as { code?: string; errors?: { code?: string }[] }
  const known = [code, errors?.[0]?.code ?? ''].find(each => /^[A-Z][A-Z0-9_]+$/.test(each))
  return known ? `the connection failed (${known})` : 'the connection failed'
}
