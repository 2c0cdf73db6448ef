// What the edge adds to a request and to a route of Fastify.
import type {} from 'fastify'
import type { SiteContext } from '../contract/site-context.ts'
import type { SiteId } from '../contract/site-ids.ts'
import type { KeyHolder } from '../store/money/keys.ts'
import type { KeptAnswers } from './kept-answers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** On which sites the route exists; on all when this is left out. */
    offeredOn?: (site: SiteId) => boolean
    /** Paths at which callers look for it in vain: an answer there names the right one. */
    soughtAt?: (site: SiteId) => readonly string[]
    /** Whether the route reads API keys: `key` needs one, `optional` checks one that is sent. It ignores them when this is left out. */
    authentication?: 'key' | 'optional'
    /** Headers of every answer of a route that is going to end, names and values in turn. */
    deprecation?: readonly string[]
  }
  interface FastifyInstance {
    /** What was just answered, for requests of the same. */
    keptAnswers: KeptAnswers
  }
  interface FastifyRequest {
    /** The path as the router reads it. */
    path: string
    /** The site that the Host header selects; set before any handler runs. */
    site: SiteContext
    /** The holder of the API key that was sent; null when none was. */
    caller: KeyHolder | null
    /** The account whose owner sends the request; null on routes that are not for owners alone. */
    owner: string | null
    /** Headers that say that the route is going to end, names and values in turn; null for most. */
    deprecation: readonly string[] | null
  }
}
