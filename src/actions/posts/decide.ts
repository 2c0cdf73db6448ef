// Records decisions on revisions, of the moderation worker with its lease token, or of a person.
import type { CategoryDecision, PlainDecision } from '../../contract/moderation/decisions.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { decisionTrigger, judgedAs, type Trigger } from '../../domain/lifecycle.ts'
import { type LegalOrder, legalCategory, placesOf } from '../../domain/review/legal-order.ts'
import { fineLabel } from '../../domain/review/policy-category.ts'
import { instant } from '../../domain/times/time.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { together } from '../../store/database/prepared.ts'
import { dropExample, keepExample } from '../../store/learning/examples.ts'
import { latestAppeal, openAppealOf } from '../../store/posts/appeals.ts'
import type { By } from '../../store/posts/decision-log.ts'
import { openReportsOf, type ReportRow } from '../../store/posts/reports.ts'
import { isEdit, type RevisionRow, releaseQueued, waitsSince } from '../../store/posts/revisions.ts'
import { takeKept } from '../review/hold-items.ts'
import { sampleDecision } from '../review/sample-decisions.ts'
import { refuseOwnDecision } from '../rules/appeals.ts'
import { changesPostAlone } from '../rules/changes-post-alone.ts'
import { judgedText, refuseUnseen } from '../rules/seen-text.ts'
import { viewOf } from '../rules/views.ts'
import { baseUrlOf, type Scope } from '../scope.ts'
import { closeAppeal, sendAnswer } from './appeals.ts'
import { appendAll, gathering } from './gathered-rows.ts'
import type { PreparedPublication } from './publication.ts'
import { applyTransition, byRule, type Held, hold, holdFree, type Refused } from './transition.ts'

/** The judgement of a model on a text. Without `model`, no model answered. */
type Judgement = { why: string; model?: string }

/**
 * `late`: the revision does not wait any more, or another worker holds its lease. `stale`: its publication is for another
 * version. `busy`: of several, this one waits for another transaction, so that it has to be recorded by itself.
 */
export type Recorded = 'decided' | 'late' | 'stale' | 'busy'

export type WorkerDecision = {
  revisionId: string
  postId: string
  to: 'published' | 'review' | 'rejected'
  refused: Refused | null
  verdict: Judgement | null
  /** The version of the policy that the model read; that in force when left out. */
  policyVersion?: string
  publication: PreparedPublication | null
}

/**
 * Records verdicts on claimed revisions, each by itself: one that comes too late changes nothing for the others. First texts that
 * are not rejected change rows of their posts alone, so they are recorded together. Returns the results in the same order; events,
 * lists and the log get the posts in this order too.
 */
export async function recordVerdicts(
  scope: Scope,
  { token, decisions }: { token: string; decisions: readonly WorkerDecision[] },
): Promise<Recorded[]> {
  const scopes = decisions.map(() => gathering(scope))
  const recorded: Recorded[] = decisions.map(() => 'busy')
  const record = async (i: number, held: Held | undefined) => {
    recorded[i] = await recordVerdict(scopes[i]!.scope, token, decisions[i]!, held)
  }
  const shared = [...decisions.keys()].filter(i => decisions.length > 1 && changesPostAlone(decisions[i]!))
  const free = await holdFree(
    scope,
    shared.map(i => decisions[i]!.postId),
  )
  await together(
    ...shared.filter(i => free.has(decisions[i]!.postId)).map(i => record(i, free.get(decisions[i]!.postId))),
  )
  for (const i of decisions.keys())
    if (!shared.includes(i)) await record(i, await hold(scope, decisions[i]!.revisionId, decisions[i]!.postId))
  await appendAll(scope, scopes)
  return recorded
}

async function recordVerdict(
  scope: Scope,
  token: string,
  decision: WorkerDecision,
  held: Held | undefined,
): Promise<Recorded> {
  if (held?.revision.status !== 'queued' || held.revision.lease_token !== token) return 'late'
  if (isStale(held, decision.publication)) return 'stale'
  const trigger = decisionTrigger('verdict', decision.to, decision.refused?.penalized ?? false)
  const { policyVersion = scope.facts.policyVersion } = decision
  const under = { ...scope, facts: { ...scope.facts, policyVersion }, trace: held.revision.trace }
  return (await applyTransition(under, held, trigger, { ...decision, by: judgeOf(decision.verdict) }))
    ? 'decided'
    : 'late'
}

/** The decider: the model, or without an answer the rule that a person has to decide. */
function judgeOf(verdict: Judgement | null): By {
  const { model, why = '' } = verdict ?? {}
  return model === undefined ? byRule('no-answer', why) : { decider: 'model', actor: model, reason: why }
}

