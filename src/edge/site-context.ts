// What every request carries once its host is known: the site, and who calls.

import type {} from 'fastify'
import type { SiteId } from '../contract/site-ids.ts'
import type { KeyHolder } from '../store/money/keys.ts'

export type SiteContext = { id: SiteId; baseUrl: string }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** On which sites the route exists; on all when this is left out. */
    offeredOn?: (site: SiteId) => boolean
  }
  interface FastifyRequest {
    /** The path as the router reads it. */
    path: string
    /** The site that the Host header selects; set before any handler runs. */
    site: SiteContext
    /** The holder of the API key that was sent; null when none was. */
    caller: KeyHolder | null
  }
}
