// Submits a post: replay, standing, prefilter, money, queue; one transaction (contract.md §6, the row of POST /v1/posts).
import { limits } from '../../contract/limits.ts'
import type { Moderation, OwnPost } from '../../contract/posts.ts'
import { Problem, unauthorized } from '../../contract/problem.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import type { PostFacts, PostFields } from '../../domain/post.ts'
import { penaltyBeyondFee } from '../../domain/pricing.ts'
import type { Refusal } from '../../moderation/prefilter/prefilter.ts'
import { type Account, accountById } from '../../store/money/accounts.ts'
import { move, moveAtMost } from '../../store/money/ledger.ts'
import { addCopyKeys } from '../../store/posts/copy-keys.ts'
import {
  claimIdempotencyKey,
  type IdempotencyScope,
  rememberAnswer,
  rememberedAnswer,
  type StoredAnswer,
} from '../../store/posts/idempotency.ts'
import { insertPost, livePostWith, type NewPost, type PostRow } from '../../store/posts/posts.ts'
import type { Scope } from '../scope.ts'
import { emit, viewOf } from './outcome.ts'
import { type Decided, decided, movementFor, penalize, refusalOf } from './settle.ts'

/** A post that has passed validation, with everything that could be found out before the transaction. */
export type Submission = {
  accountId: string
  keyId: string
  site: SiteId
  fields: PostFields
  facts: PostFacts
  price: number
  fingerprint: string
  /** What the fixed rules say; free refusals and certain abuse. */
  refusal: Refusal | null
  moderation: Moderation
  idempotency: { key: string; bodyHash: string } | null
  /** The most that the caller lets the post cost, in micros. */
  maxPriceMicros?: number | undefined
}

/** The answer, ready to send: status, headers that matter, body as text. */
export type SubmitAnswer = StoredAnswer & { replayed: boolean }

/** Stores, charges and queues a post; or replays the first answer to the same Idempotency-Key. Throws Problems. */
export async function submitPost(scope: Scope, submission: Submission): Promise<SubmitAnswer> {
  const { db } = scope
  const replay = await claimOrReplay(scope, submission)
  if (replay) return replay

  const account = await accountById(db, submission.accountId)
  refuseStanding(account)
  refusePrice(submission)
  const { refusal } = submission
  if (refusal && !refusal.abuse) throw freeRefusal(refusal)
  const duplicate = await livePostWith(db, submission.fingerprint)
  if (!refusal && duplicate) throw duplicateOf(duplicate)

  const post = newPost(scope, submission)
  const answer = refusal ? await rejectAsAbuse(scope, post, refusal) : await queue(scope, submission, post, account)
  scope.signal('queue')
  return remember(scope, submission, answer)
}

/** Refuses an account that a person or its strikes have shut out. */
export function refuseOutcast(account: Account | undefined): asserts account is Account {
  if (!account) throw unauthorized('The account of this API key does not exist any more.')
  if (account.status === 'banned')
    throw new Problem('banned', `The account has ${limits.strikesToBan} strikes and is banned.`)
  if (account.status === 'suspended') throw new Problem('suspended', 'The account is suspended.')
}

/** Refuses an account that may not post (contract.md §6, in its order). */
export function refuseStanding(account: Account | undefined): asserts account is Account {
  refuseOutcast(account)
  if (account.email_verified === 0)
    throw new Problem('verify_email', 'The owner has to verify the e-mail address before anything is posted.')
}

/** Refuses a price above what the caller allows (micros). Comes after the replay, which costs nothing. */
export function refusePrice({ price, maxPriceMicros }: Pick<Submission, 'price' | 'maxPriceMicros'>): void {
  if (maxPriceMicros !== undefined && price > maxPriceMicros)
    throw new Problem('price_too_high', `The price is ${price} micros and max_price_micros is ${maxPriceMicros}.`)
}

/** The problem of a balance that does not cover a price; the answer depends on whether a card is on file. */
export function tooLittle(account: Pick<Account, 'card_on_file' | 'balance'>, price: number): Problem {
  const detail = `The price is ${price} micros and the balance is ${account.balance} micros.`
  return account.card_on_file
    ? new Problem('insufficient_balance', detail)
    : new Problem('needs_card', `${detail} No card is on file.`)
}

export function freeRefusal(refusal: Refusal): Problem {
  const { category, reason, rule } = refusal
  return new Problem(refusal.code, reason, { refusal: { category, reason, rule } })
}

