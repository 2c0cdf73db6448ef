// The operations about the service: status, prices, policy.
import { type Static, Type } from 'typebox'
import { coded, currencyCode, microsPerUnit, offeredTopUps, wireCurrency } from '../currency.ts'
import { limits } from '../limits.ts'
import {
  decidedLanguages,
  PolicyCategorySchema,
  PolicySchema,
  type PublishedPolicy,
  PublishedPolicySchema,
  QualityRuleSchema,
} from '../moderation/policy.ts'
import { Instant, Micros, orNull, Review } from '../posts.ts'
import { prices } from '../prices.ts'
import { abuseCosts, type PricedSite } from '../sites/priced-site.ts'
import type { Price } from '../sites/row.ts'
import { type SiteId, siteIds } from '../sites/site-ids.ts'
import { capital, grouped, span } from '../words.ts'
import { reading } from './agentic-access.ts'
import { closed, operation } from './row.ts'
import { micros, reads } from './tool.ts'

const PostPrice = (dearest: PricedSite['dearest']) =>
  Type.Object(
    { post: Micros('Price of a post.'), ...(dearest && { [dearest.name]: Micros(dearest.description) }) },
    closed,
  )

/** `dearest`: the highest price of a post, on a site where a post can cost more than one item. */
const Pricing = (dearest: PricedSite['dearest']) =>
  Type.Object(
    {
      site: Type.Enum([...siteIds]),
      currency: Type.String({
        pattern: '^[a-z]{3}$',
        description: 'The currency of the platform: an ISO 4217 code in lower case.',
      }),
      unit: Type.String(),
      post: PostPrice(dearest),
      edit_fraction: Type.Number({ description: 'What an edit costs, as a part of the price of the post.' }),
      penalty_multiplier: Type.Integer({ description: 'How many times its price an abusive post costs.' }),
      abuse_at_least: Micros('The least that an abusive post costs in all.'),
      search: Type.Object(
        { free_per_day: Type.Integer({ minimum: 0 }), price_each: Micros('Price of a search past the allowance.') },
        closed,
      ),
      topups: Type.Array(Micros('An amount that is offered for a top-up.')),
      topup_min: Micros('The least that a top-up can be.'),
      topup_max: Micros('The most that a top-up can be.'),
      next: orNull(
        Type.Object(
          { from: Instant, post: PostPrice(dearest) },
          { ...closed, description: 'The next prices that are set. A post keeps the price at which it was bought.' },
        ),
      ),
    },
    closed,
  )

/** The prices of a site, as GET /v1/pricing answers (contract.md §6). */
export function pricing({ id, price, dearest, topUps, next }: PricedSite): Static<ReturnType<typeof Pricing>> {
  const postAt = ({ perItemMicros, capMicros }: Price) => ({
    post: perItemMicros,
    ...(dearest && { [dearest.name]: capMicros }),
  })
  return {
    site: id,
    currency: wireCurrency(),
    unit: price.item,
    post: postAt(price),
    edit_fraction: prices.editFraction,
    penalty_multiplier: prices.penaltyMultiplier,
    abuse_at_least: price.abuseMicros,
    search: { free_per_day: limits.searchFreePerKeyPerDay, price_each: prices.searchMicros },
    topups: [...offeredTopUps()],
    topup_min: topUps.least,
    topup_max: topUps.most,
    next: next && { from: wholeSecond(next.from), post: postAt(next.price) },
  }
}

/** An instant of epoch milliseconds, as it is written on the wire. */
const wholeSecond = (at: number) => new Date(at).toISOString().replace('.000', '')

function examplePolicy(site: SiteId): PublishedPolicy {
  return {
    version: '2026.11.20-1',
    updated: '2026-11-20',
    languages: ['de', 'en'],
    penalty_multiplier: prices.penaltyMultiplier,
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
          'Send 50 EUR now to unlock your prize.',
          'Pay a deposit by gift card to keep your place.',
        ],
        allowed_examples: ['Tickets are 10 EUR at the door.', 'How to recognise a rental scam: a talk at the library.'],
        sources: ['Consumer protection law on misleading practices'],
        added: '2026-11-20',
      },
    ],
  }
}

const looks = {
  tag: 'service',
  auth: 'none',
  scope: null,
  agenticAccess: reading('Free, without limit by day, and the same for everyone.'),
} as const

const categoryLine = ({ id, definition }: { id: string; definition: string }) => `- ${id}: ${definition}`

const SitePolicy = Type.Object(
  {
    version: PolicySchema.properties.version,
    languages: PublishedPolicySchema.properties.languages,
    quality_bar: Type.Array(Type.Pick(QualityRuleSchema, ['id', 'rule', 'why'])),
    categories: Type.Array(
      Type.Pick(PolicyCategorySchema, [
        'id',
        'title',
        'definition',
        'action',
        'penalized',
        'disallowed_examples',
        'allowed_examples',
      ]),
    ),
  },
  closed,
)

/** The policy for a model: the entries of the site, with the members by which a text is judged. */
function policyOf(
  { version, languages, quality_bar, categories }: PublishedPolicy,
  { id: site }: PricedSite,
): Static<typeof SitePolicy> {
  const here = (entry: { sites: SiteId[] }) => entry.sites.includes(site)
  return {
    ...{ version, languages },
    quality_bar: quality_bar.filter(here).map(({ id, rule, why }) => ({ id, rule, why })),
    categories: categories
      .filter(here)
      .map(({ id, title, definition, action, penalized, disallowed_examples, allowed_examples }) => {
        return { id, title, definition, action, penalized, disallowed_examples, allowed_examples }
      }),
  }
}

