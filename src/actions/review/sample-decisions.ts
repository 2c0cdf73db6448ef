// Samples decisions of people for a second, blind decision by another person, which changes nothing public.
import { Problem } from '../../contract/problems/problem.ts'
import { countMeta } from '../../store/database/meta.ts'
import { dropExample } from '../../store/learning/examples.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import type { Item } from '../../store/review/queue.ts'
import * as samples from '../../store/review/samples.ts'
import { refuseUnseen } from '../rules/seen-text.ts'
import type { Scope } from '../scope.ts'
import { takeKept } from './hold-items.ts'

/**
 * A decided item: its texts, when it began to wait (`since`, epoch ms), and the decision of a person (`label`: a category, or
 * `fine`).
 */
export type Sampled = Item & {
  post_id: string
  revision_id: string
  shown_revision: string
  site: samples.Sample['site']
  since: number
  reviewer: string
  label: string
  reason: string
}

/** Counts a decision of a person. Every `every`-th one waits for another person, if there is one. */
export async function sampleDecision({ db, now, facts }: Scope, decided: Sampled): Promise<void> {
  const { every, reviewers } = facts.samples
  const { reviewer, label, reason, ...item } = decided
  if (every === 0 || !reviewers.some(other => other !== reviewer)) return
  if ((await countMeta(db, 'review_decisions')) % every !== 0) return
  const first = { first_reviewer: reviewer, first_label: label, first_reason: reason, first_at: now }
  await samples.insertSample(db, { ...item, ...first })
}

/**
 * Records the second decision on a sample. If it differs from the first, the model does not learn from the text. Throws
 * `not_in_review` if the second decision was undone, if another person made it meanwhile, or if the text is not the `seen` one.
 */
export async function decideSample(
  { db, now, ...scope }: Scope,
  {
    reviewer,
    label,
    reason,
    seen,
    pending,
    ...item
  }: Item & { reviewer: string; label: string; reason: string; seen: string | undefined; pending: string },
): Promise<void> {
  await takeKept({ db, now, ...scope }, pending)
  const sample = await samples.sampleFor(db, item, reviewer)
  if (sample) refuseUnseen(sample.revision_id, seen)
  if (!sample || !(await samples.answerSample(db, sample, { reviewer, label, reason, at: now })))
    throw new Problem('not_in_review', 'The item has been decided meanwhile.')
  const agrees = label === sample.first_label
  if (!agrees) await dropExample(db, sample.revision_id)
  await logDecision(db, {
    ...{ decider: 'person', actor: reviewer, action: agrees ? 'sample-agrees' : 'sample-differs', reason, now },
    ...{
      subject: item.subject,
      post_id: sample.post_id,
      site: sample.site,
      category: label,
      detail: { kind: item.kind },
    },
  })
}
