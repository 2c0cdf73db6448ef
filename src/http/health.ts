// Whether the process is up, and whether it can do its work.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerAddress } from '../edge/caller-address.ts'
import { isFromThisMachine } from '../edge/this-machine.ts'
import type { RateLimit } from '../integrations/rate-limit/rate-limit.ts'
import { type DoctorsAnswer, installationOf, isDoctorsQuestion } from '../usecases/doctors-question.ts'
import { createReadiness } from '../usecases/health.ts'
import type { Platform } from '../usecases/platform.ts'

type Health = {
  pendingWrites(): number
  rateLimit: RateLimit | null
  /** What the operator should look at: the list is for callers on the machine alone. */
  warnings: readonly { code: string; says: string; fix: string; open?: true }[]
}

/** Mounts GET /healthz (process up) and GET /readyz (database and writer answer), contract.md §2. */
export function mountHealth(
  app: FastifyInstance,
  platform: Platform,
  { pendingWrites, rateLimit, warnings }: Health,
): void {
  const readiness = createReadiness(platform, rateLimit)
  const told = warnings.map(({ code, says, fix }) => ({ code, says, fix }))
  // What readers see on the pages anyway is no secret: a monitor notes it, and the service is ready all the same.
  const notes = warnings.flatMap(({ code, open }) => (open ? code : []))
  app.get('/healthz', async request => {
    const { doctor } = request.query as { doctor?: unknown }
    if (!isDoctorsQuestion(platform.links, doctor, platform.now())) return { status: 'ok' }
    return { status: 'ok', ...seen(platform, request) }
  })
  app.get('/readyz', async (request, reply) => {
    const found = await readiness()
    if (!found.ready) return reply.code(503).send({ status: 'unavailable' })
    // Without its Redis the rate limit is higher than configured; everything else works.
    const status = found.rateLimit === 'degraded' ? 'degraded' : 'ok'
    const verbose = Object.hasOwn(request.query as object, 'verbose') && isFromThisMachine(request)
    const answer = { status, database: 'ok', pending_writes: pendingWrites(), rate_limit: found.rateLimit }
    return { ...answer, ...(notes.length > 0 && { notes }), ...(verbose && { warnings: told }) }
  })
}

/** What this process sees of a request of the doctor. */
function seen({ links }: Platform, request: FastifyRequest): DoctorsAnswer {
  const peer = request.socket.remoteAddress ?? ''
  return {
    installation: installationOf(links),
    address: callerAddress(request),
    peer: peer.replace(/^::ffff:(?=\d)/, ''),
    trusted: request.ip !== peer,
    forwarded: request.headers['x-forwarded-for'] !== undefined,
  }
}
