// The state table: every transition of a revision with its money, its event and its effect on the post (contract.md §4).
import type { PostEventKind } from '../contract/event-kinds.ts'
import type { ApprovalState, PostStatus } from '../contract/posts.ts'

/** The effect on fee and account after submission; `charge` where submission charged nothing. */
export type Money = 'none' | 'charge' | 'refund-fee' | 'penalty' | 'give-back-penalty' | 'give-back-all'

/**
 * A row of the table. A revision is the first text of a post, whose status is the status of the post, or an edit. An edit is
 * `published` once it has replaced the text before it, and `cancelled` once it was withdrawn.
 */
export type Transition = {
  /** The revisions that can take the transition. */
  of: 'first' | 'edit' | 'any'
  from: readonly PostStatus[]
  to: PostStatus
  money: Money
  event: PostEventKind | null
  /** For a text that its author withdraws from review: a person goes on judging it, or judging ends by decision or time. */
  judging?: 'goes-on' | 'ends'
  /** For a text that is decided in the transaction of its submission: it never waits in the queue. */
  onArrival?: true
  /** For a text of a key that asks first: the new state of its approval. */
  approval?: Exclude<ApprovalState, 'awaiting'>
}

const live = ['queued', 'review', 'published'] as const
const open = ['queued', 'review'] as const
const unapproved = ['awaiting_owner'] as const

export const transitions = {
  /** The owner approves a text, which is then charged and judged like any other. */
  'owner-approve': {
    of: 'any',
    from: unapproved,
    to: 'queued',
    money: 'charge',
    event: 'approval.decided',
    approval: 'approved',
  },
  /** The owner approves a correction, which needs no other decision. */
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
  /** The fixed rules find certain abuse in a submitted text. Submission has taken what the balance covers of the fee. */
  'rule-reject-abuse': {
    of: 'any',
    from: ['queued'],
    to: 'rejected',
    money: 'penalty',
    event: 'post.rejected',
    onArrival: true,
  },
  /** A correction is submitted: no word changes, so nobody has to judge it. */
  'apply-at-once': { of: 'edit', from: ['queued'], to: 'published', money: 'charge', event: null, onArrival: true },
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
  /** An order of law: no fault of the author, so nothing but the post goes. */
  'remove-legal': { of: 'first', from: ['published'], to: 'removed', money: 'none', event: 'post.removed' },
  'appeal-publish': {
    of: 'first',
    from: ['rejected', 'removed'],
    to: 'published',
    money: 'give-back-penalty',
    event: 'post.published',
  },
  'appeal-rejected-stays-out': { of: 'any', from: ['rejected'], to: 'rejected', money: 'give-back-all', event: null },
  'appeal-removed-stays-out': { of: 'first', from: ['removed'], to: 'removed', money: 'give-back-all', event: null },
  /** The author has deleted the post after it was rejected: its money comes back, the post does not. */
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
  delete: {
    of: 'first',
    from: ['queued', 'published', 'rejected'],
    to: 'deleted',
    money: 'none',
    event: 'post.deleted',
  },
  'delete-in-review': {
    of: 'first',
    from: ['review'],
    to: 'deleted',
    money: 'none',
    event: 'post.deleted',
    judging: 'goes-on',
  },
  /** Withdraws an edit because its post is not public any more. */
  withdraw: { of: 'edit', from: open, to: 'cancelled', money: 'refund-fee', event: null },
  'withdraw-in-review': {
    of: 'edit',
    from: ['review'],
    to: 'cancelled',
    money: 'none',
    event: null,
    judging: 'goes-on',
  },
  /** Abuse is penalised although the text was withdrawn; a text without fault gets its fee back. */
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
  /** Rejects an edit because another post has taken the same text. */
  overtake: { of: 'edit', from: open, to: 'rejected', money: 'refund-fee', event: 'post.rejected' },
} as const satisfies Record<string, Transition>

export type Trigger = keyof typeof transitions

/** The events of a transition. A published edit is also a change by its author, so it causes an event of both kinds. */
export function eventsOf({ event, to }: Transition, edit: boolean): PostEventKind[] {
  return [...(event ? [event] : []), ...(edit && to === 'published' ? ['post.edited' as const] : [])]
}

/** Whether a post of this status makes another post with the same text a duplicate. */
export function isLive(status: PostStatus): boolean {
  return (live as readonly PostStatus[]).includes(status)
}

/**
 * The transition by which an author withdraws a text. A text in review is still judged by a person; one that the owner has not approved
 * yet costs nothing.
 */
export function withdrawal(by: 'cancel' | 'delete' | 'withdraw', status: PostStatus): Trigger {
  if (status === 'awaiting_owner') return `${by}-unapproved`
  return status === 'review' ? `${by}-in-review` : by
}

/** The transition of a withdrawn text after a person has judged it, or after nobody has in time. */
export function judgedAs(status: PostStatus, found: 'abuse' | 'fine'): Trigger {
  return status === 'deleted' ? `deleted-${found}` : `cancelled-${found}`
}

/** The transition of a decision of the model or of a person. */
export function decisionTrigger(
  by: 'verdict' | 'person',
  to: 'published' | 'review' | 'rejected',
  penalized: boolean,
): Trigger {
  if (to === 'published') return `${by}-publish`
  if (to === 'review') return 'verdict-review'
  return penalized ? `${by}-reject-abuse` : `${by}-reject-low-quality`
}
