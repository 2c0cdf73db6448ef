// Carries out the owner's decision on a text of a key that asks first: the text is bought, or dropped (contract.md §4).
import { limits } from '../../contract/limits.ts'
import type { PostFacts, PostFields } from '../../domain/posts/post.ts'
import { utcDay } from '../../domain/times/time.ts'
import { approvalMail } from '../../mails/posts.ts'
import { type Account, accountById, takeApprovalMail } from '../../store/accounts/accounts.ts'
import { count } from '../../store/accounts/counters.ts'
import { revisionById, setWaitingText } from '../../store/posts/revisions.ts'
import { noteActivity } from '../accounts/activity.ts'
import { homeOf, mailOwner, tellOwner } from '../money/warnings.ts'
import { firstProblem, guardInput } from '../rules/guards.ts'
import type { Scope } from '../scope.ts'
import type { ShownAtOnce, Submission } from './submission.ts'
import { applyTransition, type Held, hold } from './transition.ts'

type Asked = { accountId: string; revisionId: string }

/** A text that was just prepared again, since it may have waited for days. */
export type PreparedAgain = Pick<Submission, 'edits' | 'price' | 'fingerprint' | 'refusal'> & {
  atOnce: ShownAtOnce | null
}

/**
 * Mails the owner that a text waits, at most once in `limits.approvalMailEveryMs`. A mail that is not sent yet covers this text
 * too.
 */
export async function askOwner(scope: Scope, account: Account): Promise<void> {
  const dueAt = await takeApprovalMail(scope.db, account.id, scope.now, limits.approvalMailEveryMs)
  if (dueAt !== null)
    await mailOwner(scope, account, approvalMail(account.handle, homeOf(scope)), { about: 'posts', dueAt })
}

/**
 * Charges an approved text and queues it, or publishes it at once if nobody has to judge it. `decided` if it does not wait any
 * more. Throws the problem of the first failing guard: then the text goes on waiting, and nothing was charged.
 */
export async function approveText(
  scope: Scope,
  { accountId, revisionId, prepared }: Asked & { prepared: PreparedAgain },
): Promise<'approved' | 'decided'> {
  const held = await waitingFor(scope, { accountId, revisionId })
  if (!held) return 'decided'
  const { post } = held
  const submission = { ...prepared, accountId, keyId: post.key_id, site: post.site }
  const input = await guardInput(scope, submission, async () => post, revisionId)
  const problem = firstProblem(input, ['post', 'standing', 'caller', 'change', 'text', 'money'])
  if (problem) throw problem
  const { atOnce } = prepared
  const by = byOwner(accountId)
  if (!atOnce) await applyTransition(scope, held, 'owner-approve', { by })
  else if (atOnce.what === 'correction') await applyTransition(scope, held, 'owner-approve-at-once', { ...atOnce, by })
  else {
    await count(scope.db, 'free-change', post.id, utcDay(scope.now))
    const shown = await revisionById(scope.db, post.shown_revision)
    // The verdict tells it from a correction: corrections are counted, and only some are free.
    const verdict = { why: 'no word changes, so nobody has to decide' }
    await applyTransition(scope, held, 'owner-approve-at-once', {
      by,
      publication: atOnce.publication,
      shown,
      verdict,
    })
  }
  const account = await accountById(scope.db, accountId)
  if (account) await tellOwner(scope, account, { change: 'approved', textId: revisionId, price: prepared.price })
  return 'approved'
}

/** The facts of a waiting text. An edit keeps its patch, so that it can be prepared again. */
export function factsAsked(facts: PostFacts, edits: Submission['edits']): PostFacts {
  return { ...facts, ...(edits && { asked: { patch: edits.patch, event: edits.event } }) }
}

/** The content and the price (micros) of a waiting text that was just prepared again. */
export type PreparedText = Pick<Submission, 'edits' | 'price' | 'abusePenalty' | 'fingerprint'> & {
  fields: PostFields
  facts: PostFacts
}

/** Stores the text that would be published now, for the owner to read again. `decided` if the text does not wait any more. */
export async function renewWaiting(
  scope: Scope,
  { prepared, ...asked }: Asked & { prepared: PreparedText },
): Promise<'changed' | 'decided'> {
  const held = await waitingFor(scope, asked)
  if (!held) return 'decided'
  const { fields, facts, edits, price, abusePenalty, fingerprint } = prepared
  await setWaitingText(scope.db, held.revision.id, {
    ...{ fields: JSON.stringify(fields), facts: JSON.stringify(factsAsked(facts, edits)) },
    ...{ price, abuse_penalty: abusePenalty, fingerprint },
  })
  return 'changed'
}

/** Drops a text that its owner refuses. `decided` if it does not wait any more. */
export async function refuseText(
  scope: Scope,
  { reason, ...asked }: Asked & { reason: string | null },
): Promise<'refused' | 'decided'> {
  const held = await waitingFor(scope, asked)
  if (!held) return 'decided'
  await applyTransition(scope, held, 'owner-refuse', {
    by: byOwner(asked.accountId, reason ?? ''),
    approvalReason: reason,
  })
  await noteActivity(scope, asked.accountId, 'text-refused', { textId: asked.revisionId })
  return 'refused'
}

const byOwner = (actor: string, reason = '') => ({ decider: 'owner', actor, reason }) as const

async function waitingFor(scope: Scope, { accountId, revisionId }: Asked): Promise<Held | undefined> {
  const held = await hold(scope, revisionId)
  const waits = held?.revision.status === 'awaiting_owner' && held.revision.account_id === accountId
  return waits ? held : undefined
}
