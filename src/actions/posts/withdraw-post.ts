// Cancels an undecided post, or deletes a post for good, for its author.
import { Problem } from '../../contract/problems/problem.ts'
import { sentences, stateOf } from '../../contract/sentences.ts'
import { siteRow } from '../../contract/sites.ts'
import { withdrawal } from '../../domain/lifecycle.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { movementOf } from '../../store/money/ledger.ts'
import { lockPost, type PostRow } from '../../store/posts/posts.ts'
import { revisionById } from '../../store/posts/revisions.ts'
import { noteActivity } from '../accounts/activity.ts'
import { refuseChanged } from '../rules/post-tag.ts'
import type { Scope } from '../scope.ts'
import type { Appellant } from './appeals.ts'
import { applyTransition, type Held } from './transition.ts'

/** A post, for the key that created it or for the owner of its account. */
export type PostOfAuthor = { postId: string; by: Appellant; ifMatch?: string | undefined }

/**
 * Cancels a queued post, with a refund, or a post in review: a person may still judge it, and the fee comes back unless it is
 * abuse (contract.md §4, §6). A repeat gets the same answer. Throws `not_found`, `not_cancellable`. Money in micros.
 */
export async function cancelPost(scope: Scope, input: PostOfAuthor) {
  const held = await owned(scope, input, 'cancelled')
  const { id, status, account_id } = held.post
  const after =
    status === 'cancelled' ? held : await applyTransition(scope, held, withdrawal('cancel', status), byAuthor(input))
  if (!after)
    throw new Problem(
      'not_cancellable',
      `The post ${stateOf(status)}; only a post that waits for a decision can be cancelled.${insteadOf(held.post)}`,
    )
  if (status !== 'cancelled') await noteByOwner(scope, input, 'post-cancelled')
  const account = await accountById(scope.db, account_id)
  const refunded = (await movementOf(scope.db, id, 'refund'))?.amount ?? 0
  const note = after.revision.judge_until === null ? {} : { note: sentences.cancelledInReview }
  return { id, status: 'cancelled' as const, refunded, balance: account?.balance ?? 0, ...note }
}

/** The calls that work on a published post instead of cancelling it. */
function insteadOf({ id, site, status }: PostRow): string {
  if (status !== 'published') return ''
  const { timed, noun } = siteRow(site)
  const free = timed
    ? ` PATCH /v1/posts/${id} with {"${timed.status}":"cancelled"} tells readers, for free, that the ${noun} does not take place;`
    : ''
  return `${free} DELETE /v1/posts/${id} takes it down for good, without a refund.`
}

/** Deletes a post. A repeat gets the same answer. Throws `not_found`, and `gone` for a removed or cancelled post. */
export async function deletePost(scope: Scope, input: PostOfAuthor) {
  const held = await owned(scope, input, 'deleted')
  const { id, status } = held.post
  if (status !== 'deleted') {
    if (!(await applyTransition(scope, held, withdrawal('delete', status), byAuthor(input))))
      throw new Problem('gone', `The post is ${status} and cannot be deleted.`)
    await noteByOwner(scope, input, 'post-deleted')
  }
  return { id, status: 'deleted' as const }
}

async function noteByOwner(
  scope: Scope,
  { postId, by }: PostOfAuthor,
  kind: 'post-cancelled' | 'post-deleted',
): Promise<void> {
  if ('accountId' in by) await noteActivity(scope, by.accountId, kind, { postId })
}

const byAuthor = ({ by }: PostOfAuthor) =>
  ({ by: { decider: 'author', actor: 'keyId' in by ? by.keyId : by.accountId, reason: '' } }) as const

/** The post of a key. A repeat, which finds the post at its `end`, succeeds under an old tag too (RFC 9110 §13.1.1). */
async function owned(scope: Scope, { postId, by, ifMatch }: PostOfAuthor, end: 'cancelled' | 'deleted'): Promise<Held> {
  const post = await lockPost(scope.db, postId)
  const theirs =
    post && ('keyId' in by ? post.key_id === by.keyId && post.site === by.site : post.account_id === by.accountId)
  const revision = post && theirs ? await revisionById(scope.db, post.id) : undefined
  if (!post || !revision) throw new Problem('not_found', `There is no post ${postId} of this key.`)
  if (ifMatch !== undefined && post.status !== end)
    refuseChanged(ifMatch, post, await revisionById(scope.db, post.latest_revision))
  return { post, revision }
}
