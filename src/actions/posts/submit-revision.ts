// Submits the text of a new post or an edit in one transaction: replay, guards, money, queue (contract.md §6).

import { limits } from '../../contract/limits.ts'
import { unauthorized } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { transitions } from '../../domain/lifecycle.ts'
import { utcDay } from '../../domain/times/time.ts'
import { together } from '../../store/database/prepared.ts'
import { count } from '../../store/money/counters.ts'
import type { StoredAnswer } from '../../store/posts/idempotency.ts'
import {
  insertPost,
  livePostWith,
  lockPost,
  type NewPost,
  type PostRow,
  setLatestRevision,
} from '../../store/posts/posts.ts'
import {
  insertRevision,
  isEdit,
  type NewRevision,
  type RevisionRow,
  revisionById,
} from '../../store/posts/revisions.ts'
import { type Spender, takeAtMost } from '../accounts/charge.ts'
import { baseUrlOf, type Scope } from '../scope.ts'
import { askOwner, factsAsked } from './approve.ts'
import { duplicateOf, firstProblem, guardInput, waitingEdit } from './guards.ts'
import { show } from './publication.ts'
import { answerOnce, firstAnswer } from './replay.ts'
import { movementFor, pay, penalize } from './settle.ts'
import { stateReasons } from './state-reasons.ts'
import type { AtOnce, Submission, SubmitAnswer } from './submission.ts'
import { byRule, logText, rejectionColumns } from './transition.ts'
import { emit, viewOf } from './views.ts'

/**
 * Stores, charges and queues a text. A text that nobody has to judge is shown at once, and a text of a key that asks first is
 * kept for the owner. A repeat gets the first answer to its Idempotency-Key. Throws the problem of the first failing guard: then
 * nothing was stored or charged.
 */
export async function submitRevision(scope: Scope, submission: Submission): Promise<SubmitAnswer> {
  const [replay, input] = await together(
    firstAnswer(scope, submission),
    guardInput(scope, submission, id => lockPost(scope.db, id)),
  )
  if (replay) return replay
  const problem = firstProblem(input, ['post', 'standing', 'caller', 'change', 'price', 'text', 'waiting', 'money'])
  if (problem) throw problem
  const { post, account, key } = input
  if (!account) throw unauthorized('The account of this API key does not exist any more.')
  const spender = { account, key }
  const { atOnce, refusal } = submission
  if (input.asks) return waitForOwner(scope, submission, spender, post)
  if (atOnce && post) return answerOnce(scope, submission, await applyAtOnce(scope, submission, spender, post, atOnce))
  const bought = post ? editOf(scope, submission, post) : firstOf(scope, submission)
  if (!refusal?.abuse) return queue(scope, submission, spender, bought)
  return answerOnce(scope, submission, await rejectAsAbuse(scope, bought, refusal))
}

/** A text about to be bought, with its post after the purchase. */
type Bought = { post: PostRow; newPost: NewPost | null; revision: RevisionRow }

async function queue(scope: Scope, submission: Submission, spender: Spender, bought: Bought): Promise<SubmitAnswer> {
  const { outlook } = submission
  const { post, revision } = bought
  const own = viewOf(post, revision, baseUrlOf(scope.facts, post.site))
  const waiting = own.edit ? { ...own, edit: { ...own.edit, ...outlook } } : { ...own, ...outlook }
  const [, answer] = await together(
    pay(scope, revision, spender),
    answerOnce(scope, submission, {
      status: 202,
      headers: { location: `/v1/posts/${post.id}`, 'retry-after': String(outlook.moderation.retry_after_seconds) },
      body: JSON.stringify(waiting),
    }),
    insert(scope, bought),
  )
  scope.signal('queue')
  return answer
}

/**
 * Rejects certain abuse. The fee is capped at the balance, and a strike is always added. The public text of an edited post stays.
 */
async function rejectAsAbuse(
  scope: Scope,
  { post, newPost, revision }: Bought,
  refusal: { category: string; reason: string; rule: string },
): Promise<StoredAnswer> {
  const { to, event } = transitions['verdict-reject-abuse']
  const by = byRule(refusal.rule, refusal.reason)
  const { key_id: keyId } = post
  await takeAtMost(scope, movementFor(scope, revision, keyId, 'charge', revision.price))
  const why = rejectionColumns({ ...refusal, penalized: true }, { ...scope, by })
  const penalty = await penalize(scope, { ...revision, ...why }, keyId)
  const columns = { ...why, rejection_amount: penalty }
  const rejected: RevisionRow = { ...revision, status: to, decided_at: scope.now, ...columns }
  const of = isEdit(revision)
    ? post
    : { ...post, ...columns, status: to, decided_at: scope.now, live_fingerprint: null }
  await insert(scope, {
    post: of,
    newPost: newPost && { ...newPost, live_fingerprint: null },
    revision: rejected,
  })
  await logText(scope, 'rule-reject-abuse', cameIn(rejected), by)
  await emit(scope, of, event, rejected)
  await stateReasons(scope, of, rejected)
  return { status: 422, headers: {}, body: JSON.stringify(viewOf(of, rejected, baseUrlOf(scope.facts, of.site))) }
}

