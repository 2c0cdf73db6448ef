// What the service says of itself: status, prices, policy.
import { Type } from 'typebox'
import { limits } from '../limits.ts'
import { type Policy, PolicySchema } from '../policy.ts'
import { Instant, Micros, orNull } from '../posts.ts'
import { prices } from '../prices.ts'
import { type SiteId, siteIds } from '../site-ids.ts'
import { tools } from '../tools.ts'
import { closed, none, type OperationRow } from './row.ts'

const pricingWords: Record<string, string> = {
  series_cap: 'The most that a series costs.',
  post_with_link: 'Price of a post whose text holds a link.',
}

function examplePolicy(site: SiteId): Policy {
  return {
    version: '2026.11.20-1',
    updated: '2026-11-20',
    penalty_multiplier: 10,
    quality_bar: [
      {
        id: 'QB-SPECIFIC',
        sites: [site],
        rule: 'A post says something specific that a reader can act on.',
        why: 'Readers come for facts.',
      },
    ],
    categories: [
      {
        id: 'scam',
        title: 'Scams',
        sites: [site],
        definition: 'The post is made to take money or data from readers under false pretences.',
        action: 'reject',
        penalized: true,
        severity: 'high',
        disallowed_examples: [
          'Send 50 USD now to unlock your prize.',
          'Pay a deposit by gift card to keep your place.',
        ],
        allowed_examples: ['Tickets are 10 EUR at the door.', 'How to recognise a rental scam: a talk at the library.'],
        sources: ['Consumer protection law on misleading practices'],
        added: '2026-11-20',
      },
    ],
  }
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
    description:
      'Free and never limited by day. `starting` means that decisions take about 20 minutes, `idle` that the model starts when a post comes.',
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
    answer: 'The state of the service.',
    examples: site => ({
      response: {
        running: {
          api: 'ok',
          site: site.id,
          moderation: { state: 'running', last_heartbeat: '2026-11-21T11:59:55Z' },
          queue: { queued: 3 },
          generated_at: '2026-11-21T12:00:00Z',
        },
      },
    }),
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
    description: 'Free. Every amount is a whole number of micro-dollars; 1 USD is 1,000,000.',
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
          edit_fraction: Type.Number({ description: 'What an edit costs, as a part of the price of the post.' }),
          penalty_multiplier: Type.Integer({ description: 'How many times its price an abusive post costs.' }),
          search: Type.Object(
            { free_per_day: Type.Integer({ minimum: 0 }), price_each: Micros('Price of a search past the allowance.') },
            closed,
          ),
          topups: Type.Array(Micros('An amount that can be topped up.')),
        },
        closed,
      ),
    answer: 'The prices.',
    examples: site => ({
      response: {
        prices: {
          site: site.id,
          currency: 'usd',
          unit: site.unit,
          post: { post: site.price.perItemMicros, ...site.pricing },
          edit_fraction: prices.editFraction,
          penalty_multiplier: prices.penaltyMultiplier,
          search: { free_per_day: limits.searchFreePerKeyPerDay, price_each: prices.searchMicros },
          topups: prices.topupsMicros,
        },
      },
    }),
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
    description:
      'Free. Read it before the first post: a post that falls under a penalized category costs ten times its price and a strike; what falls below the quality bar is rejected and refunded. `version` changes with every change of the text.',
    query: none,
    status: 200,
    response: () => PolicySchema,
    answer: 'The policy.',
    examples: site => ({ response: { policy: examplePolicy(site.id) } }),
    errors: [],
    tool: tools.getPolicy,
  },
} as const satisfies Record<string, OperationRow>
