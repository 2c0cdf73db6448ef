// What the candidate beside the service has shown: how often it agrees, by category and outcome, and the texts on which it differs.
import { limits } from '../../contract/limits.ts'
import { instant } from '../../domain/times/time.ts'
import type { Decision } from '../../moderation/verdict.ts'
import { candidateRow, latestDifferences, shadowCounts } from '../../store/learning/shadow.ts'
import type { Platform } from '../platform.ts'

type Outcome = { to: Decision['to']; category: string | null }

/** A text that the candidate would have decided otherwise. `text`: its id, `post`: that of its post. */
export type Difference = {
  text: string
  post: string
  site: string
  active: Outcome
  candidate: Outcome
  at: string
}

/** `texts`: how many have been compared. `missed`: how many the candidate failed on, or had no time for. */
export type ShadowReport = {
  /** Null: the one in force. */
  policy: string | null
  /** A version of the embedded model; null: the active one. */
  learned: number | null
  one_in: number
  started_by: string
  started_at: string
  texts: number
  missed: number
  differing: number
  counts: { category: string; active: Decision['to']; candidate: Decision['to']; texts: number }[]
  differences: Difference[]
}

/** The report on the candidate with its latest differences, the newest first; null without a candidate. */
export async function shadowReport(
  { db }: Platform,
  limit: number = limits.shadowDifferences,
): Promise<ShadowReport | null> {
  const row = await candidateRow(db)
  if (!row) return null
  const counts = (await shadowCounts(db)).map(({ category, active_to: active, candidate_to: candidate, texts }) => ({
    ...{ category, active, candidate, texts },
  }))
  const sum = (of: typeof counts) => of.reduce((total, { texts }) => total + texts, 0)
  return {
    ...{ policy: row.policy_version, learned: row.learned, one_in: row.one_in },
    ...{ started_by: row.started_by, started_at: instant(row.started_at), texts: sum(counts), missed: row.missed },
    differing: sum(counts.filter(({ active, candidate }) => active !== candidate)),
    counts,
    differences: (await latestDifferences(db, limit)).map(each => ({
      ...{ text: each.revision_id, post: each.post_id, site: each.site },
      active: { to: each.active_to, category: each.active_category },
      candidate: { to: each.candidate_to, category: each.candidate_category },
      at: instant(each.judged_at),
    })),
  }
}