export function duplicateOf(postId: string): Problem {
  const reason = `A queued or published post has the same text: ${postId}.`
  return new Problem('duplicate', reason, { refusal: { category: 'duplicate', reason, rule: 'PF-DUPLICATE' } })
}

/** What an action that answers once to an Idempotency-Key knows of it. */
export type Idempotent = Pick<Submission, 'keyId' | 'site' | 'idempotency'>

/** Keeps the answer for repeats with the same Idempotency-Key, if there is one. */
export async function remember(scope: Scope, submission: Idempotent, answer: StoredAnswer): Promise<SubmitAnswer> {
  const ofKey = idempotencyScope(submission)
  if (ofKey) await rememberAnswer(scope.db, ofKey, answer)
  return { ...answer, replayed: false }
}

function idempotencyScope({ keyId, site, idempotency }: Idempotent): IdempotencyScope | null {
  return idempotency && { keyId, site, idempotencyKey: idempotency.key }
}

/** Claims the Idempotency-Key; the first answer when there is one. Throws `idempotency_in_progress`, `idempotency_key_reused`. */
export async function claimOrReplay(scope: Scope, submission: Idempotent): Promise<SubmitAnswer | null> {
  const ofKey = idempotencyScope(submission)
  const bodyHash = submission.idempotency?.bodyHash
  if (!ofKey || !bodyHash) return null
  const since = scope.now - limits.idempotencyMs
  if (await claimIdempotencyKey(scope.db, ofKey, bodyHash, scope.now, since)) return null
  const first = await rememberedAnswer(scope.db, ofKey, since)
  if (!first || first.status === 0)
    throw new Problem('idempotency_in_progress', 'The first request with this Idempotency-Key is still running.', {
      headers: { 'retry-after': '1' },
    })
  if (first.bodyHash !== bodyHash) throw keyReused()
  return { status: first.status, headers: first.headers, body: first.body, replayed: true }
}

export function keyReused(): Problem {
  return new Problem('idempotency_key_reused', 'This Idempotency-Key was used with a different body.')
}

async function queue(scope: Scope, submission: Submission, post: NewPost, account: Account): Promise<StoredAnswer> {
  if (!(await insertPost(scope.db, post))) {
    const other = await livePostWith(scope.db, submission.fingerprint)
    throw duplicateOf(other ?? 'just submitted')
  }
  await addCopyKeys(scope.db, post.id, submission.facts.copyKeys ?? [])
  const charge = movementFor(scope, subjectOf(post), 'charge', 0 - post.price)
  if ((await move(scope.db, charge)) === null) throw tooLittle(account, post.price)
  const own: OwnPost = { ...viewOf(asRow(post)), moderation: submission.moderation }
  return {
    status: 202,
    headers: { location: `/v1/posts/${post.id}`, 'retry-after': String(submission.moderation.retry_after_seconds) },
    body: JSON.stringify(own),
  }
}

/** The fee is capped at the balance: an abusive post always costs what is there, and always a strike. */
async function rejectAsAbuse(scope: Scope, post: NewPost, refusal: Refusal): Promise<StoredAnswer> {
  const rejected: NewPost = {
    ...post,
    status: 'rejected',
    live_fingerprint: null,
    decided_at: scope.now,
    ...refusalOf({ ...refusal, penalized: true }),
  }
  await moveAtMost(scope.db, movementFor(scope, subjectOf(post), 'charge', post.price))
  const row = asRow(rejected)
  row.rejection_amount = await penalize(scope, subjectOf(post))
  await insertPost(scope.db, { ...rejected, rejection_amount: row.rejection_amount })
  await emit(scope, row, 'post.rejected')
  return { status: 422, headers: {}, body: JSON.stringify(viewOf(row)) }
}

function subjectOf(post: NewPost): Decided {
  return decided('post', asRow(post))
}

function newPost(scope: Scope, submission: Submission): NewPost {
  return {
    id: scope.ids.id('post'),
    site: submission.site,
    account_id: submission.accountId,
    key_id: submission.keyId,
    status: 'queued',
    price: submission.price,
    fields: JSON.stringify(submission.fields),
    facts: JSON.stringify(submission.facts),
    live_fingerprint: submission.fingerprint,
    submitted_at: scope.now,
    decided_at: null,
    published_at: null,
    expires_at: null,
    public_json: null,
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

function asRow(post: NewPost): PostRow {
  return { ...post, seq: 0, latest_edit: null } as PostRow
}

/** What abuse would cost in all: the fee and the penalty. */
export function costOfAbuse(price: number): number {
  return price + penaltyBeyondFee(price)
}
