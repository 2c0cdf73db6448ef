// Whether the process is up, and whether it can do its work.
import type { FastifyInstance } from 'fastify'
import type { RateLimit } from '../integrations/rate-limit/rate-limit.ts'
import { createReadiness } from '../usecases/health.ts'
import type { Platform } from '../usecases/platform.ts'

/** Mounts GET /healthz (process up) and GET /readyz (database and writer answer), contract.md §2. */
export function mountHealth(
  app: FastifyInstance,
  platform: Platform,
  pendingWrites: () => number,
  rateLimit: RateLimit | null,
): void {
  const readiness = createReadiness(platform, rateLimit)
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_, reply) => {
    const found = await readiness()
    if (!found.ready) return reply.code(503).send({ status: 'unavailable' })
    // Without its Redis the rate limit is higher than configured; everything else works.
    const status = found.rateLimit === 'degraded' ? 'degraded' : 'ok'
    return { status, database: 'ok', pending_writes: pendingWrites(), rate_limit: found.rateLimit }
  })
}
