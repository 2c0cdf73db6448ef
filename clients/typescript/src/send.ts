// Sends a request, and sends it again where that is safe and likely to help.
import { errorOf, HandbillError } from './error.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** How requests are sent. All times are in milliseconds. */
export type Sending = {
  fetch: Fetch
  /** How many times a request is sent again at most. */
  retries: number
  /** The pause before the first repeat; each further one is twice as long, and a random part of it is left out. */
  firstPauseMs: number
  /** The longest pause: a service that asks for more is not asked again, and its error is thrown. */
  longestPauseMs: number
  /** How long one answer may take. */
  timeoutMs: number
}

export type Sent = {
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
  /** Whether a repeat does nothing twice: after a lost connection nobody knows whether the request arrived. */
  repeatable: boolean
  signal: AbortSignal | null
  timeoutMs: number
}

export type Answer = { json: unknown; retryAfterSeconds: number | null }

/** Sends a request until it is answered. Throws `HandbillError`, and the reason of `signal` once that is aborted. */
export async function send(sent: Sent, sending: Sending): Promise<Answer> {
  for (let repeat = 0; ; repeat++)
    try {
      return await sendOnce(sent, sending.fetch)
    } catch (error) {
      sent.signal?.throwIfAborted()
      if (!(error instanceof HandbillError) || repeat >= sending.retries || !mayRepeat(error, sent)) throw error
      const pauseMs = pauseBefore(repeat, error, sending)
      if (pauseMs > sending.longestPauseMs) throw error
      await pause(pauseMs, sent.signal)
    }
}

/** A request that the service has refused for now did nothing. A request without an answer may have done everything. */
function mayRepeat({ code, status, retryable }: HandbillError, { repeatable }: Sent): boolean {
  if (status === 429 || code === 'idempotency_in_progress') return retryable
  return repeatable && (code === 'no_answer' || code === 'overloaded' || (code === 'unexpected_answer' && retryable))
}

function pauseBefore(repeat: number, { retryAfterSeconds }: HandbillError, { firstPauseMs, longestPauseMs }: Sending) {
  if (retryAfterSeconds !== null) return retryAfterSeconds * 1000
  return Math.min(firstPauseMs * 2 ** repeat, longestPauseMs) * (0.5 + Math.random() / 2)
}

async function sendOnce(sent: Sent, fetch: Fetch): Promise<Answer> {
  const { method, url, headers, body, signal, timeoutMs } = sent
  let response: Response
  let text: string
  try {
    const inTime = AbortSignal.timeout(timeoutMs)
    response = await fetch(url, {
      ...{ method, headers, body, redirect: 'error' },
      signal: signal ? AbortSignal.any([signal, inTime]) : inTime,
    })
    text = await response.text()
  } catch (cause) {
    const why = cause instanceof Error ? `${cause.message}${reasonOf(cause)}` : String(cause)
    throw new HandbillError({ code: 'no_answer', detail: `No answer from ${url}: ${why}`, retryable: true, cause })
  }
  const retryAfterSeconds = secondsOf(response.headers.get('retry-after'))
  const json = parsed(text)
  if (!response.ok) throw errorOf(response.status, json, retryAfterSeconds)
  if (json === undefined) {
    const detail = `The answer to ${method} ${url} is no JSON.`
    throw new HandbillError({ code: 'unexpected_answer', detail, status: response.status })
  }
  return { json, retryAfterSeconds }
}

const reasonOf = ({ cause }: Error) => (cause instanceof Error && cause.message ? ` (${cause.message})` : '')

const secondsOf = (header: string | null) => (header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Resolves after a time. Throws the reason of `signal` once that is aborted. */
export function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