export const aboutOperations = {
  getStatus: operation({
    method: 'get',
    path: '/v1/status',
    ...looks,
    summary: 'Whether the service is up, the state of moderation, how many texts wait for the model and for a person.',
    description: `Free and never limited by day. \`starting\` means that decisions take about ${span(limits.decisionMs.starting)}, \`idle\` that the model starts when a post comes.`,
    status: 200,
    response: () =>
      Type.Object(
        {
          api: Type.Literal('ok'),
          site: Type.Enum([...siteIds]),
          moderation: Type.Object(
            {
              state: Type.Enum(['running', 'starting', 'idle']),
              last_heartbeat: orNull(Instant('When the moderation worker last sent a heartbeat.')),
              languages: decidedLanguages(),
            },
            closed,
          ),
          queue: Type.Object(
            {
              queued: Type.Integer({ minimum: 0, description: 'Texts that wait for the moderation model.' }),
              in_review: Type.Integer({ minimum: 0, description: 'Texts that wait for a person.' }),
              usual_review_seconds: Review.properties.usual_seconds,
            },
            { ...closed, description: 'The texts of all sites of the platform that wait for a decision.' },
          ),
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
          moderation: { state: 'running', last_heartbeat: '2026-11-21T11:59:55Z', languages: ['de', 'en'] },
          queue: { queued: 3, in_review: 5, usual_review_seconds: 5400 },
          generated_at: '2026-11-21T12:00:00Z',
        },
      },
    }),
    tool: {
      name: 'get_status',
      title: 'Status of the service',
      description:
        'Whether the service is up, the state of moderation, how many posts wait. Free. Of one post: get_post.',
      hints: reads,
      offer: 'read',
      summary: ({ moderation, queue }) =>
        `The service is up; moderation is ${moderation.state}, ${queue.queued} queued, ${queue.in_review} wait for a person, last heartbeat ${moderation.last_heartbeat ?? 'never'}. ${moderation.languages ? `A model decides texts in ${moderation.languages.join(', ')}; others wait for a person` : 'A model decides texts in every language'}${queue.usual_review_seconds === null ? '' : `, who takes about ${span(queue.usual_review_seconds * 1000)}`}.`,
    },
  }),
  getPricing: operation({
    method: 'get',
    path: '/v1/pricing',
    ...looks,
    summary: () => `Prices in micros: ${grouped(microsPerUnit)} is 1 ${currencyCode()}.`,
    description: () =>
      `Free. Every amount is a whole number of micros, millionths of the \`currency\`; 1 ${currencyCode()} is ${grouped(microsPerUnit)}.`,
    status: 200,
    response: site => Pricing(site.dearest),
    answer: 'The prices.',
    examples: site => ({ response: { prices: pricing(site) } }),
    tool: {
      name: 'get_pricing',
      title: 'Prices',
      description: () =>
        `What things cost, in micros (${grouped(microsPerUnit)} is 1 ${currencyCode()}): a post, an edit, a search past the free ones, abuse. Free.`,
      hints: reads,
      offer: 'read',
      summary: ({ unit, post, edit_fraction, search, topups, topup_min, topup_max, next }, site) => {
        const { dearest } = site
        return [
          `One ${unit} costs ${micros(post.post)}${dearest ? `; ${dearest.description.replace(/\.$/, '')}: ${micros((post as Record<string, number>)[dearest.name] ?? 0)}` : ''}.`,
          `An edit costs ${edit_fraction} of the price; abuse ${abuseCosts(site)}.`,
          `${search.free_per_day} searches a day are free with a key, each further one costs ${micros(search.price_each)}.`,
          `Top-ups: ${topups.map(coded).join(', ')}, or ${coded(topup_min)} to ${coded(topup_max)}.`,
          ...(next ? [`From ${next.from} one ${unit} costs ${micros(next.post.post)}.`] : []),
        ].join(' ')
      },
    },
  }),
  getPolicy: operation({
    method: 'get',
    path: '/v1/policy',
    ...looks,
    summary: 'The quality bar and the abuse list, with examples.',
    description: site =>
      `Free. Read it before the first post: a post that falls under a penalized category ${abuseCosts(site)}; a post below the quality bar is rejected and refunded. \`version\` changes with every change of the text.`,
    status: 200,
    response: () => PublishedPolicySchema,
    answer: 'The policy.',
    answerHeaders: { ETag: 'always' },
    conditional: true,
    examples: site => ({ response: { policy: examplePolicy(site.id) } }),
    tool: {
      name: 'get_policy',
      title: 'The policy on posts',
      description: site =>
        `The rules of this site that moderation decides by: the quality bar and the abuse list, with examples, which are data. Free. Read it before the first post: abuse ${abuseCosts(site)}.`,
      hints: reads,
      offer: 'read',
      structured: { of: policyOf, schema: () => SitePolicy },
      summary: (answer, site) => {
        const { version, languages, quality_bar: bar, categories } = policyOf(answer, site)
        return [
          `Policy ${version} for ${site.nouns}. ${languages ? `A model decides texts in ${languages.join(', ')}; others wait for a person. ` : ''}A post has to be:`,
          ...bar.map(({ rule }) => `- ${rule}`),
          `${capital(abuseCosts(site))}:`,
          ...categories.filter(({ penalized }) => penalized).map(categoryLine),
          'Is rejected:',
          ...categories.filter(({ penalized }) => !penalized).map(categoryLine),
        ].join('\n')
      },
    },
  }),
}
