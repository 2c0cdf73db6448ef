// What the owning key sees of a post and of its latest edit, and the event that tells it.
import type { PostEventKind } from '../../contract/event-kinds.ts'
import type { Approval, Edit, EditStatus, OwnPost, PostStatus, Rejection } from '../../contract/posts.ts'
import { withAddresses } from '../../domain/addresses.ts'
import { approvalView, ownView } from '../../domain/post.ts'
import { instant } from '../../domain/time.ts'
import { appendEvent } from '../../store/delivery/events.ts'
import type { PostRow } from '../../store/posts/posts.ts'
import { isEdit, type RevisionRow } from '../../store/posts/revisions.ts'
import type { Scope } from '../scope.ts'

/** Writes an event of a post, with its deliveries: its data is the owning key's view at this moment. */
export async function emit(
  scope: Scope,
  post: PostRow,
  type: PostEventKind,
  latest: RevisionRow | null = null,
): Promise<void> {
  const deliveries = await appendEvent(scope.db, {
    id: scope.ids.id('message'),
    type,
    account_id: post.account_id,
    key_id: post.key_id,
    post_id: post.id,
    site: post.site,
    payload: JSON.stringify(viewOf(post, latest, null)),
    created_at: scope.now,
  })
  if (deliveries > 0) scope.signal('webhooks')
}

/**
 * The owning key's view of a post and of its latest revision, if that is an edit; without the estimate of what is queued. Its
 * addresses begin with `baseUrl`; null keeps the marks of what is stored, for what is stored itself.
 */
export function viewOf(post: PostRow, latest: RevisionRow | null | undefined, baseUrl: string | null): OwnPost {
  const { public_json: stored } = post
  return ownView({
    id: post.id,
    site: post.site,
    status: post.status,
    price: post.price,
    submittedAt: post.submitted_at,
    publicJson: stored === null || baseUrl === null ? stored : withAddresses(stored, baseUrl),
    rejection: rejectionOf(post),
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
  const rejection = edit.status === 'published' ? null : rejectionOf(edit)
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

type Rejected = Pick<
  RevisionRow,
  'rejection_category' | 'rejection_reason' | 'rejection_penalized' | 'rejection_amount'
>

function rejectionOf(row: Rejected): Rejection | null {
  if (row.rejection_category === null) return null
  return {
    category: row.rejection_category,
    reason: row.rejection_reason ?? '',
    penalized: row.rejection_penalized === 1,
    amount: row.rejection_amount ?? 0,
  }
}
