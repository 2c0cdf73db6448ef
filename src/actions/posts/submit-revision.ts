// Submits the text of a new post or an edit in one transaction: replay, guards, money, queue (contract.md §6).

import type { AbusiveText } from '../../contract/abusive-text.ts'
import { limits } from '../../contract/limits.ts'
import { unauthorized } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { siteRow } from '../../contract/sites.ts'
import type { Trigger } from '../../domain/lifecycle.ts'
import type { PostFacts } from '../../domain/posts/post.ts'
import { utcDay } from '../../domain/times/time.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { count } from '../../store/accounts/counters.ts'
import { together } from '../../store/database/prepared.ts'
import { freshRevision } from '../../store/database/schema.ts'
import type { StoredAnswer } from '../../store/posts/idempotency.ts'
import {
  insertPost,
  livePostWith,
  lockPost,
  type NewPost,
  type PostRow,
  setLatestRevision,
} from '../../store/posts/posts.ts'
import { insertRevision, type NewRevision, type RevisionRow, revisionById } from '../../store/posts/revisions.ts'
import { noteActivity } from '../accounts/activity.ts'
import { takeAtMost } from '../money/charge.ts'
import { duplicateOf, firstProblem, type GuardInput, guardInput, waitingEdit } from '../rules/guards.ts'
import { answerOnce, firstAnswer } from '../rules/replay.ts'
import type { Spender } from '../rules/spender.ts'
import { awaitsOwner, viewOf } from '../rules/views.ts'
import { baseUrlOf, type Scope } from '../scope.ts'
import { askOwner, factsAsked } from './approve.ts'
import { emit } from './emit.ts'
import { show } from './publication.ts'
import { movementFor, pay } from './settle.ts'
import type { ShownAtOnce, Submission, SubmitAnswer } from './submission.ts'
import { applyTransition, byRule, type Details, type Held } from './transition.ts'

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
  if (submission.atOnce?.what === 'nothing') return asItIs(scope, submission, input)
  const problem = firstProblem(input, ['post', 'standing', 'caller', 'change', 'price', 'text', 'waiting', 'money'])
  if (problem) throw problem
  const { post, account, key } = input
  if (!account) throw unauthorized('The account of this API key does not exist any more.')
  // What the owner sends is paid like all else, and no budget of a key bounds it.
  const spender = { account, key: submission.byOwner ? { ...key, daily_budget: null } : key }
  const { atOnce, refusal } = submission
  if (submission.byOwner && post) await noteActivity(scope, account.id, 'post-edited', { postId: post.id })
  if (input.asks) return waitForOwner(scope, submission, spender, post)
  if (atOnce && post) return answerOnce(scope, submission, await applyAtOnce(scope, submission, post, atOnce))
  // Abuse makes no other text a duplicate.
  const live = refusal?.abuse ? null : submission.fingerprint
  const bought = post ? editOf(scope, submission, post) : firstOf(scope, submission, live)
  if (!refusal?.abuse) return queue(scope, submission, spender, bought)
  return answerOnce(scope, submission, await rejectAsAbuse(scope, bought, refusal))
}

/** A text about to be bought, with its post after the purchase. */
type Purchase = { post: PostRow; newPost: NewPost | null; revision: RevisionRow }

