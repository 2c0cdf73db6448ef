// How the people who decide are doing, a queue each: what waits, how long decisions took, how many an appeal overturned, and where two do not agree.
import { limits } from '../../contract/limits.ts'
import { instant } from '../../domain/time.ts'
import { type Item, type ItemKind, openQueue } from '../../store/review/queue.ts'
import { countSamples, disagreements as latestDisagreements } from '../../store/review/samples.ts'
import { answersByDecision, decidedByPeople } from '../../store/review/statistics.ts'
import type { Platform } from '../platform.ts'
import { countTold, type QueueView } from './queue.ts'

export type QueueStatistics = QueueView['counts'][number] & {
  /** Of people, in the time that is looked at. */
  decided: number
  /** From the text, the report or the appeal to the decision; null where nothing was decided. */
  half_within_seconds: number | null
  nine_of_ten_within_seconds: number | null
  /** Decisions of the queue whose appeal was granted in that time, and their share of what was decided. */
  overturned: number
  overturned_share: number | null
}

export type ReviewStatistics = {
  since: string
  queues: QueueStatistics[]
  /** Appeals against what fixed rules and models decided. */
  machines: { decider: 'rule' | 'model'; granted: number; refused: number }[]
  /** Decisions that another person made once more, and those on which the two did not agree. */
  samples: { decided: number; disagreed: number }
}

/** What two people made of the same thing; \`label\` is a category, or \`fine\`. */
export type Disagreement = Item & {
  post_id: string
  site: string
  first: Opinion
  second: Opinion
}
type Opinion = { reviewer: string; label: string; reason: string; at: string }

/** The latest decisions on which two people did not agree, with the reasons of both: for leads. */
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

/** By which entries of the log a decision of a queue is known. */
const decides: Record<ItemKind, RegExp> = {
  text: /^(person|cancelled|deleted)-/,
  report: /^(remove(-abuse)?|dismiss-reports)$/,
  appeal: /^appeal-/,
}

/** The statistics of the last days, from a bounded look at the log. */
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

/** Within how many seconds a share of them was decided; `waits` in milliseconds, ascending. */
function within(waits: readonly number[], share: number): number | null {
  const ms = waits[Math.max(0, Math.ceil(waits.length * share) - 1)]
  return ms === undefined ? null : Math.round(ms / 1000)
}
