// Remembers the routes of the server: the router finds a route, but cannot say what else a path takes or what was meant.
import type { FastifyInstance } from 'fastify'
import type { SiteContext } from '../contract/site-context.ts'
import { distance } from '../domain/nearest.ts'
import { show } from '../domain/shape.ts'
import { allMethods } from './request-target.ts'

export type KnownRoutes = {
  /** The methods that a path takes on a site. */
  methodsAt(path: string, site: SiteContext): string[]
  /** Says that there is nothing at a path, and what may have been meant: paths are compared letter for letter. */
  nothingAt(path: string, site: SiteContext): string
}

type Route = {
  url: string
  methods: ReadonlySet<string>
  pattern: RegExp
  offeredOn: ((site: SiteContext['id']) => boolean) | undefined
  soughtAt: ((site: SiteContext['id']) => readonly string[]) | undefined
}

/** Remembers every route that is added to the server from now on. */
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
  /** The paths that may have been meant: one written otherwise, those sought at this path, or the nearest one. */
  const meantBy = (path: string, site: SiteContext): string[] => {
    const plain = path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
    const bare = plain.toLowerCase().replace(/^\/api(?=\/)/, '')
    const forms = [plain, plain.toLowerCase(), `${plain}/`, bare, `/v1${bare.replace(/^\/v\d+(?=\/)/, '')}`]
    const known = forms.find(form => form !== path && methodsAt(form, site).length > 0)
    if (known) return [known]
    const sought = offeredAt(site).filter(({ soughtAt }) => soughtAt?.(site.id).some(each => forms.includes(each)))
    if (sought.length > 0) return [...new Set(sought.map(({ url }) => url))]
    const [nearest] = offeredAt(site)
      .map(({ url }) => ({ url, steps: stepsBetween(bare, url) }))
      .filter(({ steps }) => steps < Infinity)
      .sort((a, b) => a.steps - b.steps)
    return nearest ? [filledIn(nearest.url, plain)] : []
  }
  return {
    methodsAt,
    nothingAt(path, site) {
      const meant = meantBy(path, site).map(show)
      const known = meant.length > 0 ? `did you mean ${meant.join(' or ')}?` : `${show(indexPath)} lists what there is.`
      return `There is nothing at ${show(path)}; ${known}`
    },
  }
}

const indexPath = '/v1'

/** How many slips lie between a path and a route: part by part, where a parameter may be anything. Infinity for another path. */
function stepsBetween(path: string, url: string): number {
  const parts = path.split('/')
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