async function queue(scope: Scope, submission: Submission, spender: Spender, bought: Purchase): Promise<SubmitAnswer> {
  const { outlook } = submission
  const { post, revision } = bought
  const own = viewOf(post, revision, baseUrlOf(scope.facts, post.site))
  const waiting = own.edit
    ? {
        ...{ ...own, edit: { ...own.edit, ...outlook }, changes: submission.changes },
        ...(submission.made !== undefined && { note: sentences.linkJudged(revision.price, submission.made) }),
      }
    : { ...own, ...outlook }
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
 * Rejects certain abuse. The fee is capped at the balance, and a strike is always added: otherwise an account without money could
 * try the rules for free. The public text of an edited post stays.
 */
async function rejectAsAbuse(
  scope: Scope,
  bought: Purchase,
  refusal: { category: string; reason: string; rule: string },
): Promise<StoredAnswer> {
  const fee = movementFor(scope, bought.revision, bought.post.key_id, 'charge', bought.revision.price)
  await takeAtMost(scope, fee)
  const { post, revision } = await decideOnArrival(scope, bought, 'rule-reject-abuse', {
    by: byRule(refusal.rule, refusal.reason),
    refused: { ...refusal, penalized: true },
  })
  const account = await accountById(scope.db, post.account_id)
  const own = viewOf(post, revision, baseUrlOf(scope.facts, post.site))
  const { strikes = 0, balance = 0 } = account ?? {}
  const penalty = revision.rejection_amount ?? 0
  const body: AbusiveText = {
    code: 'abuse',
    detail: sentences.abuse({ reason: refusal.reason, price: revision.price, penalty, strikes, balance }),
    retryable: false,
    strikes,
    penalty,
    balance,
    ...own,
  }
  return { status: 422, headers: {}, body: JSON.stringify(body) }
}

/** Stores a text, and decides on it in the same transaction. */
async function decideOnArrival(scope: Scope, bought: Purchase, trigger: Trigger, details: Details): Promise<Held> {
  await insert(scope, bought)
  const applied = await applyTransition(scope, bought, trigger, details)
  if (!applied) throw new Error(`${trigger} does not apply to ${bought.revision.id}`)
  return applied
}

/** Keeps a text until the owner has decided. Nothing is charged, and the text makes no other text a duplicate. */
async function waitForOwner(
  scope: Scope,
  submission: Submission,
  { account }: Spender,
  edited: PostRow | undefined,
): Promise<SubmitAnswer> {
  const { outlook, accountUrl } = submission
  const facts = factsAsked(JSON.parse(submission.facts) as PostFacts, submission.edits)
  const asking: Submission = { ...submission, facts: JSON.stringify(facts) }
  const { post, newPost, revision } = edited ? editOf(scope, asking, edited) : firstOf(scope, asking, null)
  const waits = { status: 'awaiting_owner', approval: 'awaiting', approval_at: scope.now } as const
  const kept = { ...revision, ...waits }
  const of: PostRow = edited ? post : { ...post, ...waits }
  await insert(scope, { post: of, newPost, revision: kept })
  await askOwner(scope, account)
  await emit(scope, of, 'approval.requested', kept)
  const own = viewOf(of, kept, baseUrlOf(scope.facts, of.site))
  const { flags, flag_meanings } = outlook
  const noun = siteRow(of.site).noun
  const waiting = { flags, flag_meanings, ...awaitsOwner(noun, kept, accountUrl) }
  const noticed = own.edit ? { edit: { ...own.edit, ...waiting }, changes: submission.changes } : waiting
  return answerOnce(scope, submission, {
    status: 202,
    headers: { location: `/v1/posts/${of.id}`, 'retry-after': String(limits.approvalAskedAgainMs / 1000) },
    body: JSON.stringify({ ...own, ...noticed }),
  })
}

/** Answers an edit that changes nothing: with the post, and nothing is stored, so that a repeat is answered alike. */
async function asItIs(scope: Scope, { site, changes }: Submission, input: GuardInput): Promise<SubmitAnswer> {
  const problem = firstProblem(input, ['post', 'standing', 'caller'])
  if (problem || !input.post) throw problem
  const own = viewOf(input.post, null, baseUrlOf(scope.facts, site))
  return {
    status: 200,
    headers: {},
    body: JSON.stringify({ ...own, changes, note: sentences.nothingChanged }),
    replayed: false,
  }
}

/** Applies a change that nobody judges. The lock on the post makes the counts of the guards exact. */
async function applyAtOnce(
  scope: Scope,
  submission: Submission,
  post: PostRow,
  atOnce: ShownAtOnce,
): Promise<StoredAnswer> {
  const { publication } = atOnce
  if (atOnce.what === 'status') {
    const shown = await revisionById(scope.db, post.shown_revision)
    if (!shown) throw new Error(`the text of ${post.id} is not there`)
    await count(scope.db, 'free-change', post.id, utcDay(scope.now))
    const after = await show(scope, post, shown, publication)
    await emit(scope, after, 'post.edited')
    const own = viewOf(after, null, baseUrlOf(scope.facts, post.site))
    return { status: 200, headers: {}, body: JSON.stringify({ ...own, changes: submission.changes }) }
  }
  const applied = await decideOnArrival(scope, editOf(scope, submission, post), 'apply-at-once', {
    by: byRule('correction', 'No word changes.'),
    publication,
  })
  const own = viewOf(applied.post, applied.revision, baseUrlOf(scope.facts, post.site))
  const note = sentences.corrected(applied.revision.price, atOnce.made)
  return { status: 200, headers: {}, body: JSON.stringify({ ...own, changes: submission.changes, note }) }
}

const nothing = Promise.resolve()

async function insert({ db, facts }: Scope, { post, newPost, revision }: Purchase): Promise<void> {
  const [, stored] = await together(
    newPost ? insertPost(db, newPost) : nothing,
    insertRevision(db, newRevision(revision)),
  )
  if (stored) {
    if (!newPost) await setLatestRevision(db, revision.post_id, revision.id)
    return
  }
  // Since the guards checked, another transaction has taken the text or submitted an edit of the post.
  const other = newPost && (await livePostWith(db, revision.fingerprint))
  throw newPost ? duplicateOf(other || undefined, post.key_id, baseUrlOf(facts, post.site)) : waitingEdit()
}

/** The rows of a new post. `live` is its fingerprint while the post makes another text a duplicate, or null. */
function firstOf(scope: Scope, submission: Submission, live: string | null): Purchase {
  const id = scope.ids.id('post')
  const revision = revisionOf(scope, submission, { id, postId: id })
  const newPost = {
    id,
    site: submission.site,
    account_id: submission.accountId,
    key_id: submission.keyId,
    latest_revision: id,
    shown_revision: id,
    version: 0,
    event: null,
    live_fingerprint: live,
    published_at: null,
    expires_at: null,
    public_json: null,
  } satisfies NewPost
  return { post: { ...revision, ...newPost, hidden_at: null, seq: 0 }, newPost, revision }
}

function editOf(scope: Scope, submission: Submission, post: PostRow): Purchase {
  return { post, newPost: null, revision: revisionOf(scope, submission, { id: scope.ids.id('edit'), postId: post.id }) }
}

function revisionOf(
  { now, trace }: Scope,
  { site, accountId, price, abusePenalty, fields, facts, fingerprint }: Submission,
  { id, postId }: { id: string; postId: string },
): RevisionRow {
  return {
    ...freshRevision,
    trace,
    seq: 0,
    id,
    post_id: postId,
    site,
    account_id: accountId,
    price,
    abuse_penalty: abusePenalty,
    fields,
    facts,
    fingerprint,
    submitted_at: now,
    turn: 0,
    due_at: now,
  }
}

const newRevision = ({ seq: _, turn: __, ...revision }: RevisionRow): NewRevision => revision
