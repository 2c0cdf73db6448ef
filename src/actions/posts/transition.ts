// Applies a row of the state table: status, money, strike, what is public, event; in the transaction of the action.
import { limits } from '../../contract/limits.ts'
import { eventsOf, isLive, type Transition, type Trigger, transitions, withdrawal } from '../../domain/lifecycle.ts'
import { livePostWith, type PostRow, setFingerprint } from '../../store/posts/posts.ts'
import {
  isEdit,
  moveRevision,
  openEditOf,
  type RevisionDecision,
  type RevisionRow,
  revisionById,
  takeTurn,
} from '../../store/posts/revisions.ts'
import type { Scope } from '../scope.ts'
import { namedTo } from './guards.ts'
import { hide, type Publication, show } from './publication.ts'
import { settle } from './settle.ts'
import { emit } from './views.ts'

/** A revision with its post; the caller holds the lock of the post. */
export type Held = { post: PostRow; revision: RevisionRow }

/** Why a text is rejected or removed. */
export type Refused = { category: string; reason: string; penalized: boolean }

export type Details = {
  refused?: Refused | null
  verdict?: object | null
  /** What publishes the text; needed by a transition to `published`. */
  publication?: Publication | null
  /** The text that goes on being shown, where an edit changes what becomes of the event and no text. */
  shown?: RevisionRow | undefined
  /** Why the owner refuses a text, in the words of the owner. */
  approvalReason?: string | null
}

/** What a transition came to; null when the revision stood elsewhere and nothing changed. Money in micros. */
export type Applied = (Held & { refunded: number }) | null

/**
 * Applies a transition to a revision (contract.md §4): one compare-and-set and what follows from it. An edit whose post is
 * public no more is withdrawn instead of published, one whose text another post has by now is rejected as a duplicate; both
 * give the fee back.
 */
export async function applyTransition(
  scope: Scope,
  held: Held,
  trigger: Trigger,
  details: Details = {},
): Promise<Applied> {
  const { post, revision } = held
  const transition: Transition = transitions[trigger]
  const edit = isEdit(revision)
  if (transition.of !== 'any' && (transition.of === 'edit') !== edit) return null
  if (transition.judging === 'ends' && revision.judge_until === null) return null
  // What its owner approves has met the guards in the same transaction.
  if (edit && transition.to === 'published' && revision.status !== 'awaiting_owner') {
    if (post.status !== 'published') return applyTransition(scope, held, 'withdraw')
    const other = await livePostWith(scope.db, revision.fingerprint)
    if (other && other.id !== post.id)
      return applyTransition(scope, held, 'overtake', overtaken(namedTo(post.key_id, other)))
  }
  const decision = decisionOf(scope, revision, transition, details)
  // Before it is in the queue: there its turn would count.
  if (transition.to === 'queued') await takeTurn(scope.db, revision)
  if (!(await moveRevision(scope.db, revision.id, transition.from, transition.to, decision))) return null

  if (transition.to === 'queued') scope.signal('queue')
  const moved: RevisionRow = { ...revision, ...decision, status: transition.to }
  const { revision: settled, refunded } = await settle(scope, moved, post.key_id, transition.money)
  const after = await display(
    scope,
    { post: edit ? post : standing(post, settled), revision: settled },
    transition,
    details,
  )
  for (const event of eventsOf(transition, edit)) await emit(scope, after, event, edit ? settled : null)
  return { post: after, revision: settled, refunded }
}

/** A post after its first revision has moved. */
function standing(post: PostRow, first: RevisionRow): PostRow {
  const { status, judge_until, approval, approval_at, approval_reason } = first
  return { ...post, status, judge_until, approval, approval_at, approval_reason, ...kept(first) }
}

function decisionOf(
  { now }: Scope,
  revision: RevisionRow,
  { to, judging, approval }: Transition,
  { refused, verdict, approvalReason }: Details,
): RevisionDecision {
  const { approval: before, approval_at, approval_reason, due_at } = revision
  return {
    decided_at: to === 'queued' ? null : now,
    due_at: to === 'queued' ? now : due_at,
    ...(approval
      ? { approval, approval_at: now, approval_reason: approvalReason ?? null }
      : { approval: before, approval_at, approval_reason }),
    judge_until: judging === 'goes-on' ? now + limits.withdrawnJudgedMs : null,
    verdict: verdict ? JSON.stringify(verdict) : revision.verdict,
    ...(refused ? rejectionColumns(refused) : kept(revision)),
  }
}

/** A refusal as its row keeps it; what was taken is filled in with the penalty. */
export function rejectionColumns({ category, reason, penalized }: Refused) {
  return {
    rejection_category: category,
    rejection_reason: reason,
    rejection_penalized: penalized ? (1 as const) : (0 as const),
    rejection_amount: 0,
  }
}

function kept({ rejection_category, rejection_reason, rejection_penalized, rejection_amount }: RevisionRow) {
  return { rejection_category, rejection_reason, rejection_penalized, rejection_amount }
}

/** What the transition makes of public view. */
async function display(
  scope: Scope,
  { post, revision }: Held,
  { to, judging }: Transition,
  { publication, shown: staying }: Details,
): Promise<PostRow> {
  if (to === 'published') {
    if (!publication) throw new Error(`nothing was prepared to publish ${revision.id}`)
    // What an appeal makes public again is the text that was shown last.
    const again = !isEdit(revision) && post.shown_revision !== revision.id
    const shown = again ? await revisionById(scope.db, post.shown_revision) : staying
    return show(scope, post, shown ?? revision, publication)
  }
  if (to === 'queued' && !isEdit(revision)) {
    await setFingerprint(scope.db, post.id, revision.fingerprint)
    return { ...post, live_fingerprint: revision.fingerprint }
  }
  // A withdrawn text is hidden already.
  if (isEdit(revision) || isLive(to) || judging === 'ends') return post
  const wasPublic = post.public_json !== null
  const hidden = await hide(scope, post, to)
  const open = wasPublic ? await openEditOf(scope.db, post.id) : undefined
  if (open) await applyTransition(scope, { post: hidden, revision: open }, withdrawal('withdraw', open.status))
  return hidden
}

function overtaken(named: string): Details {
  const reason = `A queued or published post has the same text by now${named}.`
  return { refused: { category: 'duplicate', reason, penalized: false } }
}
