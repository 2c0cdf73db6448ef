// Mounts the operation table as REST routes: row → authenticate → validate → action → view (contract.md §6).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unauthorized } from '../../contract/problem.ts'
import { siteRow } from '../../contract/sites.ts'
import { authenticate, callerAddress, repeatedHeader } from '../../edge/edge.ts'
import { requestCheck } from '../../usecases/handlers/check-request.ts'
import type { Answer, OperationRequest } from '../../usecases/handlers/handler.ts'
import { operations } from '../../usecases/handlers/handlers.ts'
import type { Platform } from '../../usecases/platform.ts'

/** Adds a route for every row of the operation table. */
export function mountRest(app: FastifyInstance, platform: Platform): void {
  for (const row of operations) {
    const check = requestCheck(row)
    const { handler, offeredOn } = row
    app.route({
      method: row.method.toUpperCase() as 'GET',
      url: row.path,
      // What costs money is not done for the headers alone.
      exposeHeadRoute: row.agenticAccess !== 'spend',
      config: offeredOn ? { offeredOn: site => offeredOn(siteRow(site)) } : {},
      onRequest: (request, _, done) => {
        const repeated = () => repeatedHeader(request, sentOnce)
        if (request.headers.authorization === undefined)
          return done(row.auth === 'key' ? unauthorized('This operation needs an API key.') : repeated())
        authenticate(platform, request).then(() => done(repeated()), done)
      },
      handler: async (request, reply) => {
        const asked = operationRequest(request)
        const { query, body } = request
        const given = check(asked.site.id, { params: asked.params, query: query as Record<string, unknown>, body })
        return send(reply, await handler({ platform, request: asked, ...given }), row.status)
      },
    })
  }
}

const sentOnce = ['idempotency-key', 'content-type', 'content-length']

function operationRequest(request: FastifyRequest): OperationRequest {
  return {
    site: request.site,
    caller: request.caller,
    ip: callerAddress(request),
    params: (request.params ?? {}) as Record<string, string>,
    url: request.url,
    idempotencyKey: request.headers['idempotency-key'] as string | undefined,
    ifNoneMatch: request.headers['if-none-match'],
  }
}

function send(reply: FastifyReply, answer: Answer, status: number): FastifyReply {
  const { headers = {}, value, body } = answer
  reply.code(answer.status ?? status)
  reply.header('content-type', 'application/json; charset=utf-8')
  if (!('cache-control' in headers)) reply.header('cache-control', 'no-store')
  reply.headers(headers)
  if (answer.status === 304) return reply.send()
  const text = body ?? JSON.stringify(value)
  return reply.send(typeof text === 'string' ? Buffer.from(text) : text)
}
