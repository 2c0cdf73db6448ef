// The state table: every transition of a revision with its money, its event and what it does to the post (contract.md §4).
import type { PostEventKind } from '../contract/event-kinds.ts'
import type { ApprovalState, PostStatus } from '../contract/posts.ts'

/** What happens to the fee and to the account, beyond the charge at submission; `charge` where nothing was charged then. */
export type Money = 'none' | 'charge' | 'refund-fee' | 'penalty' | 'give-back-penalty' | 'give-back-all'

/**
 * A row of the table. A revision is a text that was bought and is judged: the first text of a post, whose status is the status
 * of the post, or an edit, which is `published` once it has taken the place of the text before it and `cancelled` once it
 * has been withdrawn.
 */
export type Transition = {
  /** The revisions that can take it. */
  of: 'first' | 'edit' | 'any'
  from: readonly PostStatus[]
  to: PostStatus
  money: Money
  event: PostEventKind | null
  /** Of a text that its author takes out of review: a person goes on judging it, or has done so or let the time pass. */
  judging?: 'goes-on' | 'ends'
  /** Of a text of a key that asks first: what came of asking. */
  approval?: Exclude<ApprovalState, 'awaiting'>
}

const live = ['queued', 'review', 'published'] as const
const open = ['queued', 'review'] as const
const unapproved = ['awaiting_owner'] as const

export const transitions = {
  /** The owner lets a text be bought: from here on it takes the way of any other. */
  'owner-approve': {
    of: 'any',
    from: unapproved,
    to: 'queued',
    money: 'charge',
    event: 'approval.decided',
    approval: 'approved',
  },
  /** What changes no word, such as other times, is judged by nobody else. */
  'owner-approve-at-once': {
    of: 'edit',
    from: unapproved,
    to: 'published',
    money: 'charge',
    event: 'approval.decided',
    approval: 'approved',
  },
  'owner-refuse': {
    of: 'any',
    from: unapproved,
    to: 'cancelled',
    money: 'none',
    event: 'approval.decided',
    approval: 'refused',
  },
  'owner-silent': {
    of: 'any',
    from: unapproved,
    to: 'cancelled',
    money: 'none',
    event: 'approval.decided',
    approval: 'expired',
  },
  'cancel-unapproved': {
    of: 'first',
    from: unapproved,
    to: 'cancelled',
    money: 'none',
    event: 'post.cancelled',
    approval: 'withdrawn',
  },
  'delete-unapproved': {
    of: 'first',
    from: unapproved,
    to: 'deleted',
    money: 'none',
    event: null,
    approval: 'withdrawn',
  },
  'withdraw-unapproved': {
    of: 'edit',
    from: unapproved,
    to: 'cancelled',
    money: 'none',
    event: null,
    approval: 'withdrawn',
  },
  'verdict-publish': { of: 'any', from: ['queued'], to: 'published', money: 'none', event: 'post.published' },
  'verdict-review': { of: 'any', from: ['queued'], to: 'review', money: 'none', event: 'post.review' },
  'verdict-reject-low-quality': {
    of: 'any',
    from: ['queued'],
    to: 'rejected',
    money: 'refund-fee',
    event: 'post.rejected',
  },
  'verdict-reject-abuse': { of: 'any', from: ['queued'], to: 'rejected', money: 'penalty', event: 'post.rejected' },
  'person-publish': { of: 'any', from: ['review'], to: 'published', money: 'none', event: 'post.published' },
  'person-reject-low-quality': {
    of: 'any',
    from: ['review'],
    to: 'rejected',
    money: 'refund-fee',
    event: 'post.rejected',
  },
  'person-reject-abuse': { of: 'any', from: ['review'], to: 'rejected', money: 'penalty', event: 'post.rejected' },
  remove: { of: 'first', from: ['published'], to: 'removed', money: 'none', event: 'post.removed' },
  'remove-abuse': { of: 'first', from: ['published'], to: 'removed', money: 'penalty', event: 'post.removed' },
  'appeal-publish': {
    of: 'first',
    from: ['rejected', 'removed'],
    to: 'published',
    money: 'give-back-penalty',
    event: 'post.published',
  },
  'appeal-rejected-stays-out': { of: 'any', from: ['rejected'], to: 'rejected', money: 'give-back-all', event: null },
  'appeal-removed-stays-out': { of: 'first', from: ['removed'], to: 'removed', money: 'give-back-all', event: null },
  /** Its author has deleted it after it was rejected: what was paid comes back, the post does not. */
  'appeal-deleted-stays-out': { of: 'first', from: ['deleted'], to: 'deleted', money: 'give-back-all', event: null },
  'appeal-cancelled-stays-out': {
    of: 'any',
    from: ['cancelled'],
    to: 'cancelled',
    money: 'give-back-all',
    event: null,
  },
  cancel: { of: 'first', from: ['queued'], to: 'cancelled', money: 'refund-fee', event: 'post.cancelled' },
  'cancel-in-review': {
    of: 'first',
    from: ['review'],
    to: 'cancelled',
    money: 'none',
    event: 'post.cancelled',
    judging: 'goes-on',
  },
  delete: { of: 'first', from: ['queued', 'published', 'rejected'], to: 'deleted', money: 'none', event: null },
  'delete-in-review': { of: 'first', from: ['review'], to: 'deleted', money: 'none', event: null, judging: 'goes-on' },
  /** The post of the edit is public no more. */
  withdraw: { of: 'edit', from: open, to: 'cancelled', money: 'refund-fee', event: null },
  'withdraw-in-review': {
    of: 'edit',
    from: ['review'],
    to: 'cancelled',
    money: 'none',
    event: null,
    judging: 'goes-on',
  },
  /** Withdrawing does not undo what was sent, nor does it cost the fee where that was fine. */
  'cancelled-abuse': {
    of: 'any',
    from: ['cancelled'],
    to: 'cancelled',
    money: 'penalty',
    event: 'post.rejected',
    judging: 'ends',
  },
  'cancelled-fine': {
    of: 'any',
    from: ['cancelled'],
    to: 'cancelled',
    money: 'refund-fee',
    event: null,
    judging: 'ends',
  },
  'deleted-abuse': {
    of: 'first',
    from: ['deleted'],
    to: 'deleted',
    money: 'penalty',
    event: 'post.rejected',
    judging: 'ends',
  },
  'deleted-fine': { of: 'first', from: ['deleted'], to: 'deleted', money: 'none', event: null, judging: 'ends' },
  /** Another post has the text of the edit by now. */
  overtake: { of: 'edit', from: open, to: 'rejected', money: 'refund-fee', event: 'post.rejected' },
} as const satisfies Record<string, Transition>

