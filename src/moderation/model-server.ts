// The server of an external model, which may sleep: probes it and tells it to start.
import { limits } from '../contract/limits.ts'
import type { ModerationModel, ModerationState } from './model.ts'

/** A probe of the server, and when it ended (epoch ms); null while it is under way. */
type Probe = { state: Promise<ModerationState>; endedAt: number | null }

/** Statuses of a running server that does not list its models to us. */
const withoutList = new Set([401, 403, 404, 405, 429])

/**
 * The state of an OpenAI-compatible model by `GET {baseUrl}/models`: `running` when its server answers, `idle` when it does not or
 * answers with an error, as proxies do for a sleeping server. One probe at a time; its result is kept `limits.modelProbeKeptMs`.
 * `now` gives epoch ms.
 */
export function createModelProbe(server: {
  baseUrl: string
  apiKey: string | null
  now: () => number
}): ModerationModel['state'] {
  const { baseUrl, apiKey, now } = server
  const probe = async (): Promise<ModerationState> => {
    const status = await request(`${baseUrl}/models`, 'GET', apiKey, limits.modelProbeMs).catch(() => 0)
    return (status >= 200 && status < 300) || withoutList.has(status) ? 'running' : 'idle'
  }
  let last: Probe | undefined
  return ({ fresh = false } = {}) => {
    const { endedAt } = last ?? { endedAt: Number.NEGATIVE_INFINITY }
    const kept = endedAt === null || (!fresh && Math.abs(now() - endedAt) < limits.modelProbeKeptMs)
    if (last && kept) return last.state
    const begun: Probe = { endedAt: null, state: probe() }
    void begun.state.finally(() => {
      begun.endedAt = now()
    })
    last = begun
    return begun.state
  }
}

/** A function that tells a server to start, by POST to the operator's URL. It returns the status; it throws without an answer. */
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
