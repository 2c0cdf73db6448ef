// The edge: what every request passes before and after its handler, and how problems are written (contract.md §6, §13).
import { randomBytes } from 'node:crypto'
import { isIP, isIPv4, type Socket } from 'node:net'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { idLength, idPrefixes } from '../contract/ids.ts'
import { limits } from '../contract/limits.ts'
import { invalid, Problem, unauthorized } from '../contract/problem.ts'
import { base62, isApiKey, sha256 } from '../domain/ids.ts'
import { show } from '../domain/shape.ts'
import { privateHtmlHeaders } from '../http/public/kit/layout.ts'
import { nowherePageHtml } from '../http/public/pages/post-page.ts'
import type { RateLimit } from '../integrations/rate-limit/rate-limit.ts'
import { keyHolder } from '../store/money/keys.ts'
import type { Platform } from '../usecases/platform.ts'
import { internalProblem, problemBody } from '../usecases/problem-body.ts'
import { corsHeaders, preflightHeaders } from './cors.ts'
import { readJson } from './json-body.ts'
import { refuseRaw, refuseTunnel } from './raw-refusal.ts'
import { allMethods, originForm, routedPath } from './request-target.ts'
import type { SiteContext } from './site-context.ts'

export type EdgeOptions = {
  platform: Platform
  /** The platform rate limit; null for none. */
  rateLimit: RateLimit | null
  trustProxy: readonly string[]
}

