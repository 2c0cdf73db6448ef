// The server that an external model runs on, which may sleep: whether it answers, and how it is told to start.
import { limits } from '../contract/limits.ts'
import type { ModerationModel, ModerationState } from './model.ts'

/** A look at the server, and when it ended (epoch ms); null while it is under way. */
type Look = { state: Promise<ModerationState>; endedAt: number | null }

/** Of a server that is there and lists no models, or not for us: asking it is worth a try, and what comes of that is told. */
const listless = new Set([401, 403, 404, 405, 429])

/**
 * The state of an OpenAI-compatible model by `GET {baseUrl}/models`: `running` when its server answers, `idle` when it does not or
 * answers with a fault of its own, as proxies do for a server that sleeps. One look at a time, kept for `limits.modelProbeKeptMs`.
 * `now` gives epoch ms.
 */
export function createModelProbe(server: {
  baseUrl: string
  apiKey: string | null
  now: () => number
}): ModerationModel['state'] {
  const { baseUrl, apiKey, now } = server
  const look = async (): Promise<ModerationState> => {
    const status = await request(`${baseUrl}/models`, 'GET', apiKey, limits.modelProbeMs).catch(() => 0)
    return (status >= 200 && status < 300) || listless.has(status) ? 'running' : 'idle'
  }
  let last: Look | undefined
  return ({ fresh = false } = {}) => {
    const { endedAt } = last ?? { endedAt: Number.NEGATIVE_INFINITY }
    const kept = endedAt === null || (!fresh && Math.abs(now() - endedAt) < limits.modelProbeKeptMs)
    if (last && kept) return last.state
    const begun: Look = { endedAt: null, state: look() }
    begun.state.finally(() => {
      begun.endedAt = now()
    })
    last = begun
    return begun.state
  }
}

/** Tells a server to start, by POST to the URL that its operator gave. The status of the answer; throws when there is none. */
export function createModelStart(url: string, key: string | null): () => Promise<number> {
  return () => request(url, 'POST', key, limits.modelStartTimeoutMs)
}

async function request(url: string, method: 'GET' | 'POST', key: string | null, timeoutMs: number): Promise<number> {
  const { status, body } = await fetch(url, {
    method,
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await body?.cancel()
  return status
}
