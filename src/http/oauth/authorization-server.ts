// Finds the authorization server of a site, and starts it when it is first needed: the library takes a tenth of a second to load.
import type { IncomingMessage } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import type { Platform } from '../../usecases/platform.ts'

/** The addresses of callers, by their requests: the library passes only the request on. */
export const callerAddresses = new WeakMap<IncomingMessage, string>()

/** The answer of an owner to a request of an app: the connection that the app has got. */
export type Consent = { login: { accountId: string; remember: false }; consent: { keyId: string } }

const started = new WeakMap<Platform, Map<string, Promise<Provider>>>()

/** The authorization server of a site. */
export function authorizationServer(platform: Platform, site: SiteContext): Promise<Provider> {
  const servers = started.get(platform) ?? new Map<string, Promise<Provider>>()
  started.set(platform, servers)
  const known = servers.get(site.id) ?? start(platform, site)
  servers.set(site.id, known)
  return known
}

async function start(platform: Platform, site: SiteContext): Promise<Provider> {
  const { createAuthorizationServer } = await import('./server.ts')
  return createAuthorizationServer(platform, site)
}
