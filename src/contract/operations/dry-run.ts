// The answer to a dry run of a post or of an edit (contract.md §8).
import { type Static, Type } from 'typebox'
import { coded } from '../currency.ts'
import { Change, Micros, Moderation, noticed, Review } from '../posts.ts'
import { RefusalSchema } from '../problems/problem-schema.ts'
import { sentences } from '../sentences.ts'
import { type PricedSite, penaltyBeyondFee } from '../sites/priced-site.ts'
import { siteIds } from '../sites/site-ids.ts'
import { article, capital } from '../words.ts'
import { Blocking, blockingLine, exampleBlocking } from './blocking.ts'
import { exampleModeration, exampleReview } from './examples.ts'
import { exampleKeyLimits, KeyLimits, keyLine } from './key-limits.ts'
import { closed, type MoreAnswer } from './row.ts'
import { extraArguments, micros, noticedLine } from './tool.ts'
import { advice, warningLines } from './warnings.ts'

/** The result of a dry run. */
export const DryRun = Type.Object(
  {
    dry_run: Type.Literal(true),
    site: Type.Enum([...siteIds]),
    outcome: Type.Enum(['would_queue', 'would_apply', 'would_refuse', 'would_reject_as_abuse'], {
      description:
        'What becomes of the text; would_apply: an edit that is shown at once, since nobody has to judge it.',
    }),
    price: Micros('What the post would cost.'),
    charged: Type.Literal(0),
    penalty_if_abuse: Micros('What it would cost in all if it were abuse.'),
    ready_to_post: Type.Boolean({ description: 'Whether the same request without dry_run would be taken.' }),
    blocking: Type.Optional(Blocking),
    refusal: Type.Optional(RefusalSchema),
    needs_approval: Type.Optional(
      Type.Literal(true, { description: 'The real post would wait for the owner, and cost nothing before that.' }),
    ),
    key: KeyLimits,
    local_times: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Each time as readers will see it, in the zone of the post: compare it with the time that you meant.',
      }),
    ),
    changes: Type.Optional(
      Type.Array(Change, { description: 'What an edit would change: compare it with what you meant.' }),
    ),
    ...noticed,
    ...advice,
    moderation: Type.Optional(Moderation),
    review: Type.Optional(Review),
    note: Type.String(),
  },
  { ...closed, title: 'DryRun' },
)
export type DryRun = Static<typeof DryRun>

export const dryRunQuery = () =>
  Type.Object(
    {
      dry_run: Type.Optional(Type.Boolean({ description: 'true only checks: nothing is stored or charged.' })),
      max_price_micros: Type.Optional(extraArguments.max_price_micros),
    },
    closed,
  )
export type DryRunQuery = Static<ReturnType<typeof dryRunQuery>>

/** The answer to a dry run, for the `moreAnswers` of a row. */
export function dryRunAnswer(site: PricedSite, baseUrl: string) {
  const price = site.price.perItemMicros
  const common = {
    dry_run: true,
    site: site.id,
    price,
    charged: 0,
    penalty_if_abuse: price + penaltyBeyondFee(site, price),
    ...(site.timed && { local_times: ['Sat 6 March 2027, 14:00–16:00 (Europe/Paris)'] }),
    key: exampleKeyLimits,
    flags: [],
    flag_meanings: {},
    warnings: [],
    price_lines: [{ what: `${capital(article(site.noun))}`, amount: price }],
    note: sentences.dryRun,
  }
  return {
    status: 200,
    description: 'The result of the check: only with `dry_run=true`.',
    schema: DryRun,
    examples: {
      ready: {
        ...common,
        outcome: 'would_queue',
        ready_to_post: true,
        moderation: exampleModeration,
        review: exampleReview,
      },
      blocked: {
        ...common,
        outcome: 'would_refuse',
        ready_to_post: false,
        blocking: exampleBlocking(site, baseUrl),
        refusal: { category: 'placeholder', reason: 'The text is a placeholder.', rule: 'PF-LOWQ-PLACEHOLDER' },
      },
    },
  } as const satisfies MoreAnswer
}

/** A dry run in a line; `tool` is the tool of the real post or edit. */
export function dryRunSummary(answer: DryRun, tool: string): string {
  const { outcome, price, penalty_if_abuse: penalty, ready_to_post: ready, blocking, refusal, note } = answer
  const { local_times: times = [] } = answer
  return [
    `Outcome: ${outcome}; price ${micros(price)} (${price} micros), ${micros(penalty)} in all if it were abuse.`,
    ...(ready ? [`${tool} would take it.`] : []),
    ...keyLine(answer.key, price),
    ...(refusal ? [`Refused by ${refusal.rule} as ${refusal.category}: ${refusal.reason}`] : []),
    ...blockingLine(blocking),
    ...(times.length > 0 ? [`Readers will see: ${times.join('; ')}.`] : []),
    ...noticedLine(answer),
    ...warningLines(answer.warnings),
    ...(answer.price_lines.length > 1
      ? [`The price: ${answer.price_lines.map(({ what, amount }) => `${what} (${coded(amount)})`).join('; ')}.`]
      : []),
    note,
  ].join(' ')
}
