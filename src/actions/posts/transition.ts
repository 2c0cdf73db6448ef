// Applies a row of the state table in the transaction of the action: status, money, strike, public view, event.
import { limits } from '../../contract/limits.ts'
import { eventsOf, isLive, type Transition, type Trigger, transitions, withdrawal } from '../../domain/lifecycle.ts'
import type { LegalOrder } from '../../domain/review/legal-order.ts'
import { helpFor, type RejectionBasis } from '../../domain/review/statement.ts'
import { urgencyOf } from '../../domain/review/urgency.ts'
import { together } from '../../store/database/prepared.ts'
import { lockFreeEvents } from '../../store/delivery/events.ts'
import { type By, type LogEntry, logDecisions } from '../../store/posts/decision-log.ts'
import { livePostWith, lockFreePosts, lockPost, type PostRow, setFingerprint } from '../../store/posts/posts.ts'
import {
  isEdit,
  moveRevision,
  openEditOf,
  type RevisionDecision,
  type RevisionRow,
  revisionById,
  revisionsById,
  takeTurn,
  waitsSince,
} from '../../store/posts/revisions.ts'
import { namedTo } from '../rules/guards.ts'
import type { Scope } from '../scope.ts'
import { emit } from './emit.ts'
import { hide, type PreparedPublication, show } from './publication.ts'
import { settle } from './settle.ts'
import { stateReasons } from './state-reasons.ts'

/** A revision with its post. The caller holds the lock on the post. */
export type Held = { post: PostRow; revision: RevisionRow }

/** Reads a revision, and its post locked until the transaction ends. */
export async function hold({ db }: Scope, revisionId: string, postId?: string): Promise<Held | undefined> {
  const of = postId ?? (await revisionById(db, revisionId))?.post_id
  const post = of === undefined ? undefined : await lockPost(db, of)
  // Read the revision after the lock: the lock on the post guards its texts.
  const revision = post && (await revisionById(db, revisionId))
  return post && revision && { post, revision }
}

/**
 * As `hold`, for the first texts of several posts, without waiting: what another transaction has locked, or the events of whose
 * account it has, is left out.
 */
export async function holdFree({ db }: Scope, ids: readonly string[]): Promise<Map<string, Held>> {
  const sorted = [...ids].sort()
  const [posts, revisions] = await together(lockFreePosts(db, sorted), revisionsById(db, sorted))
  const accounts = [...new Set(posts.map(post => post.account_id))].sort()
  const locked = await lockFreeEvents(db, accounts)
  return new Map(
    posts.flatMap(post => {
      const revision = revisions.get(post.id)
      return revision && !locked.has(post.account_id) ? [[post.id, { post, revision }]] : []
    }),
  )
}

/** Why a text is rejected or removed. `part`: the part of the text that led to it; `rule`: the fixed rule, if known. */
export type Refused = {
  category: string
  reason: string
  penalized: boolean
  part?: string
  rule?: string
  law?: LegalOrder
}

export type Details = {
  /** The decider and the reason, for the entry in the log. */
  by: By
  refused?: Refused | null
  verdict?: object | null
  /** The publication of the text. A transition to `published` needs it. */
  publication?: PreparedPublication | null
  /** The text that stays shown, for an edit that changes only the status of the event. */
  shown?: RevisionRow | undefined
  /** The owner's reason for refusing a text. */
  approvalReason?: string | null
  /**
   * When the wait for the decision began (epoch ms), if not with the text: the time of a report or an appeal; null for no wait.
   */
  waitedSince?: number | null
}

/** The result of a transition; null if the revision had another status and nothing changed. Money in micros. */
export type Applied = (Held & { refunded: number }) | null

/**
 * Applies a transition to a revision (contract.md §4): one compare-and-set and its consequences, with an entry in the log of
 * decisions. Instead of being published, an edit whose post is not public is withdrawn, and an edit whose text another post has
 * taken is rejected as a duplicate; both give the fee back.
 */
export async function applyTransition(scope: Scope, held: Held, trigger: Trigger, details: Details): Promise<Applied> {
  const { post, revision } = held
  const transition: Transition = transitions[trigger]
  const edit = isEdit(revision)
  if (transition.of !== 'any' && (transition.of === 'edit') !== edit) return null
  if (transition.judging === 'ends' && revision.judge_until === null) return null
  // A text that is charged now has passed the guards in this transaction.
  if (edit && transition.to === 'published' && transition.money !== 'charge') {
    if (post.status !== 'published') return applyTransition(scope, held, 'withdraw', { by: notPublic })
    const other = await livePostWith(scope.db, revision.fingerprint)
    if (other && other.id !== post.id)
      return applyTransition(scope, held, 'overtake', overtaken(namedTo(post.key_id, other)))
  }
  const decision = decisionOf(scope, revision, transition, details)
  // Take the turn before the text enters the queue, where it would count itself.
  if (transition.to === 'queued') await takeTurn(scope.db, revision)
  if (!(await moveRevision(scope.db, revision.id, transition.from, transition.to, decision))) return null

  if (transition.to === 'queued') scope.signal('queue')
  const moved: RevisionRow = { ...revision, ...decision, status: transition.to }
  const { revision: settled, refunded } = await settle(scope, moved, post.key_id, transition.money)
  const { waitedSince = waitsSince(revision) } = details
  const from = transition.onArrival ? null : revision.status
  await scope.append(log, textEntry(scope, trigger, { ...settled, from, waitedSince }, details.by))
  const after = await display(
    scope,
    { post: edit ? post : standing(post, settled), revision: settled },
    transition,
    details,
  )
  for (const event of eventsOf(transition, edit)) await emit(scope, after, event, edit ? settled : null)
  if (details.refused) await stateReasons(scope, after, settled)
  return { post: after, revision: settled, refunded }
}

