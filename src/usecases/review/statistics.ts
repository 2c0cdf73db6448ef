// Statistics of the reviewers for each queue: length, time to decide, decisions overturned by an appeal, and disagreements.

import { limits } from '../../contract/limits.ts'
import type { ItemKind } from '../../contract/moderation/decisions.ts'
import { instant } from '../../domain/times/time.ts'
import { type Item, openQueue } from '../../store/review/queue.ts'
import { countSamples, disagreements as latestDisagreements } from '../../store/review/samples.ts'
import { answersByDecision, decidedByPeople } from '../../store/review/statistics.ts'
import type { Platform } from '../platform.ts'
import { countTold, type QueueView } from './queue.ts'

export type QueueStatistics = QueueView['counts'][number] & {
  /** Decisions of people in the period. */
  decided: number
  /** From the text, the report or the appeal to the decision; null without decisions. */
  half_within_seconds: number | null
  nine_of_ten_within_seconds: number | null
  /** Decisions of the queue whose appeal was granted in the period, and their share of `decided`. */
  overturned: number
  overturned_share: number | null
}

export type ReviewStatistics = {
  since: string
  queues: QueueStatistics[]
  /** Appeals against decisions of fixed rules and models. */
  machines: { decider: 'rule' | 'model'; granted: number; refused: number }[]
  /** Decisions that another person made once more, and those with a different result. */
  samples: { decided: number; disagreed: number }
}

/** Two different decisions on the same item. `label` is a category, or `fine`. */
export type Disagreement = Item & {
  post_id: string
  site: string
  first: Opinion
  second: Opinion
}
type Opinion = { reviewer: string; label: string; reason: string; at: string }

/** The latest disagreements between two people, with both reasons, for leads. */
export async function disagreements({ db }: Platform, limit: number = limits.reviewShown): Promise<Disagreement[]> {
  const opinion = (
    reviewer: string | null,
    label: string | null,
    reason: string | null,
    at: number | null,
  ): Opinion => {
    return { reviewer: reviewer ?? '', label: label ?? '', reason: reason ?? '', at: instant(at ?? 0) }
  }
  return (await latestDisagreements(db, limit)).map(({ kind, subject, post_id, site, ...both }) => ({
    ...{ kind, subject, post_id, site },
    first: opinion(both.first_reviewer, both.first_label, both.first_reason, both.first_at),
    second: opinion(both.second_reviewer, both.second_label, both.second_reason, both.second_at),
  }))
}

/** The actions in the log that are decisions of a queue. */
const decides: Record<ItemKind, RegExp> = {
  text: /^(person|cancelled|deleted)-/,
  report: /^(remove(-abuse|-legal)?|dismiss-reports)$/,
  appeal: /^appeal-/,
  message: /^(?:(?:publish|reject|dismiss)-message|pause-sender)$/,
  name: /^(keep|reset)-name$/,
}

/** The statistics of the last days, from a bounded part of the log. */
export async function reviewStatistics({ db, now }: Platform): Promise<ReviewStatistics> {
  const window = { since: now() - limits.reviewStatisticsMs, limit: limits.reviewStatisticsDecisions }
  const { counts } = await openQueue(db, { now: now(), limit: 0, reviewer: null })
  const decisions = await decidedByPeople(db, window)
  const answers = await answersByDecision(db, window)
  const answered = (of: (answer: (typeof answers)[number]) => boolean) =>
    answers.filter(of).reduce((sum, { n }) => sum + n, 0)
  return {
    since: instant(window.since),
    queues: counts.map(count => {
      const { kind } = count
      const made = decisions.filter(({ action }) => decides[kind].test(action))
      const waits = made.flatMap(({ waited_ms: ms }) => ms ?? []).sort((a, b) => a - b)
      const overturned = answered(({ decider, action, state }) => {
        return state === 'granted' && (kind === 'appeal' || (decider === 'person' && decides[kind].test(action)))
      })
      return {
        ...countTold(count),
        ...{
          decided: made.length,
          half_within_seconds: within(waits, 0.5),
          nine_of_ten_within_seconds: within(waits, 0.9),
        },
        ...{ overturned, overturned_share: made.length === 0 ? null : overturned / made.length },
      }
    }),
    machines: (['rule', 'model'] as const).map(machine => {
      const of = (asked: 'granted' | 'refused') =>
        answered(({ decider, state }) => decider === machine && state === asked)
      return { decider: machine, granted: of('granted'), refused: of('refused') }
    }),
    samples: await countSamples(db, window.since),
  }
}

/** The seconds within which a share of the items was decided. `waits` in milliseconds, ascending. */
function within(waits: readonly number[], share: number): number | null {
  const ms = waits[Math.max(0, Math.ceil(waits.length * share) - 1)]
  return ms === undefined ? null : Math.round(ms / 1000)
}
