// The moderation policy as the world sees it: the schema of GET /v1/policy.

import Type from 'typebox'
import { orNull } from '../posts.ts'
import { prices } from '../prices.ts'
import { siteIds } from '../sites/site-ids.ts'

const sites = Type.Array(Type.Enum([...siteIds]), {
  minItems: 1,
  uniqueItems: true,
  description: 'The sites that the entry applies to.',
})

const sentence = Type.String({ minLength: 1, maxLength: 1000 })

const examples = (description: string) => Type.Array(sentence, { minItems: 2, maxItems: 12, description })

/**
 * What the deciding model answers when it finds the category in a post:
 * `reject` (abuse that a machine may settle), `reject_low_quality` (refused, the fee comes back),
 * `review` (a person decides; no machine answer alone is good enough).
 */
export const policyActions = ['reject', 'reject_low_quality', 'review'] as const

/** How much harm one post of the category does, mildest first. */
const policySeverities = ['low', 'medium', 'high', 'critical'] as const

/** One rule of the quality bar: what every post has to be, and why. */
export const QualityRuleSchema = Type.Object(
  {
    id: Type.String({ pattern: '^QB-[A-Z]+(-[A-Z]+)*$' }),
    sites,
    rule: sentence,
    why: sentence,
  },
  { additionalProperties: false, title: 'QualityRule' },
)

/** One category of the abuse list or of the low-quality list (contract.md §6). Its id is the wire name in `rejection.category`. */
export const PolicyCategorySchema = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z]+(-[a-z]+)*$', maxLength: 40 }),
    title: Type.String({ minLength: 1, maxLength: 80 }),
    sites,
    definition: sentence,
    action: Type.Enum([...policyActions]),
    penalized: Type.Boolean({
      description: `True: abuse, costs ${prices.penaltyMultiplier} times the price and a strike. False: costs neither; the fee of a rejected post comes back.`,
    }),
    severity: Type.Enum([...policySeverities]),
    disallowed_examples: examples('Synthetic posts that fall under the category.'),
    allowed_examples: examples('Synthetic near misses that do not.'),
    sources: Type.Array(sentence, { description: 'Standards, laws and guidelines that the definition leans on.' }),
    added: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
  },
  { additionalProperties: false, title: 'PolicyCategory' },
)

/** The languages in which a model decides, for status and policy; `wait` says where the usual wait for a person stands. */
export const decidedLanguages = (wait = '') =>
  orNull(
    Type.Array(Type.String({ pattern: '^[a-z]{2,3}$' }), {
      description: `The languages (ISO 639) in which a model decides; a text in another one waits for a person${wait}. Null: every language.`,
    }),
  )

/** The confidences from which the verdict of a model counts, where the policy asks for no more (contract.md §4). */
export const leastConfidence = { publish: 0.6, reject: 0.85 } as const

const least = (outcome: keyof typeof leastConfidence) =>
  Type.Optional(Type.Number({ minimum: leastConfidence[outcome], maximum: 1 }))
const confidences = { publish: least('publish'), reject: least('reject') }

/** A policy may ask for more confidence, for all texts or for those found to be in a language (ISO 639-1), never for less. */
const ThresholdsSchema = Type.Object(
  {
    ...confidences,
    languages: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z]{2,3}$' }), Type.Object(confidences, { additionalProperties: false })),
    ),
  },
  {
    additionalProperties: false,
    description: `The confidences from which a model publishes (${leastConfidence.publish} where left out) and rejects (${leastConfidence.reject}); else a person decides.`,
  },
)

/** The policy as it is written (contract.md §6). */
export const PolicySchema = Type.Object(
  {
    version: Type.String({ pattern: '^[0-9]{4}\\.[0-9]{2}\\.[0-9]{2}-[0-9]+([+][0-9a-f]{8})?$' }),
    updated: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
    penalty_multiplier: Type.Literal(prices.penaltyMultiplier),
    quality_bar: Type.Array(QualityRuleSchema, { minItems: 1 }),
    categories: Type.Array(PolicyCategorySchema, { minItems: 1 }),
    thresholds: Type.Optional(ThresholdsSchema),
  },
  { additionalProperties: false, title: 'PolicyRules' },
)

/** The body of GET /v1/policy. */
export const PublishedPolicySchema = Type.Object(
  {
    ...PolicySchema.properties,
    languages: decidedLanguages(', as long as `queue.usual_review_seconds` of GET /v1/status says'),
  },
  { additionalProperties: false, title: 'Policy' },
)

export type PolicyCategory = Type.Static<typeof PolicyCategorySchema>
export type Policy = Type.Static<typeof PolicySchema>
export type PublishedPolicy = Type.Static<typeof PublishedPolicySchema>
