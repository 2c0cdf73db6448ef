// Mounts the operation table as REST routes: guards → shape → handler → answer (contract.md §6).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../contract/activity.ts'
import { siteRow } from '../../contract/sites.ts'
import { deprecationHeaders } from '../../documents/guide/lifecycle.ts'
import { askedLanguage } from '../../edge/asked-language.ts'
import { callerAddress } from '../../edge/caller-address.ts'
import { sendDocument } from '../../edge/send-document.ts'
import { bodyToSend, writeAnswer } from '../../edge/write-answer.ts'
import { actingAs } from '../../usecases/acting.ts'
import { requestCheck } from '../../usecases/handlers/check-request.ts'
import type { Answer, OperationRequest } from '../../usecases/handlers/handler.ts'
import { type Operation, operations } from '../../usecases/handlers/handlers.ts'
import type { Platform } from '../../usecases/platform.ts'

/** Adds a route for every row of the operation table that is not for the owner alone. */
export function mountRest(app: FastifyInstance, platform: Platform): void {
  mountRows(app, platform, { of: auth => auth !== 'owner' })
}

/**
 * Adds a route for every row whose `auth` passes `of`. `ownerOf` runs before the body is read: it finds the account of the owner
 * who sends a request, and throws a problem when no owner sent it.
 */
export function mountRows(
  app: FastifyInstance,
  platform: Platform,
  {
    of,
    ownerOf,
    rows = operations,
  }: {
    of(auth: Operation['auth']): boolean
    ownerOf?: (request: FastifyRequest) => Promise<{ accountId: string; actor: Actor }>
    rows?: readonly Operation[]
  },
): void {
  for (const row of rows.filter(({ auth }) => of(auth))) {
    const check = requestCheck(row)
    const { handler, offeredOn, soughtAt, deprecated } = row
    app.route({
      method: row.method.toUpperCase() as 'GET',
      url: row.path,
      // HEAD must not run an operation that costs money.
      exposeHeadRoute: row.agenticAccess.consequence !== 'financial',
      config: {
        authentication: row.auth === 'key' ? 'key' : 'optional',
        ...(row.auth !== 'owner' && { oauth: { resource: 'site' as const, scope: row.scope } }),
        ...(row.bodyCheckedByAction && { proposes: true as const }),
        ...(offeredOn && { offeredOn: site => offeredOn(siteRow(site)) }),
        ...(deprecated && { deprecation: deprecationHeaders(deprecated) }),
        ...(soughtAt && {
          soughtAt: site => (typeof soughtAt === 'function' ? soughtAt(siteRow(site)) : soughtAt),
        }),
      },
      ...(ownerOf && {
        onRequest: async request => {
          const { accountId, actor } = await ownerOf(request)
          Object.assign(request, { owner: accountId, actor })
        },
      }),
      handler: (request, reply) => {
        const operationRequest = { ...requestOf(request), ...(request.owner !== null && { owner: request.owner }) }
        const params = (request.params ?? {}) as Record<string, string>
        const query = request.query as Record<string, unknown>
        const given = check(request.site.id, { params, query, body: request.body })
        const run = () => handler({ platform: request.world ?? platform, request: operationRequest, ...given })
        const answer = request.actor === null ? run() : actingAs(request.actor, run)
        return answer instanceof Promise
          ? answer.then(settled => send(request, reply, settled, row.status))
          : send(request, reply, answer, row.status)
      },
    })
  }
}

function requestOf(request: FastifyRequest): OperationRequest {
  return {
    site: request.site,
    caller: request.caller,
    ip: callerAddress(request),
    url: request.url,
    language: () => askedLanguage(request),
    idempotencyKey: request.headers['idempotency-key'] as string | undefined,
    ifMatch: request.headers['if-match'],
    whenGone(then) {
      const { socket } = request.raw
      socket.once('close', then)
      return () => socket.off('close', then)
    },
  }
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer, status: number): void | Promise<void> {
  if (answer.document) return sendDocument(request, reply, answer.document)
  const bytes = Buffer.from(answer.body ?? JSON.stringify(answer.value))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...answer.headers,
    'content-length': String(bytes.length),
  }
  writeAnswer(request, reply, answer.status ?? status, Object.entries(headers).flat(), bodyToSend(bytes))
}
