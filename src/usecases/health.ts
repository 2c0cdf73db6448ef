// Checks whether the service is ready: the database answers the reading connection and the writer, and takes writes. The check changes nothing.
import { limits } from '../contract/limits.ts'
import type { RateLimit, RateLimitState } from '../integrations/rate-limit/rate-limit.ts'
import { readMeta } from '../store/database/meta.ts'
import type { Platform } from './platform.ts'

/** The result of the check. `rateLimit`: where requests are counted. */
export type Readiness = { ready: true; rateLimit: RateLimitState | 'none' } | { ready: false }

/**
 * The readiness probe of a process. It runs one check at a time, keeps the result for a second, and counts a check that hangs as
 * not ready. It logs each change between ready and not ready once.
 */
export function createReadiness(platform: Platform, rateLimit: RateLimit | null): () => Promise<Readiness> {
  const { log, now } = platform
  let last: { found: Promise<Readiness>; at: number | null } | null = null
  let wasReady = true

  const look = async (): Promise<Readiness> => {
    let found: Readiness
    try {
      await within(limits.readinessProbeMs, databaseAnswers(platform))
      requireWrites(platform)
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

/** Reads through each connection to the database: the reading one and that of the writer. */
async function databaseAnswers(platform: Platform): Promise<void> {
  await Promise.all([readMeta(platform.db, 'places_version'), platform.act('answer', {})])
}

/** Throws after a refused write: the probe itself writes nothing, so a full disk does not stop it. */
function requireWrites({ refusedWrites, now }: Platform): void {
  const at = refusedWrites.lastAt()
  if (at !== null && Math.abs(now() - at) < limits.writeRefusedKeptMs) throw new Error('the database refused a write')
}

/** Rejects when the work takes longer than `ms`. The work goes on, and its result is ignored. */
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
