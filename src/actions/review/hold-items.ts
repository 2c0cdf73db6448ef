// The steps of a reviewer before a decision is applied: claim an item, skip it, add a note, keep a decision that can be undone.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { nameSeen } from '../../domain/review/name-findings.ts'
import { instant } from '../../domain/times/time.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { nameCheck } from '../../store/accounts/names.ts'
import { heldMessage } from '../../store/delivery/relay.ts'
import { appealById } from '../../store/posts/appeals.ts'
import { logDecision } from '../../store/posts/decision-log.ts'
import { postById } from '../../store/posts/posts.ts'
import { revisionById } from '../../store/posts/revisions.ts'
import * as claims from '../../store/review/claims.ts'
import { type Item, nextItems, type QueueFilter } from '../../store/review/queue.ts'
import { sampleFor } from '../../store/review/samples.ts'
import { judgedText } from '../rules/seen-text.ts'
import type { Scope } from '../scope.ts'

type Person = { reviewer: string }

/**
 * Claims the most urgent item that a person may take, for `limits.reviewLeaseMs`; null if there is none. `others`: whether there are
 * other reviewers. `only`: the filter; `among`: these items in this order, in place of the queue.
 */
export async function takeNextItem(
  { db, now }: Scope,
  { reviewer, others, only = {}, among }: Person & { others: boolean; only?: QueueFilter; among?: readonly Item[] },
): Promise<Item | null> {
  // Another person may claim the first item meanwhile.
  const free = among ?? (await nextItems(db, { now, limit: 5, reviewer, own: !others, only }))
  for (const { kind, subject } of free)
    if (await claims.claimItem(db, { kind, subject, reviewer, until: now + limits.reviewLeaseMs, now }))
      return { kind, subject }
  return null
}

/** Claims an item for `limits.reviewLeaseMs`, or renews the claim. Throws `not_in_review` while another person holds the item. */
export async function claimReviewItem(
  { db, now }: Scope,
  { reviewer, ...item }: Item & Person,
): Promise<{ until: number }> {
  const until = now + limits.reviewLeaseMs
  if (await claims.claimItem(db, { ...item, reviewer, until, now })) return { until }
  throw await heldByAnother({ db, now }, item)
}

async function heldByAnother({ db, now }: Pick<Scope, 'db' | 'now'>, item: Item): Promise<Problem> {
  const claim = await claims.claimOf(db, item, now)
  const until = claim ? ` until ${instant(claim.until)}` : ''
  return new Problem('not_in_review', `${claim?.reviewer ?? 'Another person'} holds it${until}.`)
}

/** Throws `not_in_review` while another person holds an item. */
async function refuseHeld({ db, now }: Pick<Scope, 'db' | 'now'>, { reviewer, ...item }: Item & Person): Promise<void> {
  const claim = await claims.claimOf(db, item, now)
  if (claim && claim.reviewer !== reviewer) throw await heldByAnother({ db, now }, item)
}

/** Releases an item without a log entry. */
export async function releaseReviewItem({ db }: Scope, { reviewer, ...item }: Item & Person): Promise<void> {
  await claims.releaseItem(db, item, reviewer)
}

/** Skips an item for `limits.reviewSkipMs`, or leaves it to another person for good (second opinion). Throws `not_in_review`. */
export async function passReviewItem(
  scope: Scope,
  { reviewer, what, reason, ...item }: Item & Person & { what: claims.Pass['what']; reason: string },
): Promise<void> {
  const { db, now } = scope
  await refuseHeld(scope, { ...item, reviewer })
  const until = what === 'skip' ? now + limits.reviewSkipMs : null
  await claims.passItem(db, { ...item, reviewer, what, reason, until, created_at: now })
  await claims.releaseItem(db, item, reviewer)
  const by = { decider: 'person', actor: reviewer, reason } as const
  await logDecision(db, { ...by, action: what === 'skip' ? 'skip' : 'second-opinion', subject: item.subject, now })
}

/** Adds a note about a post, for reviewers. Throws `not_found`. */
export async function noteOnPost(
  { db, now }: Scope,
  { postId, reviewer, note }: Person & { postId: string; note: string },
): Promise<void> {
  if (!(await postById(db, postId))) throw new Problem('not_found', `There is no post ${postId}.`)
  await claims.addNote(db, { post_id: postId, reviewer, note, created_at: now })
}

