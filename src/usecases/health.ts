// Whether the service can do its work: the database answers, for reading and to the writer. Asking changes nothing.
import { limits } from '../contract/limits.ts'
import type { RateLimit, RateLimitState } from '../integrations/rate-limit/rate-limit.ts'
import { readMeta } from '../store/database/meta.ts'
import type { Platform } from './platform.ts'

/** Ready, with where the rate limit counts; or not. */
export type Readiness = { ready: true; rateLimit: RateLimitState | 'none' } | { ready: false }

/**
 * Makes the probe of a process. One look is under way at a time, whoever asks; what it finds is kept for a second; one that
 * hangs counts as refused. A change between ready and not is logged once.
 */
export function createReadiness(platform: Platform, rateLimit: RateLimit | null): () => Promise<Readiness> {
  const { log, now } = platform
  let last: { found: Promise<Readiness>; at: number | null } | null = null
  let wasReady = true

  const look = async (): Promise<Readiness> => {
    let found: Readiness
    try {
      await within(limits.readinessProbeMs, databaseAnswers(platform))
      found = { ready: true, rateLimit: rateLimit ? await rateLimit.state() : 'none' }
      if (!wasReady) log.info({}, 'ready again')
    } catch (error) {
      found = { ready: false }
      if (wasReady) log.error({ reason: reasonOf(error) }, 'not ready')
    }
    wasReady = found.ready
    return found
  }

  return () => {
    const age = last?.at == null ? 0 : now() - last.at
    if (last && age >= 0 && age < limits.readinessKeptMs) return last.found
    const asked: typeof last = { found: look(), at: null }
    last = asked
    void asked.found.then(() => {
      asked.at = now()
    })
    return asked.found
  }
}

/** Reads through each way to the database: the one that reads, and the writer with its connection. */
async function databaseAnswers(platform: Platform): Promise<void> {
  await Promise.all([readMeta(platform.db, 'places_version'), platform.act('answer', {})])
}

/** Rejects when the work takes longer; the work goes on, and nobody hears of it any more. */
async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${ms} ms`)), ms)
  try {
    await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return code ?? message ?? 'unknown'
}
