// Counts decisions from the log by month, decider, outcome and category, without texts and names.
import { dayMs } from '../../contract/spans.ts'
import { shareWithin } from '../../domain/review/decision-times.ts'
import { instant } from '../../domain/times/time.ts'
import type { Decider } from '../../store/database/schema.ts'
import { decisionCounts, logHead } from '../../store/posts/decision-log.ts'
import type { Platform } from '../platform.ts'

const monthsShown = 24

const outcomes = [
  ['published', /^(verdict|person)-publish$/],
  ['review', /^verdict-review$/],
  ['rejected', /^((verdict|person|rule)-reject-|overtake$|(cancelled|deleted)-abuse$)/],
  ['removed', /^remove/],
  ['appeal_refused', /^appeal-refused$/],
  ['appeal_granted', /^appeal-/],
  ['reports_dismissed', /^dismiss-reports$/],
  ['suspended', /^suspend$/],
  ['banned', /^ban$/],
] as const
type Outcome = (typeof outcomes)[number][0]

const outcomeOf = (action: string): Outcome | undefined => outcomes.find(([, is]) => is.test(action))?.[0]
/** The outcomes that end the wait of a text. */
const ends: readonly Outcome[] = ['published', 'rejected']

export type MonthNumbers = {
  month: string
  decisions: { decider: Decider; outcome: Outcome; category: string | null; count: number }[]
  /** From submission to decision, in steps, so that no number reveals a single text. */
  time_to_decide: { decider: Decider; count: number; half_within_seconds: number; nine_of_ten_within_seconds: number }[]
  appeals: { granted: number; refused: number }
}

/** The end of the chain of the log, which anybody can keep to check the log later. */
export async function logHeadView({ db }: Platform) {
  const head = await logHead(db)
  if (!head) return { entries: 0, hash: null, sealed_at: null }
  return { entries: head.position, hash: head.hash, sealed_at: instant(head.sealed_at) }
}

/** The decisions of the latest months, the latest first. */
export async function transparency(platform: Platform): Promise<MonthNumbers[]> {
  const since = new Date(platform.now() - monthsShown * 31 * dayMs).toISOString().slice(0, 7)
  const counted = (await decisionCounts(platform.db, since)).flatMap(row => {
    const outcome = outcomeOf(row.action)
    return outcome ? [{ ...row, outcome }] : []
  })
  return [...Map.groupBy(counted, ({ month }) => month)].map(([month, rows]) => {
    const kinds = Map.groupBy(rows, row => JSON.stringify([row.decider, row.outcome, row.category]))
    const decisions = [...kinds.values()].map(kind => {
      const { decider, outcome, category } = kind[0]!
      return { decider, outcome, category: category || null, count: total(kind) }
    })
    const decided = Map.groupBy(
      rows.filter(({ outcome }) => ends.includes(outcome)),
      ({ decider }) => decider,
    )
    const time_to_decide = [...decided].flatMap(([decider, times]) => {
      const [half, most] = [shareWithin(times, 0.5), shareWithin(times, 0.9)]
      if (half === null || most === null) return []
      return [{ decider, count: total(times), half_within_seconds: half, nine_of_ten_within_seconds: most }]
    })
    const of = (asked: Outcome) => total(rows.filter(({ outcome }) => outcome === asked))
    return {
      month,
      decisions,
      time_to_decide,
      appeals: { granted: of('appeal_granted'), refused: of('appeal_refused') },
    }
  })
}

const total = (rows: readonly { n: number }[]) => rows.reduce((sum, { n }) => sum + n, 0)