export type Trigger = keyof typeof transitions

/** What is told of a transition: an edit that is published is also a change by its author, and is told in both kinds. */
export function eventsOf({ event, to }: Transition, edit: boolean): PostEventKind[] {
  return [...(event ? [event] : []), ...(edit && to === 'published' ? ['post.edited' as const] : [])]
}

/** Whether a post of this status stands in the way of another with the same text. */
export function isLive(status: PostStatus): boolean {
  return (live as readonly PostStatus[]).includes(status)
}

/** The transition by which an author withdraws what stands so: out of review, a person goes on judging it; unapproved, it has cost nothing. */
export function withdrawal(by: 'cancel' | 'delete' | 'withdraw', status: PostStatus): Trigger {
  if (status === 'awaiting_owner') return `${by}-unapproved`
  return status === 'review' ? `${by}-in-review` : by
}

/** What becomes of a withdrawn text once a person has judged it, or nobody has in time. */
export function judgedAs(status: PostStatus, found: 'abuse' | 'fine'): Trigger {
  return status === 'deleted' ? `deleted-${found}` : `cancelled-${found}`
}

/** The transition that a decision of the model or of a person comes to. */
export function decisionTrigger(
  by: 'verdict' | 'person',
  to: 'published' | 'review' | 'rejected',
  penalized: boolean,
): Trigger {
  if (to === 'published') return `${by}-publish`
  if (to === 'review') return 'verdict-review'
  return penalized ? `${by}-reject-abuse` : `${by}-reject-low-quality`
}
