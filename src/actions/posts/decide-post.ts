// Decides a post: the moderation worker with its lease token, or a person.
import { Problem } from '../../contract/problem.ts'
import { decisionTrigger, type EditTrigger, type Trigger } from '../../domain/lifecycle.ts'
import { accountById } from '../../store/money/accounts.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import { releaseQueuedOf } from '../../store/posts/decision-queue.ts'
import { type EditRow, heldEdit } from '../../store/posts/edits.ts'
import { holdPost, type PostRow } from '../../store/posts/posts.ts'
import type { Scope } from '../scope.ts'
import { applyEditTransition } from './edit-transition.ts'
import { viewOf } from './outcome.ts'
import type { Refused } from './settle.ts'
import { applyTransition } from './transition.ts'

export type WorkerDecision = {
  postId: string
  token: string
  to: 'published' | 'review' | 'rejected'
  refused: Refused | null
  verdict: object | null
}

/** Records what the model decided. False when the post is no longer queued or its lease has passed on: then nothing happens. */
export async function decidePost(scope: Scope, decision: WorkerDecision): Promise<boolean> {
  const post = await holdPost(scope.db, scope.dialect, decision.postId)
  if (post?.status !== 'queued' || post.lease_token !== decision.token) return false
  const trigger = decisionTrigger('verdict', decision.to, decision.refused?.penalized ?? false)
  const applied = await applyTransition(scope, post, trigger, {
    verdict: decision.verdict,
    ...(decision.refused && { refused: decision.refused }),
  })
  return applied !== null
}

/** Gives a post back to the queue after the model failed; false when the lease has passed on. */
export async function postponePost(
  scope: Scope,
  input: { postId: string; token: string; dueAt: number },
): Promise<boolean> {
  return releaseQueuedOf(scope.db, 'posts', input.postId, input.token, input.dueAt)
}

export type EditDecision = Omit<WorkerDecision, 'postId'> & { editId: string }

/** Records what the model decided on an edit, as `decidePost` does on a post. */
export async function decideEdit(scope: Scope, decision: EditDecision): Promise<boolean> {
  const edit = await heldEdit(scope.db, scope.dialect, decision.editId)
  if (edit?.status !== 'queued' || edit.lease_token !== decision.token) return false
  const trigger = decisionTrigger('verdict', decision.to, decision.refused?.penalized ?? false)
  const applied = await applyEditTransition(scope, edit, trigger, {
    verdict: decision.verdict,
    ...(decision.refused && { refused: decision.refused }),
  })
  return applied !== null
}

/** Gives an edit back to the queue after the model failed; false when the lease has passed on. */
export async function postponeEdit(
  scope: Scope,
  input: { editId: string; token: string; dueAt: number },
): Promise<boolean> {
  return releaseQueuedOf(scope.db, 'edits', input.editId, input.token, input.dueAt)
}

export type PersonDecision = {
  postId: string
  actor: string
  reason: string
} & (
  | { action: 'publish' }
  | { action: 'reject' | 'remove'; category: string; penalized: boolean }
  | { action: 'appeal'; publish: boolean }
)

/** Records what a person decided. Throws `not_found`, `not_in_review` (with where the post stands). Returns the post as its owner sees it. */
export async function decideByPerson(scope: Scope, decision: PersonDecision) {
  const edit = await heldEdit(scope.db, scope.dialect, decision.postId)
  if (edit) return decideEditByPerson(scope, edit, decision)
  const post = await holdPost(scope.db, scope.dialect, decision.postId)
  if (!post) throw new Problem('not_found', `There is no post ${decision.postId}.`)
  const refused = refusedBy(decision)
  const applied = await applyTransition(scope, post, triggerOf(decision, post), refused ? { refused } : {})
  if (!applied) throw new Problem('not_in_review', `The post is ${post.status}: ${expectation[decision.action]}.`)
  await logDecision(scope.db, {
    actor: decision.actor,
    action: decision.action,
    subject: post.id,
    reason: decision.reason,
    detail: { from: post.status, to: applied.post.status, ...(refused && { category: refused.category }) },
    now: scope.now,
  })
  return { ...viewOf(applied.post), balance: applied.balance, refunded: applied.refunded }
}

async function decideEditByPerson(scope: Scope, edit: EditRow, decision: PersonDecision) {
  const refused = refusedBy(decision)
  const trigger = editTriggerOf(decision)
  const applied = trigger && (await applyEditTransition(scope, edit, trigger, refused ? { refused } : {}))
  if (!applied) throw new Problem('not_in_review', `The edit is ${edit.status}: ${expectationOfEdit(edit, decision)}.`)
  await logDecision(scope.db, {
    actor: decision.actor,
    action: decision.action,
    subject: edit.id,
    reason: decision.reason,
    detail: { from: edit.status, to: applied.edit.status, ...(refused && { category: refused.category }) },
    now: scope.now,
  })
  const account = await accountById(scope.db, edit.account_id)
  return { ...viewOf(applied.post, applied.edit), balance: account?.balance ?? 0, refunded: applied.refunded }
}

function refusedBy(decision: PersonDecision): Refused | null {
  if (decision.action !== 'reject' && decision.action !== 'remove') return null
  return { category: decision.category, reason: decision.reason, penalized: decision.penalized }
}

function editTriggerOf(decision: PersonDecision): EditTrigger | null {
  if (decision.action === 'publish') return 'person-publish'
  if (decision.action === 'reject') return decision.penalized ? 'person-reject-abuse' : 'person-reject-low-quality'
  // A rejected edit that should have been applied is sent again: what is public may have changed since.
  return decision.action === 'appeal' && !decision.publish ? 'appeal-rejected-stays-out' : null
}

const expectation: Record<PersonDecision['action'], string> = {
  publish: 'only a post in review can be published by a person',
  reject: 'only a post in review can be rejected by a person',
  remove: 'only a published post can be removed',
  appeal: 'only a rejected or removed post can be appealed',
}

function expectationOfEdit({ post_id: post }: EditRow, decision: PersonDecision): string {
  switch (decision.action) {
    case 'publish':
      return 'only an edit in review can be published by a person'
    case 'reject':
      return 'only an edit in review can be rejected by a person'
    case 'remove':
      return `an edit is not removed; remove its post ${post}`
    case 'appeal':
      return decision.publish
        ? 'an appeal gives back what an edit has cost and does not publish it; its author sends it again'
        : 'only a rejected edit can be appealed'
  }
}

function triggerOf(decision: PersonDecision, post: PostRow): Trigger {
  switch (decision.action) {
    case 'publish':
      return 'person-publish'
    case 'reject':
      return decisionTrigger('person', 'rejected', decision.penalized)
    case 'remove':
      return decision.penalized ? 'remove-abuse' : 'remove'
    case 'appeal':
      if (decision.publish) return 'appeal-publish'
      return post.status === 'removed' ? 'appeal-removed-stays-out' : 'appeal-rejected-stays-out'
  }
}