/** A server with the guards that every route shares; routes are added by their own files. */
export function createEdge({ platform, rateLimit, trustProxy }: EdgeOptions): FastifyInstance {
  const app = Fastify({
    logger: false,
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    genReqId: () => requestId(),
    requestIdHeader: false,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: 15_000,
    keepAliveTimeout: 20_000,
    exposeHeadRoutes: true,
    // A parameter of any length is looked at by its route, behind the guards, and never by the router.
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: limits.headerBytes },
    rewriteUrl: originForm,
    http: {
      headersTimeout: limits.headersTimeoutMs,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: limits.headerBytes,
      // The edge says itself what is wrong with a request without a host.
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => refuseRaw(platform, error, socket, requestId()),
    forceCloseConnections: 'idle',
    // What still arrives on an open connection while the process ends is answered like any other request.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => sendError(platform, error, request, reply as unknown as FastifyReply),
  })
  app.decorateRequest('path', '')
  app.decorateRequest('site', null as never)
  app.decorateRequest('caller', null)
  takeJsonOnly(app)
  const routes = rememberRoutes(app)

  const siteAt = siteFinder(platform.facts.sites)

  app.addHook('onRequest', (request, reply, done) => {
    const path = routedPath(request.url)
    request.path = path
    reply.header('request-id', request.id).headers(corsHeaders(path))
    const taken = !rateLimit || !isMetered(path) || rateLimit.take()
    if (taken === true) return done()
    const refuse = () =>
      reply
        .code(429)
        .header('content-type', 'text/plain; charset=utf-8')
        .header('retry-after', '1')
        .send('Too Many Requests')
    if (taken === false) refuse()
    else taken.then(passed => (passed ? done() : refuse()), done)
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { path } = request
    const repeated = repeatedHeader(request, ['host'])
    if (repeated) return done(repeated)
    const misframed = framingFault(request)
    if (misframed) return done(misframed)
    if (request.host === '' && request.raw.httpVersion !== '1.0')
      return done(invalid(['/headers/host: is missing; it takes the host of the site']))
    const site = siteAt(request.host) ?? (operational.has(path) && platform.facts.sites[0])
    if (!site) {
      const hosts = platform.facts.sites.map(row => row.baseUrl).join(', ')
      return done(
        new Problem('unknown_site', `There is no site at the host ${show(request.host)}; the sites are ${hosts}.`),
      )
    }
    request.site = site
    const { offeredOn } = request.routeOptions.config
    // Here and not in the handler for what is not found: the framework would read the body before that.
    const emptyId = path.length > 1 && path.endsWith('/') && !/[/*]$/.test(request.routeOptions.url ?? '')
    if (request.is404 || emptyId || (offeredOn && !offeredOn(site.id))) return sendUnrouted(path, request, reply, done)
    done()
  })

  const sendUnrouted = (path: string, request: FastifyRequest, reply: FastifyReply, done: Done) => {
    const methods = methodsAt(routes, path, request.site)
    if (request.method === 'OPTIONS' && (methods.length > 0 || path === '*')) {
      const allow = (methods.length > 0 ? methods : allMethods).join(', ')
      return reply
        .code(204)
        .headers({ allow, ...preflightHeaders(path, methods) })
        .send()
    }
    if (methods.length === 0) return done(new Problem('not_found', nothingAt(path, routes, request.site)))
    const allow = methods.join(', ')
    done(
      new Problem('method_not_allowed', `${request.method} is not taken at ${show(path)}; it takes ${allow}.`, {
        headers: { allow },
      }),
    )
  }

  app.setErrorHandler((error, request, reply) =>
    isForPeople(error, request)
      ? reply.code(404).headers(privateHtmlHeaders).send(nowherePageHtml(request.site))
      : sendError(platform, error, request, reply),
  )
  app.server.on('connect', (_, socket) => refuseTunnel(platform, socket as Socket, requestId()))
  // An expectation that is not known may be ignored (RFC 9110 §10.1.1); the server would answer without a request id.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  return app
}

/** Reads the API key of a request, if one was sent: it is checked wherever it is sent (contract.md §6). */
export async function authenticate(platform: Platform, request: FastifyRequest): Promise<void> {
  const header = request.headers.authorization
  if (header === undefined) return
  const repeated = repeatedHeader(request, ['authorization'])
  if (repeated) throw repeated
  const key = /^Bearer +([^\s]+) *$/i.exec(header)?.[1]
  if (key === undefined) throw unauthorized('The Authorization header takes the form "Bearer <API key>".')
  if (!isApiKey(key))
    throw unauthorized('This is no API key: it begins with ak_ and its checksum has to be right.', 'invalid_token')
  const holder = await keyHolder(platform.db, sha256(key))
  if (!holder) throw unauthorized('This API key is unknown or was revoked.', 'invalid_token')
  request.caller = holder
}

/** The problem of a header that was sent twice and may stand once. */
export function repeatedHeader(request: FastifyRequest, once: readonly string[]): Problem | undefined {
  const repeated = once.find(name => timesSent(name, request.raw.rawHeaders) > 1)
  return repeated === undefined ? undefined : invalid([`/headers/${repeated}: was sent more than once; it takes one`])
}

/** What proxies and this server could read in two ways, where the parser takes one of them (RFC 9112 §2.3, §6.1). */
function framingFault({ raw: { httpVersion, headers } }: FastifyRequest): Problem | undefined {
  const coding = headers['transfer-encoding']
  const known = httpVersion === '1.1' || httpVersion === '1.0'
  if (known && (coding === undefined || (httpVersion === '1.1' && coding.toLowerCase() === 'chunked'))) return undefined
  const fault = !known
    ? `/: was sent as HTTP/${httpVersion} in the form of HTTP/1.1`
    : httpVersion === '1.0'
      ? '/headers/transfer-encoding: is not known to HTTP/1.0; it takes a Content-Length'
      : `/headers/transfer-encoding: got ${show(coding)}; it takes chunked alone`
  return new Problem('invalid', fault, { errors: [fault], headers: { connection: 'close' } })
}

/** Names and values take turns. Every request comes here, so letters are looked at only where the length is right. */
function timesSent(name: string, rawHeaders: readonly string[]): number {
  let times = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i] as string
    if (sent.length === name.length && sent.toLowerCase() === name) times++
  }
  return times
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

/** Whether a browser shows a person an address at which there is nothing; who asks for anything gets the problem. */
function isForPeople(error: unknown, { site, method, path, headers }: FastifyRequest): boolean {
  return (
    error instanceof Problem &&
    error.code === 'not_found' &&
    Boolean(site) &&
    (method === 'GET' || method === 'HEAD') &&
    !isMetered(path) &&
    /\btext\/html\b/i.test(headers.accept ?? '')
  )
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
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers
    if (encoding.toLowerCase() !== 'identity')
      return done(new Problem('unsupported_media_type', 'The body has to be sent without a content-encoding.'))
    if (!/^(?:utf-?8)?$/i.test(/;\s*charset\s*=\s*"?([^";\s]*)/i.exec(type)?.[1] ?? ''))
      return done(new Problem('unsupported_media_type', 'JSON is UTF-8; the content-type names another charset.'))
    try {
      done(null, readJson(body as Buffer))
    } catch (error) {
      done(error as Problem)
    }
  })
  // Read before it is refused, so that a body that is too large is refused as that, whatever it is.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    done(new Problem('unsupported_media_type', 'The content-type has to be application/json.'))
  })
}