/**
 * Whether a publication is for another version of the post. An edit of a post that is not public is never stale: it is withdrawn
 * instead.
 */
function isStale({ post, revision }: Held, publication: PreparedPublication | null): boolean {
  if (!publication || publication.version === post.version) return false
  return !isEdit(revision) || post.status === 'published'
}

/**
 * Returns a revision to the queue after the model failed. `counted`: the model made the attempt. False if another worker holds
 * the lease.
 */
export async function postponeRevision(
  scope: Scope,
  { revisionId, ...release }: { revisionId: string; token: string; dueAt: number; counted: boolean },
): Promise<boolean> {
  return releaseQueued(scope.db, revisionId, release)
}

export type PersonDecision = {
  /** The id of a post means its first text. */
  revisionId: string
  actor: string
  reason: string
  publication: PreparedPublication | null
  /** The id of the text that the person saw; undefined if the person named none. */
  seen?: string | undefined
  /** The id of the kept decision of the console, which is applied once. */
  pending?: string
} & (
  | { action: PlainDecision }
  | { action: CategoryDecision; category: string; penalized: boolean }
  | { action: 'remove-legal'; law: LegalOrder }
  /** An appeal is granted, or a decision is reversed without one. `others`: whether another person could decide the appeal. */
  | { action: 'appeal'; publish: boolean; others?: boolean }
)

/**
 * Records the decision of a person. Returns the post as its owner sees it, or `stale` if its publication is for another version.
 * Throws `not_found`, and `not_in_review` with the status of the text, or if the text is not the `seen` one.
 */
export async function decideByPerson(scope: Scope, decision: PersonDecision) {
  const held = await hold(scope, decision.revisionId)
  if (!held) throw new Problem('not_found', `There is no post ${decision.revisionId}.`)
  refuseUnseen(judgedText(held.post, held.revision), decision.seen)
  if (isStale(held, decision.publication)) return 'stale' as const
  await takeKept(scope, decision.pending)
  const { revision } = held
  const refused = refusedBy(decision, revision)
  const trigger = triggerOf(decision, held, scope.now)
  const { actor, reason } = decision
  const appeal = decision.action === 'appeal' ? await openAppealOf(scope.db, revision.id) : undefined
  const removes = decision.action === 'remove' || decision.action === 'remove-legal'
  const reported = removes ? await openReportsOf(scope.db, held.post.id) : []
  const details = {
    ...{ by: { decider: 'person' as const, actor, ...saidBy(decision) }, refused, publication: decision.publication },
    ...(decision.action === 'appeal' && { waitedSince: appeal?.created_at ?? null }),
    ...(removes && { waitedSince: reported[0]?.created_at ?? null }),
  }
  if (appeal) {
    refuseOwnDecision(held, { actor, others: decision.action === 'appeal' && decision.others === true })
    await closeAppeal(scope, appeal, { state: 'granted', actor, message: reason })
  }
  const told = { ...scope, trace: revision.trace ?? scope.trace }
  const applied = trigger && (await applyTransition(told, held, trigger, details))
  if (!applied) throw new Problem('not_in_review', statusAgainst(decision, revision))
  if (appeal) await sendAnswer(scope, applied, { appeal, state: 'granted', message: reason })
  await noteExample(scope, decision, held)
  await sample(scope, decision, held, reported[0])
  const account = await accountById(scope.db, revision.account_id)
  const appealed = applied.post.rejection_category === null ? undefined : await latestAppeal(scope.db, revision.post_id)
  const own = viewOf(applied.post, applied.revision, baseUrlOf(scope.facts, revision.site), appealed)
  return { ...own, balance: account?.balance ?? 0, refunded: applied.refunded }
}

/** Counts a decision on a text in review, or on a reported post, as a candidate for a second, blind decision. */
async function sample(
  scope: Scope,
  { action, ...decision }: PersonDecision,
  { post, revision }: Held,
  report: ReportRow | undefined,
): Promise<void> {
  const { actor: reviewer, reason } = decision
  const decided = { reviewer, reason, label: 'category' in decision ? decision.category : fineLabel }
  const { id: post_id, site, shown_revision } = post
  if (action === 'remove' && report)
    await sampleDecision(scope, {
      ...{ kind: 'report', subject: post_id, post_id, site, revision_id: shown_revision, shown_revision },
      ...{ since: report.created_at, ...decided },
    })
  if (revision.status === 'review')
    await sampleDecision(scope, {
      ...{ kind: 'text', subject: revision.id, post_id, site, revision_id: revision.id, shown_revision },
      ...{ since: waitsSince(revision), ...decided },
    })
}

