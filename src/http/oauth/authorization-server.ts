// Finds the authorization server of a site, and starts it when it is first needed: the library takes a tenth of a second to load.
import type {} from 'fastify'
import type { Provider } from 'oidc-provider'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { Platform } from '../../usecases/platform.ts'

/** The authorization server of a site. */
export type AuthorizationServers = (site: SiteContext) => Promise<Provider>

declare module 'fastify' {
  interface FastifyInstance {
    authorizationServer: AuthorizationServers
  }
}

/** The authorization servers of a platform. */
export function createAuthorizationServers(platform: Platform): AuthorizationServers {
  const started = new Map<SiteId, Promise<Provider>>()
  const start = async (site: SiteContext) => (await import('./server.ts')).createAuthorizationServer(platform, site)
  return site => {
    const known = started.get(site.id) ?? start(site)
    started.set(site.id, known)
    return known
  }
}
