// The owning key's view of a post, of its latest edit and of its appeal.
import { askToApprove } from '../../contract/for-owner.ts'
import type { HandOver } from '../../contract/hand-over.ts'
import type { Appeal, Approval, Edit, EditStatus, OwnPost, PostStatus, Rejection } from '../../contract/posts.ts'
import { withAddresses } from '../../domain/posts/addresses.ts'
import { approvalView, ownView } from '../../domain/posts/post.ts'
import { type RejectionBasis, statementOf } from '../../domain/review/statement.ts'
import { instant } from '../../domain/times/time.ts'
import type { AppealRow } from '../../store/posts/appeals.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import { isEdit, type RevisionRow } from '../../store/posts/revisions.ts'

/**
 * The owning key's view of a post, of its latest edit and of its latest appeal, without the outlook of a waiting text. Its
 * addresses begin with `baseUrl`. Null keeps the marks of stored addresses, for a view that is stored.
 */
export function viewOf(
  post: PostRow,
  latest: RevisionRow | null | undefined,
  baseUrl: string | null,
  appeal?: AppealRow,
): OwnPost {
  const { public_json: stored } = post
  return ownView({
    id: post.id,
    site: post.site,
    status: post.status,
    price: post.price,
    submittedAt: post.submitted_at,
    publicJson: stored === null || baseUrl === null ? stored : withAddresses(stored, baseUrl),
    rejection: rejectionOf(post.id, post),
    appeal: appeal ? appealView(appeal) : null,
    approval: approvalOf(post),
    judging: post.judge_until !== null,
    edit: latest && isEdit(latest) ? editView(latest) : null,
  })
}

const editStatus: Partial<Record<PostStatus, EditStatus>> = {
  awaiting_owner: 'awaiting_owner',
  queued: 'queued',
  review: 'review',
  published: 'applied',
  rejected: 'rejected',
  cancelled: 'withdrawn',
}

function editView(edit: RevisionRow): Edit {
  const rejection = edit.status === 'published' ? null : rejectionOf(edit.post_id, edit)
  const approval = approvalOf(edit)
  return {
    id: edit.id,
    status: editStatus[edit.status] ?? 'withdrawn',
    price: edit.price,
    submitted_at: instant(edit.submitted_at),
    ...(approval && { approval }),
    ...(rejection && { rejection }),
  }
}

function approvalOf({
  approval: state,
  approval_at: since,
  approval_reason: reason,
}: Pick<RevisionRow, 'approval' | 'approval_at' | 'approval_reason'>): Approval | null {
  return state === null || since === null ? null : approvalView({ state, since, reason })
}

/** The members that hand a text which waits for its owner over to the owner. `noun`: what a post is called. */
export function awaitsOwner(noun: string, text: Pick<RevisionRow, 'id' | 'post_id' | 'price'>, url: string): HandOver {
  const message = askToApprove({ noun, edit: isEdit(text), price: text.price }, url)
  return { account_url: url, for_human: true, message_for_owner: message }
}

type Rejected = Pick<
  RevisionRow,
  | 'status'
  | 'price'
  | 'rejection_basis'
  | 'rejection_category'
  | 'rejection_reason'
  | 'rejection_penalized'
  | 'rejection_amount'
>

/** An appeal as its author sees it. */
export function appealView(appeal: Omit<AppealRow, 'decided_by'>): Appeal {
  const { post_id, revision_id, state, message, answer, created_at, decided_at } = appeal
  return {
    post_id,
    ...(revision_id !== post_id && { edit_id: revision_id }),
    state,
    message,
    submitted_at: instant(created_at),
    ...(answer !== null && { answer }),
    ...(decided_at !== null && { decided_at: instant(decided_at) }),
  }
}

/** Why a text was rejected or removed; null if it was not. */
export function rejectionOf(postId: string, row: Rejected): Rejection | null {
  const { rejection_category, rejection_basis } = row
  if (rejection_category === null || rejection_basis === null) return null
  const penalized = row.rejection_penalized === 1
  const basis = JSON.parse(rejection_basis) as RejectionBasis
  return {
    category: rejection_category,
    reason: row.rejection_reason ?? '',
    penalized,
    amount: row.rejection_amount ?? 0,
    statement: statementOf({ postId, basis, status: row.status, penalized, price: row.price }),
  }
}