const log = ({ db }: Scope, entries: readonly LogEntry[]) => logDecisions(db, entries)

/** A rule as the decider. `actor` names the rule. */
export const byRule = (actor: string, reason: string): By => ({ decider: 'rule', actor, reason })

const notPublic = byRule('post-of-an-edit', 'The post of the edit is not public any more.')

/** The entry of the log for a decision on a text, with its new status. `from` is null for a text that was decided on arrival. */
export function textEntry(
  { now, facts }: Pick<Scope, 'now' | 'facts'>,
  action: string,
  text: Omit<RevisionRow, 'seq' | 'turn'> & { from: RevisionRow['status'] | null; waitedSince: number | null },
  by: By,
): LogEntry {
  return {
    ...by,
    action,
    subject: text.id,
    post_id: text.post_id,
    site: text.site,
    from_status: text.from,
    to_status: text.status,
    category: text.rejection_category,
    penalized: text.rejection_penalized,
    amount: text.rejection_amount,
    waited_ms: text.waitedSince === null ? null : Math.max(0, now - text.waitedSince),
    policy_version: facts.policyVersion,
    now,
  }
}

/** A post after its first revision has moved. */
function standing(post: PostRow, first: RevisionRow): PostRow {
  const { status, decided_at, judge_until, approval, approval_at, approval_reason } = first
  return { ...post, status, decided_at, judge_until, approval, approval_at, approval_reason, ...kept(first) }
}

function decisionOf(
  { now, facts }: Scope,
  revision: RevisionRow,
  { to, money, judging, approval }: Transition,
  { by, refused, verdict, approvalReason }: Details,
): RevisionDecision {
  const { approval: before, approval_at, approval_reason, due_at } = revision
  return {
    decided_at: to === 'queued' ? null : now,
    due_at: to === 'queued' ? now : due_at,
    urgency: to === 'review' ? urgencyOf(severityIn(verdict, facts), false) : revision.urgency,
    ...(approval
      ? { approval, approval_at: now, approval_reason: approvalReason ?? null }
      : { approval: before, approval_at, approval_reason }),
    judge_until: judging === 'goes-on' ? now + limits.withdrawnJudgedMs : null,
    verdict: verdict ? JSON.stringify(verdict) : revision.verdict,
    ...(refused ? rejectionColumns(refused, { by, facts, now, fields: revision.fields }) : kept(revision)),
    ...(money === 'give-back-all' && { rejection_basis: givenBack(revision) }),
  }
}

/** The severity of the category that a verdict names. */
const severityIn = (verdict: object | null | undefined, { severities }: Scope['facts']) =>
  severities[(verdict as { category?: string | null } | null | undefined)?.category ?? '']

/** The columns of a rejection. The penalty fills in the amount later. */
function rejectionColumns(
  { category, reason, penalized, part, rule, law }: Refused,
  { by, facts, now, fields }: { by: By; fields: string } & Pick<Scope, 'facts' | 'now'>,
) {
  const { decider, actor } = by
  const decided_by = decider === 'model' || decider === 'person' ? decider : 'rule'
  const who = decider === 'person' ? { actor } : {}
  const basis: RejectionBasis = {
    ...{ decided_by, ...who, at: now, policy_version: facts.policyVersion, part, rule },
    ...helpFor(category, fields),
    ...(law && { law }),
  }
  return {
    rejection_category: category,
    rejection_reason: reason,
    rejection_penalized: penalized ? (1 as const) : (0 as const),
    rejection_amount: 0,
    rejection_basis: JSON.stringify(basis),
  }
}

/** The basis of a rejection after an appeal has given everything back. */
function givenBack({ rejection_basis: basis }: RevisionRow): string | null {
  return basis && JSON.stringify({ ...(JSON.parse(basis) as RejectionBasis), given_back: true })
}

function kept(row: RevisionRow) {
  const { rejection_category, rejection_reason, rejection_penalized, rejection_amount, rejection_basis } = row
  return { rejection_category, rejection_reason, rejection_penalized, rejection_amount, rejection_basis }
}

/** Changes public view as the transition requires. Returns the changed post. */
async function display(
  scope: Scope,
  { post, revision }: Held,
  { to, judging }: Transition,
  { publication, shown: staying }: Details,
): Promise<PostRow> {
  if (to === 'published') {
    if (!publication) throw new Error(`nothing was prepared to publish ${revision.id}`)
    // An appeal publishes the text that was shown last.
    const again = !isEdit(revision) && post.shown_revision !== revision.id
    const shown = again ? await revisionById(scope.db, post.shown_revision) : staying
    return show(scope, post, shown ?? revision, publication)
  }
  if (to === 'queued' && !isEdit(revision)) {
    await setFingerprint(scope.db, post.id, revision.fingerprint)
    return { ...post, live_fingerprint: revision.fingerprint }
  }
  // A withdrawn text is already hidden.
  if (isEdit(revision) || isLive(to) || judging === 'ends') return post
  const wasPublic = post.public_json !== null
  const hidden = await hide(scope, post, to)
  const open = wasPublic ? await openEditOf(scope.db, post.id) : undefined
  if (open)
    await applyTransition(scope, { post: hidden, revision: open }, withdrawal('withdraw', open.status), {
      by: notPublic,
    })
  return hidden
}

function overtaken(named: string): Details {
  const reason = `A queued or published post has the same text${named}.`
  return { by: byRule('duplicate', reason), refused: { category: 'duplicate', reason, penalized: false } }
}