/**
 * `decision`: JSON. `seen`: the id of the text that the person saw; null for an account. `again`: it is the second decision on a
 * sample.
 */
type Deciding = claims.DecidedOn & Person & { decision: string; seen: string | null; again: boolean }

/**
 * Keeps a decision on an item or an account until it can no longer be undone. No other person can take the item meanwhile. Returns
 * `changed`, and keeps nothing, if the text is not the `seen` one. Throws `not_in_review` if another person holds the item or has
 * decided.
 */
export async function keepDecision(
  scope: Scope,
  { reviewer, decision, kind, subject, seen, again }: Deciding,
): Promise<{ id: string; due_at: number } | 'changed'> {
  const { db, now, ids } = scope
  const on = { kind, subject }
  if (kind !== 'account') {
    const item = { kind, subject, reviewer }
    await refuseHeld(scope, item)
    if ((await (again ? sampledText(scope, item) : textOfItem(scope, item))) !== seen) return 'changed'
  }
  const until = { due_at: now + limits.reviewUndoMs, created_at: now }
  const kept = { id: ids.id('edit'), ...on, reviewer, decision, seen, ...until }
  if (!(await claims.insertPending(db, kept))) {
    const other = await claims.pendingOf(db, on)
    const how = other ? `: ${JSON.parse(other.decision).action}, at ${instant(other.created_at)}` : ''
    throw new Problem('not_in_review', `${other?.reviewer ?? 'Another person'} has decided it a moment ago${how}.`)
  }
  scope.signal('review')
  return { id: kept.id, due_at: kept.due_at }
}

/** The id of the text that a person judges on an item; undefined if there is none. A message is its own text. */
async function textOfItem({ db }: Pick<Scope, 'db'>, { kind, subject }: Item): Promise<string | undefined> {
  if (kind === 'message') return (await heldMessage(db, subject))?.id
  if (kind === 'name') {
    const check = await nameCheck(db, subject)
    const account = check?.state === 'open' ? await accountById(db, subject) : undefined
    return check && account && nameSeen(check, account)
  }
  const revision = await revisionById(
    db,
    kind === 'appeal' ? ((await appealById(db, subject))?.revision_id ?? '') : subject,
  )
  const post = revision && (await postById(db, revision.post_id))
  return post && judgedText(post, revision)
}

const sampledText = async ({ db }: Pick<Scope, 'db'>, { reviewer, ...item }: Item & Person) =>
  (await sampleFor(db, item, reviewer))?.revision_id

/** Undoes a decision that is not due yet. Throws `not_in_review` if it is due or applied, or if another person made it. */
export async function undoDecision(
  { db, now }: Scope,
  { id, reviewer }: Person & { id: string },
): Promise<claims.DecidedOn> {
  const kept = await claims.pendingById(db, id)
  if (kept?.reviewer !== reviewer || kept.due_at <= now || !(await claims.takePending(db, id)))
    throw new Problem('not_in_review', 'The decision can no longer be undone.')
  const { kind, subject } = kept
  if (kind !== 'account')
    await claims.claimItem(db, { kind, subject, reviewer, until: now + limits.reviewLeaseMs, now })
  return { kind, subject }
}

/** Removes a kept decision in the transaction that applies it. Throws `not_in_review` if it was undone or applied before. */
export async function takeKept({ db }: Scope, id: string | undefined): Promise<void> {
  if (id !== undefined && !(await claims.takePending(db, id)))
    throw new Problem('not_in_review', 'The decision was undone, or applied before.')
}

/** Removes a kept decision that cannot be applied. If it is on an item, its reviewer is shown the reason `why`. */
export async function returnDecision({ db, now }: Scope, { id, why }: { id: string; why: string }): Promise<void> {
  const kept = await claims.takePending(db, id)
  if (!kept || kept.kind === 'account') return
  const { kind, subject, reviewer, decision } = kept
  await claims.insertReturned(db, { id, kind, subject, reviewer, decision, why, created_at: now })
}

/** Forgets the returned decisions of a person on an item, after the person has opened the item again. */
export async function readReturned({ db }: Scope, { reviewer, ...item }: Item & Person): Promise<void> {
  await claims.deleteReturned(db, item, reviewer)
}