/** Keeps the decision as an example for the model. A granted appeal that does not publish the text leaves it without a label. */
async function noteExample(
  { db, facts, now }: Scope,
  decision: PersonDecision,
  { post, revision }: Held,
): Promise<void> {
  const text = judgedText(post, revision)
  const label = labelOf(decision)
  if (label === null) await dropExample(db, text)
  else
    await keepExample(db, {
      revision_id: text,
      label,
      policy_version: facts.policyVersion,
      decided_at: now,
    })
}

function labelOf(decision: PersonDecision): string | null {
  switch (decision.action) {
    case 'publish':
    case 'dismiss':
      return fineLabel
    case 'reject':
    case 'remove':
      return decision.category
    // The law says nothing about the policy.
    case 'remove-legal':
      return null
    case 'appeal':
      return decision.publish ? fineLabel : null
  }
}

/** What the log says of a decision: for an order of law the order, then the reason. */
function saidBy(decision: PersonDecision): Pick<By, 'reason' | 'detail'> {
  if (decision.action !== 'remove-legal') return { reason: decision.reason }
  const { law, reason } = decision
  const said = [sentences.byLaw(law.reference, placesOf(law)), reason].filter(Boolean).join(' ')
  return { reason: said, detail: { law } }
}

function refusedBy(decision: PersonDecision, { judge_until }: RevisionRow): Refused | null {
  if (decision.action === 'remove-legal') {
    const { law, reason } = decision
    const said = reason || sentences.byLaw(law.reference, placesOf(law))
    return { category: legalCategory, reason: said, penalized: false, law }
  }
  if (decision.action !== 'reject' && decision.action !== 'remove') return null
  // Only abuse counts in a withdrawn text.
  if (judge_until !== null && !decision.penalized) return null
  return { category: decision.category, reason: decision.reason, penalized: decision.penalized }
}

/** The transition for a decision; null if there is none. */
function triggerOf(decision: PersonDecision, { post, revision }: Held, now: number): Trigger | null {
  if (revision.judge_until !== null) {
    const abuse = decision.action === 'reject' && decision.penalized
    const judged = revision.judge_until > now && (decision.action === 'reject' || decision.action === 'dismiss')
    return judged ? judgedAs(revision.status, abuse ? 'abuse' : 'fine') : null
  }
  switch (decision.action) {
    case 'publish':
      return 'person-publish'
    case 'reject':
      return decisionTrigger('person', 'rejected', decision.penalized)
    case 'dismiss':
      return null
    case 'remove':
      return decision.penalized ? 'remove-abuse' : 'remove'
    case 'remove-legal':
      return 'remove-legal'
    case 'appeal':
      if (decision.publish) return 'appeal-publish'
      if (revision.status === 'removed') return 'appeal-removed-stays-out'
      if (revision.status === 'rejected') return 'appeal-rejected-stays-out'
      if (revision.status === 'cancelled')
        return revision.rejection_category === null ? null : 'appeal-cancelled-stays-out'
      if (revision.status !== 'deleted') return null
      // No refund for the deletion of a post that was public or was never decided against.
      return revision.rejection_category !== null && post.published_at === null ? 'appeal-deleted-stays-out' : null
  }
}

/** The status of a text that does not allow a decision, and the status that would. */
function statusAgainst({ action, ...decision }: PersonDecision, revision: RevisionRow): string {
  const { post_id: post, status } = revision
  const edit = isEdit(revision)
  const stands = `The ${edit ? 'edit' : 'post'} is ${edit && status === 'published' ? 'applied' : status}`
  if (revision.judge_until !== null)
    return `${stands}: its author has withdrawn it; until ${instant(revision.judge_until)} it can be rejected as abuse or dismissed, nothing else.`
  if (action === 'dismiss') return `${stands}: there is nothing to dismiss.`
  if (action === 'publish') return `${stands}: only ${a(edit)} in review can be published by a person.`
  if (action === 'reject') return `${stands}: only ${a(edit)} in review can be rejected by a person.`
  if (action === 'remove' || action === 'remove-legal')
    return `${stands}: ${edit ? `an edit is not removed; remove its post ${post}` : 'only a published post can be removed'}.`
  if (edit && 'publish' in decision && decision.publish)
    return `${stands}: an appeal gives back the cost of an edit and does not publish the edit; its author sends it again.`
  if (status === 'deleted' && 'publish' in decision && decision.publish)
    return `${stands}: a post that its author has deleted is not published again; an appeal can give back the cost of a rejected post.`
  return `${stands}: only a rejected ${edit ? 'edit' : 'or removed post'} can be appealed.`
}

const a = (edit: boolean) => (edit ? 'an edit' : 'a post')
