// The edge: what every request passes before and after its handler, and how problems are written (contract.md §6, §13).
import { randomBytes } from 'node:crypto'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Platform } from '../actions/platform.ts'
import { internalProblem, problemBody } from '../actions/problem-body.ts'
import { idLength, idPrefixes } from '../contract/ids.ts'
import { limits } from '../contract/limits.ts'
import { Problem } from '../contract/problems.ts'
import { base62, isApiKey, sha256 } from '../domain/ids.ts'
import { keyHolder } from '../store/keys.ts'
import { tokenBucket } from './token-bucket.ts'

export type EdgeOptions = {
  platform: Platform
  platformRps: number
  platformBurst: number
  trustProxy: readonly string[]
}

/** A server with the guards that every route shares; routes are added by their own files. */
export function createEdge({ platform, platformRps, platformBurst, trustProxy }: EdgeOptions): FastifyInstance {
  const app = Fastify({
    logger: false,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    genReqId: () => requestId(),
    requestIdHeader: false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: 10_000,
    connectionTimeout: 15_000,
    keepAliveTimeout: 20_000,
    exposeHeadRoutes: true,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16_384 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    frameworkErrors: (error, request, reply) => sendError(platform, error, request, reply as unknown as FastifyReply),
  })
  app.decorateRequest('site', null as never)
  app.decorateRequest('caller', null)
  takeJsonOnly(app)
  const routes = rememberRoutes(app)

  const ceiling = platformRps > 0 ? tokenBucket(platformRps, platformBurst, () => platform.now()) : null
  const sites = new Map(platform.facts.sites.map(site => [new URL(site.baseUrl).host, site]))
  const only = platform.facts.sites.length === 1 ? platform.facts.sites[0] : undefined

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('request-id', request.id)
    if (ceiling && isMetered(request.url) && !ceiling.take()) {
      reply
        .code(429)
        .header('content-type', 'text/plain; charset=utf-8')
        .header('retry-after', '1')
        .send('Too Many Requests')
      return
    }
    const site = only ?? sites.get(request.host)
    if (!site) {
      const hosts = [...sites.values()].map(row => row.baseUrl).join(', ')
      return done(
        new Problem('unknown_site', `There is no site at the host "${request.host}"; the sites are ${hosts}.`) as Error,
      )
    }
    request.site = site
    done()
  })

  app.setErrorHandler((error, request, reply) => sendError(platform, error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const allow = methodsAt(routes, request.url)
    const problem =
      allow.length > 0
        ? new Problem(
            'method_not_allowed',
            `${request.method} is not taken here; ${allow.join(', ')} ${allow.length > 1 ? 'are' : 'is'}.`,
            {
              headers: { allow: allow.join(', ') },
            },
          )
        : new Problem('not_found', `There is nothing at ${request.url.split('?')[0]}.`)
    return sendError(platform, problem, request, reply)
  })
  return app
}

/** Reads the API key of a request, if one was sent: it is checked wherever it is sent (contract.md §6). */
export async function authenticate(platform: Platform, request: FastifyRequest): Promise<void> {
  const header = request.headers.authorization
  if (header === undefined) return
  const key = /^Bearer +([^\s]+) *$/i.exec(header)?.[1]
  if (key === undefined) throw unauthorized('The Authorization header takes the form "Bearer <API key>".')
  if (!isApiKey(key)) throw unauthorized('This is no API key: it begins with ak_ and its checksum has to be right.')
  const holder = await keyHolder(platform.db, sha256(key))
  if (!holder) throw unauthorized('This API key is unknown or was revoked.')
  request.caller = holder
}

/** The problem of a missing or bad key. */
export function unauthorized(detail: string): Problem {
  return new Problem('unauthorized', detail, { headers: { 'www-authenticate': 'Bearer realm="handbill"' } })
}

/** Writes an error: a Problem as it is, what the framework refused as the problem it comes to, anything else as `internal`. */
export function sendError(
  platform: Platform,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = error instanceof Problem ? error : frameworkProblem(error as FastifyError)
  if (!problem)
    platform.log.error({ err: error, request_id: request.id, url: request.url.split('?')[0] }, 'a request failed')
  const context = { requestId: request.id, site: request.site ?? null, caller: request.caller ?? null }
  const { body, headers } = problemBody(platform, context, problem ?? internalProblem())
  return reply
    .code(body.status)
    .headers({ 'request-id': request.id, 'cache-control': 'no-store', ...headers })
    .header('content-type', 'application/problem+json')
    .send(Buffer.from(JSON.stringify(body)))
}

function frameworkProblem(error: FastifyError): Problem | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('too_large', `The body is longer than ${limits.bodyBytes} bytes.`, {
        headers: { connection: 'close' },
      })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('unsupported_media_type', 'The content-type has to be application/json.')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem('invalid', 'The Content-Length does not match the body.')
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Problem('not_found', 'There is nothing at this path.')
    default:
      return error.statusCode && error.statusCode >= 400 && error.statusCode < 500
        ? new Problem('invalid', error.message)
        : null
  }
}

function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.headers['content-encoding'] !== undefined && request.headers['content-encoding'] !== 'identity')
      return done(new Problem('unsupported_media_type', 'The body has to be sent without a content-encoding.'))
    if (body.length === 0) return done(null, undefined)
    try {
      done(null, JSON.parse(decoder.decode(body as Buffer)))
    } catch (error) {
      done(
        new Problem(
          'invalid_json',
          `The body is not JSON in UTF-8: ${error instanceof SyntaxError ? error.message : 'it is not UTF-8'}.`,
        ),
      )
    }
  })
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

type KnownRoute = { methods: ReadonlySet<string>; pattern: RegExp }

function methodsAt(routes: readonly KnownRoute[], url: string): string[] {
  const path = url.split('?')[0] ?? '/'
  return methods.filter(method => routes.some(route => route.methods.has(method) && route.pattern.test(path)))
}

/** Remembers every route that is added from now on: the router cannot say what a concrete path takes. */
function rememberRoutes(app: FastifyInstance): KnownRoute[] {
  const patterns: KnownRoute[] = []
  app.addHook('onRoute', ({ method, url }) => {
    const pattern = url
      .replace(/[.*+?^${}()|[\]\\]/g, match => (match === '*' ? '.*' : `\\${match}`))
      .replace(/:\w+/g, '[^/]+')
    patterns.push({ methods: new Set([method].flat()), pattern: new RegExp(`^${pattern}$`) })
  })
  return patterns
}

function isMetered(url: string): boolean {
  return url.startsWith('/v1/') || url === '/mcp' || url.startsWith('/mcp?') || url.startsWith('/mcp/')
}

/** Random characters are made by the thousand: asking the system for each id costs more than answering from the cache. */
let randomCharacters = ''

function requestId(): string {
  if (randomCharacters.length < idLength) randomCharacters = base62(randomBytes(8_192))
  const id = randomCharacters.slice(0, idLength)
  randomCharacters = randomCharacters.slice(idLength)
  return idPrefixes.request + id
}

/** The address that limits count: an IPv6 caller is counted by its /64 (contract.md §14). */
export function callerAddress(request: FastifyRequest): string {
  const ip = request.ip.replace(/^::ffff:(?=\d+\.)/, '')
  if (!ip.includes(':')) return ip
  const [head = '', tail = ''] = ip.split('%')[0]!.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = ip.includes('::')
    ? [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left
  return `${groups
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
