// The guards of every request, in the order of contract.md §6: the first that fails answers, and nothing behind it runs.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid, Problem } from '../contract/problems/problem.ts'
import { spokenSite } from '../domain/languages/spoken-site.ts'
import { show } from '../domain/shape.ts'
import type { RateLimit } from '../integrations/rate-limit/rate-limit.ts'
import type { Platform } from '../usecases/platform.ts'
import { authenticate, keyNames } from './authenticate.ts'
import { preflightHeaders } from './cors.ts'
import { createFormerHosts } from './former-hosts.ts'
import { framingFault, repeatedHeader } from './framing.ts'
import type { KnownRoutes } from './known-routes.ts'
import { isMetered } from './metered.ts'
import { allMethods } from './request-target.ts'
import { siteFinder } from './site-finder.ts'

type Route = FastifyRequest['routeOptions']

/** Lets a request pass; otherwise throws a Problem or sends the answer. */
type Check = (request: FastifyRequest, reply: FastifyReply, route: Route) => void | Promise<void>

export type Guard = {
  name: string
  /**
   * The request headers that the check reads, in lower case, or a pattern of their names. A request that has another value in one
   * of them is another request: see kept-answers.ts.
   */
  reads: readonly (string | RegExp)[]
  check: Check
}

export type Guarded = {
  platform: Platform
  /** The rate limit of the whole platform; null for none. */
  rateLimit: RateLimit | null
  routes: KnownRoutes
}

/**
 * The guards that run before the body of a request is read. After them the server checks the size of the body while it reads,
 * json-parser.ts checks media type and JSON, and check-request.ts the shape.
 */
export function guardsOf({ platform, rateLimit, routes }: Guarded): readonly Guard[] {
  return [
    { name: 'platform rate limit', reads: [], check: checkRateLimit(rateLimit, platform) },
    { name: 'framing', reads: ['host', 'transfer-encoding'], check: checkFraming },
    { name: 'host', reads: ['host', 'authorization', keyNames], check: checkHost(platform) },
    { name: 'route and method', reads: [], check: checkRoute(routes) },
    { name: 'authentication', reads: ['authorization', keyNames], check: checkApiKey(platform) },
    { name: 'repeated headers', reads: sentOnce, check: checkRepeatedHeaders },
  ]
}

/** Runs guards as one hook of Fastify, which is synchronous unless a guard returns a promise. */
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
  // The framework builds `routeOptions` anew at each access, so it is read once.
  return (request: FastifyRequest, reply: FastifyReply, done: Done) =>
    from(0, request, reply, request.routeOptions, done)
}

type Done = (error?: Error) => void

function checkRateLimit(rateLimit: RateLimit | null, { meters }: Platform): Check {
  return ({ path }, reply) => {
    if (!rateLimit || !isMetered(path)) return
    const refuse = () => {
      meters.limited()
      reply
        .code(429)
        .header('content-type', 'text/plain; charset=utf-8')
        .header('retry-after', '1')
        .send('Too Many Requests')
    }
    const taken = rateLimit.take()
    if (taken === true) return
    if (taken === false) return refuse()
    return taken.then(passed => {
      if (!passed) refuse()
    })
  }
}

const checkFraming: Check = request => {
  const fault = repeatedHeader(request, ['host']) ?? framingFault(request)
  if (fault) throw fault
}

/** Paths of probes and of Prometheus, which call an IP address and not the host of a site. */
const operational: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

function checkHost({ facts: { sites }, languages, formerHosts }: Platform): Check {
  const siteAt = siteFinder(sites)
  const answerFormer = createFormerHosts(formerHosts, sites)
  return (request, reply) => {
    // Host selects the site, not X-Forwarded-Host of a trusted proxy: caches store answers by Host.
    const { host = '' } = request.headers
    if (host === '' && request.raw.httpVersion !== '1.0')
      throw invalid(['/headers/host: is missing; it takes the host of the site'])
    // A single site takes every other host.
    if (answerFormer(host, request, reply)) return
    const site = siteAt(host) ?? (operational.has(request.path) && sites[0])
    if (!site) {
      const hosts = sites.map(row => row.baseUrl).join(', ')
      throw new Problem('unknown_site', `There is no site at the host ${show(host)}; the sites are ${hosts}.`)
    }
    request.site = spokenSite(site, languages.of(request.originalUrl))
  }
}

/** A guard, not a not-found handler: the framework reads the body before it calls that handler. */
function checkRoute(routes: KnownRoutes): Check {
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
    if (methods.length === 0) throw new Problem('not_found', routes.notFoundText(path, site))
    const allow = methods.join(', ')
    throw new Problem('method_not_allowed', `${request.method} is not taken at ${show(path)}; it takes ${allow}.`, {
      headers: { allow },
    })
  }
}

function checkApiKey(platform: Platform): Check {
  return (request, _reply, { config: { authentication, oauth } }) => {
    if (authentication !== undefined) return authenticate(platform, request, { needed: authentication, oauth })
  }
}

const sentOnce = ['idempotency-key', 'content-type', 'content-length']

const checkRepeatedHeaders: Check = (request, _reply, { config }) => {
  if (config.authentication === undefined) return
  const repeated = repeatedHeader(request, sentOnce)
  if (repeated) throw repeated
}