/** Keeps a text until the owner has decided. Nothing is charged, and the text makes no other text a duplicate. */
async function waitForOwner(
  scope: Scope,
  submission: Submission,
  { account }: Spender,
  edited: PostRow | undefined,
): Promise<SubmitAnswer> {
  const { outlook } = submission
  const asking: Submission = { ...submission, facts: factsAsked(submission) }
  const { post, newPost, revision } = edited ? editOf(scope, asking, edited) : firstOf(scope, asking)
  const waits = { status: 'awaiting_owner', approval: 'awaiting', approval_at: scope.now } as const
  const kept = { ...revision, ...waits }
  const of: PostRow = edited ? post : { ...post, ...waits, live_fingerprint: null }
  await insert(scope, { post: of, newPost: newPost && { ...newPost, live_fingerprint: null }, revision: kept })
  await askOwner(scope, account)
  await emit(scope, of, 'approval.requested', kept)
  const own = viewOf(of, kept, baseUrlOf(scope.facts, of.site))
  const { flags, flag_meanings } = outlook
  const noticed = own.edit ? { edit: { ...own.edit, flags, flag_meanings } } : { flags, flag_meanings }
  return answerOnce(scope, submission, {
    status: 202,
    headers: { location: `/v1/posts/${of.id}`, 'retry-after': String(limits.approvalAskedAgainMs / 1000) },
    body: JSON.stringify({ ...own, ...noticed }),
  })
}

/** Applies a change that nobody judges. The lock on the post makes the counts of the guards exact. */
async function applyAtOnce(
  scope: Scope,
  submission: Submission,
  spender: Spender,
  post: PostRow,
  atOnce: AtOnce,
): Promise<StoredAnswer> {
  const { publication } = atOnce
  if (atOnce.what === 'status') {
    const shown = await revisionById(scope.db, post.shown_revision)
    if (!shown) throw new Error(`the text of ${post.id} is not there`)
    await count(scope.db, 'free-change', post.id, utcDay(scope.now))
    return toldAtOnce(scope, await show(scope, post, shown, publication))
  }
  const bought = editOf(scope, submission, post)
  const revision: RevisionRow = { ...bought.revision, status: 'published', decided_at: scope.now }
  const { price } = revision
  await pay(scope, revision, spender)
  await insert(scope, { ...bought, revision })
  await logText(scope, 'apply-at-once', cameIn(revision), byRule('correction', 'No word changes.'))
  const after = await show(scope, { ...post, latest_revision: revision.id }, revision, publication)
  return toldAtOnce(scope, after, { revision, note: sentences.corrected(price, atOnce.made) })
}

async function toldAtOnce(
  scope: Scope,
  post: PostRow,
  { revision = null, note }: { revision?: RevisionRow | null; note?: string } = {},
): Promise<StoredAnswer> {
  await emit(scope, post, 'post.edited', revision)
  const own = viewOf(post, revision, baseUrlOf(scope.facts, post.site))
  return { status: 200, headers: {}, body: JSON.stringify({ ...own, ...(note && { note }) }) }
}

/** A text that was decided on arrival, for the log. */
const cameIn = (revision: RevisionRow) => ({ ...revision, from: null, waitedSince: revision.submitted_at })

async function insert({ db, facts }: Scope, { post, newPost, revision }: Bought): Promise<void> {
  const stored = newPost ? await insertPost(db, newPost) : true
  if (stored && (await insertRevision(db, newRevision(revision)))) {
    if (!newPost) await setLatestRevision(db, revision.post_id, revision.id)
    return
  }
  // Since the guards checked, another transaction has taken the text or submitted an edit of the post.
  const other = newPost && (await livePostWith(db, revision.fingerprint))
  throw newPost ? duplicateOf(other || undefined, post.key_id, baseUrlOf(facts, post.site)) : waitingEdit()
}

function firstOf(scope: Scope, submission: Submission): Bought {
  const id = scope.ids.id('post')
  const revision = revisionOf(scope, submission, { id, postId: id })
  const newPost: NewPost = {
    id,
    site: submission.site,
    account_id: submission.accountId,
    key_id: submission.keyId,
    latest_revision: id,
    shown_revision: id,
    version: 0,
    event: null,
    live_fingerprint: submission.fingerprint,
    published_at: null,
    expires_at: null,
    public_json: null,
  }
  return { post: { ...revision, ...newPost, seq: 0 } as PostRow, newPost, revision }
}

function editOf(scope: Scope, submission: Submission, post: PostRow): Bought {
  return { post, newPost: null, revision: revisionOf(scope, submission, { id: scope.ids.id('edit'), postId: post.id }) }
}

function revisionOf(
  { now }: Scope,
  { site, accountId, price, abusePenalty, fields, facts, fingerprint }: Submission,
  { id, postId }: { id: string; postId: string },
): RevisionRow {
  return {
    seq: 0,
    id,
    post_id: postId,
    site,
    account_id: accountId,
    status: 'queued',
    price,
    abuse_penalty: abusePenalty,
    fields: JSON.stringify(fields),
    facts: JSON.stringify(facts),
    fingerprint,
    submitted_at: now,
    decided_at: null,
    verdict: null,
    rejection_category: null,
    rejection_reason: null,
    rejection_penalized: null,
    rejection_amount: null,
    rejection_basis: null,
    turn: 0,
    due_at: now,
    attempts: 0,
    lease_token: null,
    lease_until: null,
    judge_until: null,
    approval: null,
    approval_at: null,
    approval_reason: null,
  }
}

const newRevision = ({ seq: _, turn: __, ...revision }: RevisionRow): NewRevision => revision
