// Submits an edit of a published post: replay, standing, prefilter, money, queue; one transaction (contract.md §6, PATCH /v1/posts/{id}).
import type { Kysely } from 'kysely'
import type { Moderation } from '../../contract/posts.ts'
import { Problem } from '../../contract/problem.ts'
import type { Database } from '../../store/database/schema.ts'
import { accountById } from '../../store/money/accounts.ts'
import { move, moveAtMost } from '../../store/money/ledger.ts'
import { type EditRow, insertEdit, type NewEdit, openEditOf } from '../../store/posts/edits.ts'
import type { StoredAnswer } from '../../store/posts/idempotency.ts'
import { holdPost, livePostWith, type PostRow, postById } from '../../store/posts/posts.ts'
import type { PreparedEdit } from '../../usecases/posts/prepare-edit.ts'
import type { Scope } from '../scope.ts'
import { replaceText } from './edit-transition.ts'
import { emit, viewOf } from './outcome.ts'
import { decided, movementFor, penalize, refusalOf } from './settle.ts'
import {
  claimOrReplay,
  duplicateOf,
  freeRefusal,
  type Idempotent,
  refusePrice,
  refuseStanding,
  remember,
  type SubmitAnswer,
  tooLittle,
} from './submit-post.ts'
import type { PostOfKey } from './withdraw-post.ts'

/** An edit with everything that could be found out before the transaction. */
export type EditSubmission = Idempotent &
  PreparedEdit & {
    postId: string
    accountId: string
    /** The stored members that the edit was laid over. */
    base: string
    moderation: Moderation
    /** The most that the caller lets the edit cost, in micros. */
    maxPriceMicros?: number | undefined
  }

/** The post of this key, if it can be edited now. Throws `not_found`, `gone`, `not_editable`. `now` in epoch ms. */
export async function editablePost(db: Kysely<Database>, of: PostOfKey, now: number): Promise<PostRow> {
  return editable(await postById(db, of.postId), of, now)
}

function editable(post: PostRow | undefined, { postId, keyId, site }: PostOfKey, now: number): PostRow {
  if (!post || post.key_id !== keyId || post.site !== site)
    throw new Problem('not_found', `There is no post ${postId} of this key.`)
  const { status } = post
  if (status === 'deleted' || status === 'removed' || status === 'cancelled')
    throw new Problem('gone', `The post is ${status} and cannot be edited.`)
  if (status !== 'published')
    throw new Problem('not_editable', `The post is ${status}; only a published one is edited.`)
  if (post.expires_at !== null && post.expires_at <= now)
    throw new Problem('not_editable', 'The post has expired; submit a new one.')
  return post
}

/** The problem of a second edit. */
export function editWaits(): Problem {
  return new Problem('not_editable', 'An edit of this post waits for a decision; send this one after it.')
}

/** Stores, charges and queues an edit, or applies one that changes no words; or replays the first answer. Throws Problems. */
export async function submitEdit(scope: Scope, submission: EditSubmission): Promise<SubmitAnswer> {
  const { db } = scope
  const replay = await claimOrReplay(scope, submission)
  if (replay) return replay

  const post = editable(await holdPost(db, scope.dialect, submission.postId), submission, scope.now)
  if (post.fields !== submission.base)
    throw new Problem('not_editable', 'Another edit has just been applied; look at the post and send this one again.')
  if (!submission.free && (await openEditOf(db, post.id))) throw editWaits()
  const account = await accountById(db, submission.accountId)
  refuseStanding(account)
  refusePrice(submission)
  if (submission.free) return remember(scope, submission, await applyFree(scope, post, submission))

  const { refusal } = submission
  if (refusal && !refusal.abuse) throw freeRefusal(refusal)
  const other = await livePostWith(db, submission.fingerprint)
  if (!refusal && other && other !== post.id) throw duplicateOf(other)
  const edit = newEdit(scope, submission)
  if (refusal) return remember(scope, submission, await rejectAsAbuse(scope, post, edit, refusal))
  if (!(await insertEdit(db, edit))) throw editWaits()
  const charge = movementFor(scope, decided('edit', asRow(edit)), 'charge', 0 - edit.price)
  if ((await move(db, charge)) === null) throw tooLittle(account, edit.price)
  scope.signal('queue')
  const { moderation } = submission
  const own = viewOf(post, asRow(edit))
  return remember(scope, submission, {
    status: 202,
    headers: { location: `/v1/posts/${post.id}`, 'retry-after': String(moderation.retry_after_seconds) },
    body: JSON.stringify({ ...own, edit: { ...own.edit, moderation } }),
  })
}

async function applyFree(scope: Scope, post: PostRow, { facts }: EditSubmission): Promise<StoredAnswer> {
  const text = { fields: post.fields, facts: JSON.stringify(facts), fingerprint: post.live_fingerprint }
  return { status: 200, headers: {}, body: JSON.stringify(viewOf(await replaceText(scope, post, text))) }
}

/** As for a post: the fee as far as the balance goes, the penalty, a strike. What is public stays as it was. */
async function rejectAsAbuse(
  scope: Scope,
  post: PostRow,
  edit: NewEdit,
  refusal: { category: string; reason: string },
): Promise<StoredAnswer> {
  const subject = decided('edit', asRow(edit))
  await moveAtMost(scope.db, movementFor(scope, subject, 'charge', edit.price))
  const rejected = {
    ...edit,
    ...refusalOf({ ...refusal, penalized: true }),
    status: 'rejected' as const,
    decided_at: scope.now,
    rejection_amount: await penalize(scope, subject),
  }
  await insertEdit(scope.db, rejected)
  const row = asRow(rejected)
  await emit(scope, post, 'post.rejected', row)
  return { status: 422, headers: {}, body: JSON.stringify(viewOf(post, row)) }
}

const asRow = (edit: NewEdit) => ({ ...edit, seq: 0 }) as EditRow

function newEdit(scope: Scope, submission: EditSubmission): NewEdit {
  const { postId, site, accountId, keyId, price, fields, facts, fingerprint } = submission
  return {
    id: scope.ids.id('edit'),
    post_id: postId,
    site,
    account_id: accountId,
    key_id: keyId,
    status: 'queued',
    price,
    fields: JSON.stringify(fields),
    facts: JSON.stringify(facts),
    fingerprint,
    submitted_at: scope.now,
    decided_at: null,
    verdict: null,
    rejection_category: null,
    rejection_reason: null,
    rejection_penalized: null,
    rejection_amount: null,
    due_at: scope.now,
    attempts: 0,
    lease_token: null,
    lease_until: null,
  }
}