type Done = (error?: Error) => void
type KnownRoute = {
  methods: ReadonlySet<string>
  pattern: RegExp
  offeredOn: ((site: SiteContext['id']) => boolean) | undefined
}

function methodsAt(routes: readonly KnownRoute[], path: string, site: SiteContext): string[] {
  const here = routes.filter(({ pattern, offeredOn }) => pattern.test(path) && (offeredOn?.(site.id) ?? true))
  return allMethods.filter(method => here.some(route => route.methods.has(method)))
}

/** Says that there is nothing, and what may have been meant: paths are compared letter for letter. */
function nothingAt(path: string, routes: readonly KnownRoute[], site: SiteContext): string {
  const meant = path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
  const candidates = [meant, meant.toLowerCase(), `${meant}/`].filter(candidate => candidate !== path)
  const known = candidates.find(candidate => methodsAt(routes, candidate, site).length > 0)
  return `There is nothing at ${show(path)}${known ? `; did you mean ${show(known)}?` : '.'}`
}

/** Remembers every route that is added from now on: the router cannot say what a concrete path takes. */
function rememberRoutes(app: FastifyInstance): KnownRoute[] {
  const patterns: KnownRoute[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    const pattern = url
      .replace(/[.*+?^${}()|[\]\\]/g, match => (match === '*' ? '.*' : `\\${match}`))
      .replace(/:\w+/g, '[^/]+')
    patterns.push({
      methods: new Set([method].flat()),
      pattern: new RegExp(`^${pattern}$`),
      offeredOn: config?.offeredOn,
    })
  })
  return patterns
}

/** Finds the site of a Host header (contract.md §1): letter case, the default port and a final dot make no difference. */
function siteFinder(sites: readonly SiteContext[]): (host: string) => SiteContext | undefined {
  const [only, ...others] = sites
  if (others.length === 0) return () => only
  const byHost = new Map<string, SiteContext>()
  for (const site of sites) {
    const { host, port, protocol } = new URL(site.baseUrl)
    byHost.set(host, site)
    if (port === '') byHost.set(`${host}:${protocol === 'https:' ? 443 : 80}`, site)
  }
  return host => byHost.get(host.toLowerCase().replace(/\.(?=:\d+$|$)/, ''))
}

/** What probes ask for: they call an address, not a site. */
const operational: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

function isMetered(path: string): boolean {
  return path.startsWith('/v1/') || path === '/mcp' || path.startsWith('/mcp/')
}

/** Random characters are made by the thousand: asking the system for each id costs more than answering from the cache. */
let randomCharacters = ''

function requestId(): string {
  if (randomCharacters.length < idLength) randomCharacters = base62(randomBytes(8_192))
  const id = randomCharacters.slice(0, idLength)
  randomCharacters = randomCharacters.slice(idLength)
  return idPrefixes.request + id
}

/** The address that limits count: an IPv4 address, also where it came mapped into IPv6; of an IPv6 address the /64 (contract.md §14). */
export function callerAddress(request: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const { ip } = request
  // An IPv4 address has one spelling alone here, and most callers have one.
  if (isIPv4(ip)) return ip
  const address = readAddress(ip) ?? readAddress(request.socket.remoteAddress ?? '')
  if (!address) return 'unknown'
  if (address.kind() === 'ipv4') return address.toString()
  const network = new ipaddr.IPv6([...(address as ipaddr.IPv6).parts.slice(0, 4), 0, 0, 0, 0])
  return `${network.toString()}/64`
}

/** An address as sockets and proxies write it: with a zone, a port or brackets; null when it is none. */
function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/s, '')
  return isIP(bare) === 0 ? null : ipaddr.process(bare)
}
