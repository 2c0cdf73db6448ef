// The guards of every request, in the order of contract.md §6: the first that fails answers, and nothing behind it runs.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid, Problem } from '../contract/problem.ts'
import type { SiteContext } from '../contract/site-context.ts'
import { show } from '../domain/shape.ts'
import type { RateLimit } from '../integrations/rate-limit/rate-limit.ts'
import type { Platform } from '../usecases/platform.ts'
import { authenticate } from './authenticate.ts'
import { preflightHeaders } from './cors.ts'
import { framingFault, repeatedHeader } from './framing.ts'
import type { KnownRoutes } from './known-routes.ts'
import { allMethods } from './request-target.ts'
import { siteFinder } from './site-finder.ts'

type Route = FastifyRequest['routeOptions']

/** Throws a Problem, or sends the answer itself, where the request goes no further. */
type Check = (request: FastifyRequest, reply: FastifyReply, route: Route) => void | Promise<void>

export type Guard = { name: string; check: Check }

export type Guarded = {
  platform: Platform
  /** The rate limit of the whole platform; null for none. */
  rateLimit: RateLimit | null
  routes: KnownRoutes
}

/**
 * The guards that run before the body of a request is read. Behind them come the size of the body, refused by the server
 * while it reads, then media type and JSON (json-parser.ts), then the shape (check-request.ts).
 */
export function guardsOf({ platform, rateLimit, routes }: Guarded): readonly Guard[] {
  return [
    { name: 'platform rate limit', check: withinRateLimit(rateLimit) },
    { name: 'framing', check: readInOneWay },
    { name: 'host', check: atSite(platform.facts.sites) },
    { name: 'route and method', check: atRoute(routes) },
    { name: 'authentication', check: withGoodKey(platform) },
    { name: 'repeated headers', check: withSingleHeaders },
  ]
}

/** Runs guards as one hook of Fastify; it waits only where a guard does. */
export function passGuards(guards: readonly Guard[]) {
  const checks = guards.map(guard => guard.check)
  const from = (next: number, request: FastifyRequest, reply: FastifyReply, route: Route, done: Done): void => {
    try {
      for (let i = next; i < checks.length; i++) {
        const waiting = (checks[i] as Check)(request, reply, route)
        if (waiting) return void waiting.then(() => reply.sent || from(i + 1, request, reply, route, done), done)
        if (reply.sent) return
      }
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  }
  // The framework makes the options of a route anew whenever they are asked for.
  return (request: FastifyRequest, reply: FastifyReply, done: Done) =>
    from(0, request, reply, request.routeOptions, done)
}

type Done = (error?: Error) => void

/** Whether the platform rate limit counts requests at a path. */
export function isMetered(path: string): boolean {
  return path.startsWith('/v1/') || path === '/mcp' || path.startsWith('/mcp/')
}

function withinRateLimit(rateLimit: RateLimit | null): Check {
  return ({ path }, reply) => {
    if (!rateLimit || !isMetered(path)) return
    const refuse = () =>
      void reply
        .code(429)
        .header('content-type', 'text/plain; charset=utf-8')
        .header('retry-after', '1')
        .send('Too Many Requests')
    const taken = rateLimit.take()
    if (taken === true) return
    if (taken === false) return refuse()
    return taken.then(passed => {
      if (!passed) refuse()
    })
  }
}

const readInOneWay: Check = request => {
  const fault = repeatedHeader(request, ['host']) ?? framingFault(request)
  if (fault) throw fault
}

/** What probes ask for: they call an address, not a site. */
const operational: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

function atSite(sites: readonly SiteContext[]): Check {
  const siteAt = siteFinder(sites)
  return request => {
    // The header itself: what a trusted proxy says of the host would choose the site, and caches keep answers by the header.
    const { host = '' } = request.headers
    if (host === '' && request.raw.httpVersion !== '1.0')
      throw invalid(['/headers/host: is missing; it takes the host of the site'])
    const site = siteAt(host) ?? (operational.has(request.path) && sites[0])
    if (!site) {
      const hosts = sites.map(row => row.baseUrl).join(', ')
      throw new Problem('unknown_site', `There is no site at the host ${show(host)}; the sites are ${hosts}.`)
    }
    request.site = site
  }
}

/** Here and not in a handler of what is not found: the framework would read the body before that. */
function atRoute(routes: KnownRoutes): Check {
  return (request, reply, route) => {
    const { path, site } = request
    const { offeredOn, deprecation } = route.config
    if (deprecation) request.deprecation = deprecation
    const emptyId = path.length > 1 && path.endsWith('/') && !/[/*]$/.test(route.url ?? '')
    if (!request.is404 && !emptyId && (offeredOn?.(site.id) ?? true)) return
    const methods = routes.methodsAt(path, site)
    if (request.method === 'OPTIONS' && (methods.length > 0 || path === '*')) {
      const allow = (methods.length > 0 ? methods : allMethods).join(', ')
      reply
        .code(204)
        .headers({ allow, ...preflightHeaders(path, methods) })
        .send()
      return
    }
    if (methods.length === 0) throw new Problem('not_found', routes.nothingAt(path, site))
    const allow = methods.join(', ')
    throw new Problem('method_not_allowed', `${request.method} is not taken at ${show(path)}; it takes ${allow}.`, {
      headers: { allow },
    })
  }
}

function withGoodKey({ keyHolders }: Platform): Check {
  return (request, _reply, { config: { authentication } }) => {
    if (authentication !== undefined) return authenticate(keyHolders, request, authentication)
  }
}

const sentOnce = ['idempotency-key', 'content-type', 'content-length']

const withSingleHeaders: Check = (request, _reply, { config }) => {
  if (config.authentication === undefined) return
  const repeated = repeatedHeader(request, sentOnce)
  if (repeated) throw repeated
}
