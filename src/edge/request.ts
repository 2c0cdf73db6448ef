// The types of what the edge adds to requests, routes and the server of Fastify.
import type {} from 'fastify'
import type { Actor } from '../contract/activity.ts'
import type { OAuthResource } from '../contract/oauth.ts'
import type { OAuthScope } from '../contract/operations/row.ts'
import type { SiteId } from '../contract/sites/site-ids.ts'
import type { SpokenSite } from '../domain/languages/spoken-site.ts'
import type { KeyHolder } from '../store/accounts/keys.ts'
import type { Platform } from '../usecases/platform.ts'
import type { KeptAnswers } from './kept-answers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route exists on a site; it exists on all when this is left out. */
    offeredOn?: (site: SiteId) => boolean
    /** Wrong paths at which callers look for the route: the 404 there names the right one. */
    soughtAt?: (site: SiteId) => readonly string[]
    /** `key`: the route needs an API key; `optional`: it checks a key that is sent. It ignores keys when this is left out. */
    authentication?: 'key' | 'optional'
    /** What a route of programs is to OAuth: the resource that it belongs to, and the scope that it needs. */
    oauth?: { resource: OAuthResource; scope: OAuthScope | null }
    /** A dry run there proposes a body for a faulty one, also for a body that is no JSON. */
    proposes?: true
    /** Headers of every answer of a deprecated route, names and values in turn. */
    deprecation?: readonly string[]
  }
  interface FastifyInstance {
    /** The latest answers, for repeated requests. */
    keptAnswers: KeptAnswers
  }
  interface FastifyRequest {
    /** The path as the router reads it. */
    path: string
    /** The site that the Host header selects, in the language of the address; set before any handler runs. */
    site: SpokenSite
    /** The holder of the API key that was sent; null when none was. */
    caller: KeyHolder | null
    /** The world of a test key, in which the request acts; null for any other request. */
    world: Platform | null
    /** The account whose owner sends the request; null on routes that are not for owners alone. */
    owner: string | null
    /** Who sends the request, on the same routes. */
    actor: Actor | null
    /** The headers of a deprecated route, names and values in turn; null for other routes. */
    deprecation: readonly string[] | null
  }
}
