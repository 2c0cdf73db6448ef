// Decides a post: the moderation worker with its lease token, or a person.
import { Problem } from '../contract/problems.ts'
import { decisionTrigger, type Trigger } from '../domain/lifecycle.ts'
import { logDecision } from '../store/decision-log.ts'
import { type PostRow, postById, releaseQueued } from '../store/posts.ts'
import type { Scope } from './scope.ts'
import { applyTransition, type Refused, viewOf } from './transition.ts'

export type WorkerDecision = {
  postId: string
  token: string
  to: 'published' | 'review' | 'rejected'
  refused: Refused | null
  verdict: object | null
}

/** Records what the model decided. False when the post is no longer queued or its lease has passed on: then nothing happens. */
export async function decidePost(scope: Scope, decision: WorkerDecision): Promise<boolean> {
  const post = await postById(scope.db, decision.postId)
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
  return releaseQueued(scope.db, input.postId, input.token, input.dueAt)
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
  const post = await postById(scope.db, decision.postId)
  if (!post) throw new Problem('not_found', `There is no post ${decision.postId}.`)
  const refused: Refused | undefined =
    decision.action === 'reject' || decision.action === 'remove'
      ? { category: decision.category, reason: decision.reason, penalized: decision.penalized }
      : undefined
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

const expectation: Record<PersonDecision['action'], string> = {
  publish: 'only a post in review can be published by a person',
  reject: 'only a post in review can be rejected by a person',
  remove: 'only a published post can be removed',
  appeal: 'only a rejected or removed post can be appealed',
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
