// What the owner decides on a text of a key that asks first: it is bought as any other, or never (contract.md §4).
import { limits } from '../../contract/limits.ts'
import type { PostFacts } from '../../domain/post.ts'
import { utcDay } from '../../domain/time.ts'
import { approvalMail } from '../../mails/approval-mail.ts'
import { type Account, accountById, takeApprovalMail } from '../../store/money/accounts.ts'
import { count } from '../../store/money/counters.ts'
import { revisionById, setWaitingText } from '../../store/posts/revisions.ts'
import { homeOf, mailOwner, tellOwner } from '../accounts/warnings.ts'
import type { Scope } from '../scope.ts'
import { firstProblem, guardInput } from './guards.ts'
import type { Submission } from './submission.ts'
import { applyTransition, type Held, hold } from './transition.ts'

type Asked = { accountId: string; revisionId: string }

/** A text as it has just been prepared again, since it may have waited for days. */
export type PreparedAgain = Pick<Submission, 'edits' | 'atOnce' | 'price' | 'fingerprint' | 'refusal'>

/** Mails the owner that something waits, at most once in a while: a mail that is still to come speaks of this one too. */
export async function askOwner(scope: Scope, account: Account): Promise<void> {
  const dueAt = await takeApprovalMail(scope.db, account.id, scope.now, limits.approvalMailEveryMs)
  if (dueAt !== null) await mailOwner(scope, account, approvalMail(account.handle, homeOf(scope)), dueAt)
}

/**
 * Charges a text that its owner approves and queues it, or shows at once what nobody has to judge. `decided` where it waits no more.
 * Throws the problem of the first guard that does not let it pass: then it goes on waiting, and nothing was charged.
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
  const problem = firstProblem(input, ['post', 'caller', 'change', 'text', 'money'])
  if (problem) throw problem
  const { atOnce } = prepared
  const by = byOwner(accountId)
  if (!atOnce) await applyTransition(scope, held, 'owner-approve', { by })
  else if (atOnce.what === 'correction') await applyTransition(scope, held, 'owner-approve-at-once', { ...atOnce, by })
  else {
    await count(scope.db, 'free-change', post.id, utcDay(scope.now))
    const shown = await revisionById(scope.db, post.shown_revision)
    // With a verdict it is no correction, of which a post has a number for free.
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

/** The facts of a text that waits: with what was asked for, of an edit, so that it can be prepared again. */
export function factsAsked({ facts, edits }: Pick<Submission, 'facts' | 'edits'>): PostFacts {
  return { ...facts, ...(edits && { asked: { patch: edits.patch, event: edits.event } }) }
}

/** What a text that waits says and costs, as it was just prepared again. Prices are micros. */
export type PreparedText = Pick<Submission, 'edits' | 'fields' | 'facts' | 'price' | 'abusePenalty' | 'fingerprint'>

/** Keeps what would be published now, for the owner to look at once more. `decided` where the text waits no more. */
export async function renewWaiting(
  scope: Scope,
  { prepared, ...asked }: Asked & { prepared: PreparedText },
): Promise<'changed' | 'decided'> {
  const held = await waitingFor(scope, asked)
  if (!held) return 'decided'
  const { fields, price, abusePenalty, fingerprint } = prepared
  await setWaitingText(scope.db, held.revision.id, {
    ...{ fields: JSON.stringify(fields), facts: JSON.stringify(factsAsked(prepared)) },
    ...{ price, abuse_penalty: abusePenalty, fingerprint },
  })
  return 'changed'
}

/** Drops a text that its owner refuses. `decided` where it waits no more. */
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
  return 'refused'
}

const byOwner = (actor: string, reason = '') => ({ decider: 'owner', actor, reason }) as const

async function waitingFor(scope: Scope, { accountId, revisionId }: Asked): Promise<Held | undefined> {
  const held = await hold(scope, revisionId)
  const waits = held?.revision.status === 'awaiting_owner' && held.revision.account_id === accountId
  return waits ? held : undefined
}
