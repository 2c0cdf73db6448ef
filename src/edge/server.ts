// The HTTP server of all routes: its limits, its guards, and its answers to errors (contract.md §6, §13).
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { limits } from '../contract/limits.ts'
import { Problem } from '../contract/problems/problem.ts'
import type { RateLimit } from '../integrations/rate-limit/rate-limit.ts'
import type { Platform } from '../usecases/platform.ts'
import { guardsOf, passGuards } from './guards.ts'
import { takeJsonOnly } from './json-parser.ts'
import { answerKeptFirst, createKeptAnswers } from './kept-answers.ts'
import { knownRoutes } from './known-routes.ts'
import { isMetered } from './metered.ts'
import { endIfIdle, refuseRaw, refuseTunnel } from './raw-refusal.ts'
import type {} from './request.ts'
import { requestId } from './request-ids.ts'
import { logRequest } from './request-log.ts'
import { originForm, routedPath } from './request-target.ts'
import { traceRequests } from './request-traces.ts'
import { edgeHeaders } from './write-answer.ts'
import { writeProblem } from './write-problem.ts'

export type ServerOptions = {
  platform: Platform
  /** The rate limit of the whole platform; null for none. */
  rateLimit: RateLimit | null
  trustProxy: readonly string[]
  /** Answers a browser that opens an unknown address; the request has no site when the host is unknown. */
  sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): FastifyReply
}

/** A server with the guards that every route shares; routes are added by their own files. */
export function createServer({ platform, rateLimit, trustProxy, sendNotFoundPage }: ServerOptions): FastifyInstance {
  const app = Fastify({
    ...serverLimits,
    logger: false,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    genReqId: () => requestId(),
    requestIdHeader: false,
    exposeHeadRoutes: true,
    rewriteUrl: request => platform.languages.withoutLanguage(originForm(request)),
    clientErrorHandler: (error, socket) => refuseRaw(platform, error, socket, requestId()),
    forceCloseConnections: 'idle',
    // A request that arrives on an open connection during shutdown is answered like any other.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      const unrouted = reply as unknown as FastifyReply
      logRequest(platform, request, unrouted)
      writeProblem(platform, error, request, unrouted)
    },
  })
  app.decorateRequest('path', '')
  app.decorateRequest('site', null as never)
  app.decorateRequest('caller', null)
  app.decorateRequest('world', null)
  app.decorateRequest('owner', null)
  app.decorateRequest('actor', null)
  app.decorateRequest('deprecation', null)
  const guards = guardsOf({ platform, rateLimit, routes: knownRoutes(app) })
  app.decorate('keptAnswers', createKeptAnswers(platform, rateLimit, guards))
  answerKeptFirst(app)
  takeJsonOnly(app)
  if (platform.tracing.on) traceRequests(app, platform.tracing)
  const pass = passGuards(guards)
  app.addHook('onRequest', (request, reply, done) => {
    logRequest(platform, request, reply)
    request.path = routedPath(request.url)
    pass(request, reply, done)
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    const headers = edgeHeaders(request.id, request)
    for (let i = 0; i < headers.length; i += 2) reply.header(headers[i]!, headers[i + 1])
    done()
  })
  app.setErrorHandler((error, request, reply) =>
    wantsPage(error, request) ? sendNotFoundPage(request, reply) : writeProblem(platform, error, request, reply),
  )
  app.server.setTimeout(platform.times.connectionIdleMs, endIfIdle)
  app.server.on('connect', (_, socket) => refuseTunnel(platform, socket as Socket, requestId()))
  // An unknown expectation may be ignored (RFC 9110 §10.1.1); the answer of the server would have no request id.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  return app
}

const serverLimits = {
  bodyLimit: limits.bodyBytes,
  requestTimeout: limits.requestTimeoutMs,
  keepAliveTimeout: 20_000,
  // The route checks the length of a parameter, after the guards; the router must not.
  routerOptions: { ignoreTrailingSlash: false, maxParamLength: limits.headerBytes },
  http: {
    headersTimeout: limits.headersTimeoutMs,
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: limits.headerBytes,
    // A guard answers a request without a host.
    requireHostHeader: false,
  },
} as const

/** Whether a browser navigates to a page or site that does not exist: it gets an HTML 404, every other client the problem. */
function wantsPage(error: unknown, { site, method, path, headers }: FastifyRequest): boolean {
  return (
    error instanceof Problem &&
    (error.code === 'unknown_site' || (error.code === 'not_found' && Boolean(site))) &&
    (method === 'GET' || method === 'HEAD') &&
    !isMetered(path) &&
    /\btext\/html\b/i.test(headers.accept ?? '')
  )
}
