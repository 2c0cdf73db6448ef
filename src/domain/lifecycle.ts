// The state table: every transition of a post with its money, its event and what it does to lists (contract.md §4).
import type { EventKind } from '../contract/events.ts'
import type { EditStatus, PostStatus } from '../contract/posts.ts'

/** What happens to the fee and to the account, beyond the charge at submission. */
export type Money = 'none' | 'refund-fee' | 'penalty' | 'give-back-penalty' | 'give-back-all'

export type Transition = {
  from: readonly PostStatus[]
  to: PostStatus
  money: Money
  event: EventKind | null
}

export type EditTransition = Omit<Transition, 'from' | 'to'> & { from: readonly EditStatus[]; to: EditStatus }

export const transitions = {
  'verdict-publish': { from: ['queued'], to: 'published', money: 'none', event: 'post.published' },
  'verdict-review': { from: ['queued'], to: 'review', money: 'none', event: 'post.review' },
  'verdict-reject-low-quality': { from: ['queued'], to: 'rejected', money: 'refund-fee', event: 'post.rejected' },
  'verdict-reject-abuse': { from: ['queued'], to: 'rejected', money: 'penalty', event: 'post.rejected' },
  'person-publish': { from: ['review'], to: 'published', money: 'none', event: 'post.published' },
  'person-reject-low-quality': { from: ['review'], to: 'rejected', money: 'refund-fee', event: 'post.rejected' },
  'person-reject-abuse': { from: ['review'], to: 'rejected', money: 'penalty', event: 'post.rejected' },
  remove: { from: ['published'], to: 'removed', money: 'none', event: 'post.removed' },
  'remove-abuse': { from: ['published'], to: 'removed', money: 'penalty', event: 'post.removed' },
  'appeal-publish': {
    from: ['rejected', 'removed'],
    to: 'published',
    money: 'give-back-penalty',
    event: 'post.published',
  },
  'appeal-rejected-stays-out': { from: ['rejected'], to: 'rejected', money: 'give-back-all', event: null },
  'appeal-removed-stays-out': { from: ['removed'], to: 'removed', money: 'give-back-all', event: null },
  cancel: { from: ['queued'], to: 'cancelled', money: 'refund-fee', event: null },
  delete: { from: ['queued', 'review', 'published', 'rejected'], to: 'deleted', money: 'none', event: null },
} as const satisfies Record<string, Transition>

/** An edit takes the same verdicts; what it comes to is its own status, and the post stays public meanwhile. */
export const editTransitions = {
  'verdict-publish': { from: ['queued'], to: 'applied', money: 'none', event: 'post.published' },
  'verdict-review': { from: ['queued'], to: 'review', money: 'none', event: 'post.review' },
  'verdict-reject-low-quality': { from: ['queued'], to: 'rejected', money: 'refund-fee', event: 'post.rejected' },
  'verdict-reject-abuse': { from: ['queued'], to: 'rejected', money: 'penalty', event: 'post.rejected' },
  'person-publish': { from: ['review'], to: 'applied', money: 'none', event: 'post.published' },
  'person-reject-low-quality': { from: ['review'], to: 'rejected', money: 'refund-fee', event: 'post.rejected' },
  'person-reject-abuse': { from: ['review'], to: 'rejected', money: 'penalty', event: 'post.rejected' },
  'appeal-rejected-stays-out': { from: ['rejected'], to: 'rejected', money: 'give-back-all', event: null },
  withdraw: { from: ['queued', 'review'], to: 'withdrawn', money: 'refund-fee', event: null },
  'overtaken-by-duplicate': {
    from: ['queued', 'review'],
    to: 'rejected',
    money: 'refund-fee',
    event: 'post.rejected',
  },
} as const satisfies Record<string, EditTransition>

export type EditTrigger = keyof typeof editTransitions

export type Trigger = keyof typeof transitions

/** Whether a post of this status stands in the way of another with the same text. */
export function isLive(status: PostStatus): boolean {
  return status === 'queued' || status === 'review' || status === 'published'
}

/** The transition that a decision of the model or of a person comes to. */
export function decisionTrigger(
  by: 'verdict' | 'person',
  to: 'published' | 'review' | 'rejected',
  penalized: boolean,
): Trigger & EditTrigger {
  if (to === 'published') return `${by}-publish`
  if (to === 'review') return 'verdict-review'
  return penalized ? `${by}-reject-abuse` : `${by}-reject-low-quality`
}
