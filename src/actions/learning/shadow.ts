// Starts and ends the candidate that judges beside the service, and stores where it differs. Nothing here touches a text or money.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { fineLabel } from '../../domain/review/policy-category.ts'
import { utcDay } from '../../domain/times/time.ts'
import { packagedVersion, versionBySeq } from '../../store/learning/model-versions.ts'
import {
  addCount,
  addDifferences,
  addMissed,
  forgetShadow,
  replaceCandidate,
  type ShadowCount,
} from '../../store/learning/shadow.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import type { Scope } from '../scope.ts'

export type NewCandidate = {
  policy: { text: string; version: string } | null
  /** The version of the embedded model, 0 for the packaged one; null for the active one. */
  learned: number | null
  oneIn: number
}

/** Lets a candidate judge beside the service, in every process, in place of a former one. Throws `not_found` for an unknown version. */
export async function startShadow(
  { db, now }: Scope,
  { policy, learned, oneIn, actor }: NewCandidate & { actor: string },
): Promise<void> {
  if (learned !== null && learned !== packagedVersion && !(await versionBySeq(db, learned)))
    throw new Problem('not_found', `There is no version ${learned}.`)
  await replaceCandidate(db, {
    ...{ policy: policy?.text ?? null, policy_version: policy?.version ?? null, learned, one_in: oneIn },
    ...{ started_by: actor, started_at: now },
  })
  await logDecision(db, {
    ...{
      decider: 'person',
      actor,
      action: 'shadow',
      subject: nameOf(policy?.version ?? null, learned),
      reason: '',
      now,
    },
    detail: { policy: policy?.version ?? null, learned, one_in: oneIn },
  })
}

/** Ends the candidate, and forgets what it has shown. `promoted`: it decides from now on. False where there is none. */
export async function endShadow(
  { db, now }: Scope,
  { promoted, actor }: { promoted: boolean; actor: string },
): Promise<boolean> {
  const { before } = await replaceCandidate(db, null)
  if (!before) return false
  const subject = nameOf(before.policy_version, before.learned)
  const action = promoted ? 'shadow-promote' : 'shadow-end'
  await logDecision(db, { decider: 'person', actor, action, subject, reason: '', now })
  return true
}

const nameOf = (policy: string | null, learned: number | null) =>
  [policy ?? [], learned === null ? [] : `learned ${learned}`].flat().join(', ')

type Outcome = { to: ShadowCount['active_to']; category: string | null; penalized: boolean }

/** What the service and the candidate made of a text. */
export type ComparedVerdicts = {
  revisionId: string
  postId: string
  site: SiteId
  active: Outcome
  candidate: Outcome
}

/** Counts compared texts, and keeps those that would have been decided otherwise. Does nothing for a former candidate. */
export async function noteShadow(
  { db, now }: Scope,
  { candidate, compared, missed }: { candidate: number; compared: readonly ComparedVerdicts[]; missed: number },
): Promise<void> {
  if (!(await addMissed(db, candidate, missed))) return
  const day = utcDay(now)
  const counts = new Map<string, ShadowCount>()
  for (const { active, candidate: other } of compared) {
    const category = active.category ?? other.category ?? fineLabel
    const key = `${category} ${active.to} ${other.to}`
    const one = counts.get(key) ?? { day, category, active_to: active.to, candidate_to: other.to, texts: 0 }
    one.texts++
    counts.set(key, one)
  }
  for (const count of counts.values()) await addCount(db, count)
  const differing = compared.filter(({ active, candidate: other }) => differs(active, other))
  await addDifferences(
    db,
    differing.map(({ revisionId, postId, site, active, candidate: other }) => ({
      ...{ revision_id: revisionId, post_id: postId, site, judged_at: now },
      ...{ active_to: active.to, active_category: active.category },
      ...{ candidate_to: other.to, candidate_category: other.category },
    })),
  )
  const before = now - limits.shadowKeptMs
  await forgetShadow(db, { kept: limits.shadowDifferences, before, day: utcDay(before) })
}

/** Whether the author would notice: another outcome, or a rejection under another category or with another penalty. */
function differs(one: Outcome, other: Outcome): boolean {
  if (one.to !== other.to) return true
  return one.to === 'rejected' && (one.category !== other.category || one.penalized !== other.penalized)
}
