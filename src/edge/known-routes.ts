// Remembers the routes of the server: the router finds a route, but cannot say what else a path takes or what was meant.
import type { FastifyInstance } from 'fastify'
import type { SiteContext } from '../contract/site-context.ts'
import { show } from '../domain/shape.ts'
import { allMethods } from './request-target.ts'

export type KnownRoutes = {
  /** The methods that a path takes on a site. */
  methodsAt(path: string, site: SiteContext): string[]
  /** Says that there is nothing at a path, and what may have been meant: paths are compared letter for letter. */
  nothingAt(path: string, site: SiteContext): string
}

type Route = {
  methods: ReadonlySet<string>
  pattern: RegExp
  offeredOn: ((site: SiteContext['id']) => boolean) | undefined
}

/** Remembers every route that is added to the server from now on. */
export function knownRoutes(app: FastifyInstance): KnownRoutes {
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    const pattern = url
      .replace(/[.*+?^${}()|[\]\\]/g, match => (match === '*' ? '.*' : `\\${match}`))
      .replace(/:\w+/g, '[^/]+')
    routes.push({
      methods: new Set([method].flat()),
      pattern: new RegExp(`^${pattern}$`),
      offeredOn: config?.offeredOn,
    })
  })
  const methodsAt = (path: string, site: SiteContext) => {
    const here = routes.filter(({ pattern, offeredOn }) => pattern.test(path) && (offeredOn?.(site.id) ?? true))
    return allMethods.filter(method => here.some(route => route.methods.has(method)))
  }
  return {
    methodsAt,
    nothingAt(path, site) {
      const meant = path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
      const candidates = [meant, meant.toLowerCase(), `${meant}/`].filter(candidate => candidate !== path)
      const known = candidates.find(candidate => methodsAt(candidate, site).length > 0)
      return `There is nothing at ${show(path)}${known ? `; did you mean ${show(known)}?` : '.'}`
    },
  }
}
