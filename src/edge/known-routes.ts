// Remembers the routes of the server, to list the methods of a path and to suggest a path in a 404; the router does neither.
import type { FastifyInstance } from 'fastify'
import type { SiteContext } from '../contract/sites/site-context.ts'
import { show } from '../domain/shape.ts'
import { distance } from '../domain/text/nearest.ts'
import { allMethods } from './request-target.ts'

export type KnownRoutes = {
  methodsAt(path: string, site: SiteContext): string[]
  /** The text of a 404 at a path, with the paths that the caller may have meant. */
  notFoundText(path: string, site: SiteContext): string
}

type Route = {
  url: string
  methods: ReadonlySet<string>
  pattern: RegExp
  offeredOn: ((site: SiteContext['id']) => boolean) | undefined
  soughtAt: ((site: SiteContext['id']) => readonly string[]) | undefined
}

/** Remembers every route that is added to the server after this call. */
export function knownRoutes(app: FastifyInstance): KnownRoutes {
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    const pattern = url
      .replace(/[.*+?^${}()|[\]\\]/g, match => (match === '*' ? '.*' : `\\${match}`))
      .replace(/:\w+/g, '[^/]+')
    routes.push({
      url,
      methods: new Set([method].flat()),
      pattern: new RegExp(`^${pattern}$`),
      offeredOn: config?.offeredOn,
      soughtAt: config?.soughtAt,
    })
  })
  const offeredAt = ({ id }: SiteContext) => routes.filter(({ offeredOn }) => offeredOn?.(id) ?? true)
  const methodsAt = (path: string, site: SiteContext) => {
    const here = offeredAt(site).filter(({ pattern }) => pattern.test(path))
    return allMethods.filter(method => here.some(route => route.methods.has(method)))
  }
  /** Paths that the caller may have meant: another spelling of the path, else routes often looked for here, else the nearest. */
  const meantBy = (path: string, site: SiteContext): string[] => {
    const plain = path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
    const bare = plain.toLowerCase().replace(/^\/api(?=\/)/, '')
    const forms = [plain, plain.toLowerCase(), `${plain}/`, bare, `/v1${bare.replace(/^\/v\d+(?=\/)/, '')}`]
    const known = forms.find(form => form !== path && methodsAt(form, site).length > 0)
    if (known) return [known]
    const sought = offeredAt(site).filter(({ soughtAt }) => soughtAt?.(site.id).some(each => forms.includes(each)))
    if (sought.length > 0) return [...new Set(sought.map(({ url }) => url))]
    const parts = bare.split('/', mostParts + 1)
    const [nearest] = offeredAt(site)
      .map(({ url }) => ({ url, steps: stepsBetween(parts, url) }))
      .filter(({ steps }) => steps < Infinity)
      .sort((a, b) => a.steps - b.steps)
    return nearest ? [filledIn(nearest.url, plain)] : []
  }
  return {
    methodsAt,
    notFoundText(path, site) {
      const meant = meantBy(path, site).map(show)
      const known =
        meant.length > 0
          ? `did you mean ${meant.join(' or ')}?`
          : `${show(indexPath)} lists every operation and document.`
      return `There is nothing at ${show(path)}; ${known}`
    },
  }
}

const indexPath = '/v1'

/** More parts than any route has. */
const mostParts = 20

/** The typing errors between the parts of a path and a route; a parameter matches any part. Infinity when too many lie between. */
function stepsBetween(parts: readonly string[], url: string): number {
  const wanted = url.split('/')
  if (parts.length !== wanted.length) return Infinity
  return wanted.reduce((steps, part, i) => {
    const slips = part.startsWith(':') ? 0 : distance(parts[i] ?? '', part)
    return slips > part.length / 3 ? Infinity : steps + slips
  }, 0)
}

/** A route with the parts of a path in place of its parameters. */
function filledIn(url: string, path: string): string {
  const parts = path.split('/')
  return url
    .split('/')
    .map((part, i) => (part.startsWith(':') ? (parts[i] ?? part) : part))
    .join('/')
}
