// Cancels a queued post with its fee back, or deletes a post for good; by the key that created it.
import { Problem } from '../../contract/problem.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import { holdPost, type PostRow } from '../../store/posts/posts.ts'
import type { Scope } from '../scope.ts'
import { applyTransition } from './transition.ts'

export type PostOfKey = { postId: string; keyId: string; site: SiteId }

/** Cancels a queued post (contract.md §6). Throws `not_found`, `not_cancellable`. Money in micros. */
export async function cancelPost(scope: Scope, input: PostOfKey) {
  const post = await owned(scope, input)
  const applied = await applyTransition(scope, post, 'cancel')
  if (!applied) throw new Problem('not_cancellable', `The post is ${post.status}; only a queued post can be cancelled.`)
  return { id: post.id, status: 'cancelled' as const, refunded: applied.refunded, balance: applied.balance }
}

/** Deletes a post; a repeat gives the same answer. Throws `not_found`, and `gone` for what was removed or cancelled. */
export async function deletePost(scope: Scope, input: PostOfKey) {
  const post = await owned(scope, input)
  const deleted = { id: post.id, status: 'deleted' as const }
  if (post.status === 'deleted' || (await applyTransition(scope, post, 'delete'))) return deleted
  throw new Problem('gone', `The post is ${post.status} and cannot be deleted.`)
}

async function owned(scope: Scope, { postId, keyId, site }: PostOfKey): Promise<PostRow> {
  const post = await holdPost(scope.db, scope.dialect, postId)
  if (!post || post.key_id !== keyId || post.site !== site)
    throw new Problem('not_found', `There is no post ${postId} of this key.`)
  return post
}
