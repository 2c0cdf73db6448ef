// What the service says of itself: status, prices, policy.
import { Type } from 'typebox'
import { PolicySchema } from '../policy.ts'
import { Instant, Micros, orNull } from '../posts.ts'
import { siteIds } from '../site-ids.ts'
import { tools } from '../tools.ts'
import { closed, none, type OperationRow } from './row.ts'

const pricingWords: Record<string, string> = {
  series_cap: 'The most that a series costs.',
  post_with_link: 'Price of a post whose text holds a link.',
}

export const aboutOperations = {
  getStatus: {
    method: 'get',
    path: '/v1/status',
    tag: 'service',
    auth: 'none',
    scope: null,
    agenticAccess: 'read',
    summary: 'Whether the service is up, the state of moderation, the length of its queue.',
    query: none,
    status: 200,
    response: () =>
      Type.Object(
        {
          api: Type.Literal('ok'),
          site: Type.Enum([...siteIds]),
          moderation: Type.Object(
            {
              state: Type.Enum(['running', 'starting', 'idle']),
              last_heartbeat: orNull(Instant('When the moderation worker last gave a sign of life.')),
            },
            closed,
          ),
          queue: Type.Object({ queued: Type.Integer({ minimum: 0 }) }, closed),
          generated_at: Instant('When this was written.'),
        },
        closed,
      ),
    errors: [],
    tool: tools.getStatus,
  },
  getPricing: {
    method: 'get',
    path: '/v1/pricing',
    tag: 'service',
    auth: 'none',
    scope: null,
    agenticAccess: 'read',
    summary: 'Prices in micro-dollars.',
    query: none,
    status: 200,
    response: site =>
      Type.Object(
        {
          site: Type.Enum([...siteIds]),
          currency: Type.Literal('usd'),
          unit: Type.String(),
          post: Type.Object(
            {
              post: Micros('Price of a post.'),
              ...Object.fromEntries(Object.keys(site.pricing).map(name => [name, Micros(pricingWords[name] ?? name)])),
            },
            closed,
          ),
          edit_fraction: Type.Number(),
          penalty_multiplier: Type.Integer(),
          search: Type.Object(
            { free_per_day: Type.Integer({ minimum: 0 }), price_each: Micros('Price of a search past the allowance.') },
            closed,
          ),
          topups: Type.Array(Micros('An amount that can be topped up.')),
        },
        closed,
      ),
    errors: [],
    tool: tools.getPricing,
  },
  getPolicy: {
    method: 'get',
    path: '/v1/policy',
    tag: 'service',
    auth: 'none',
    scope: null,
    agenticAccess: 'read',
    summary: 'The quality bar and the abuse list, with examples.',
    query: none,
    status: 200,
    response: () => PolicySchema,
    errors: [],
    tool: tools.getPolicy,
  },
} as const satisfies Record<string, OperationRow>
