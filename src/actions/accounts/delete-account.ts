// Deletes an account in two steps: its activity ends at once, and its data is erased later (contract.md §11).
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { judgedAs, withdrawal } from '../../domain/lifecycle.ts'
import { deletionAskedMail, deletionDoneMail, deletionTakenBackMail } from '../../mails/accounts.ts'
import { type Account, lockAccount, updateAccount } from '../../store/accounts/accounts.ts'
import { keepHashes } from '../../store/accounts/erased-hashes.ts'
import { revokeKeys } from '../../store/accounts/key-life.ts'
import * as erasure from '../../store/accounts/scheduled-erasures.ts'
import { erasePerson } from '../../store/database/tables.ts'
import { lockEvents } from '../../store/delivery/events.ts'
import { insertMail } from '../../store/delivery/mail.ts'
import { deleteWebhookRow, everyWebhookOf } from '../../store/delivery/webhooks.ts'
import { owePayout } from '../../store/money/payouts.ts'
import { boundJudging, isEdit, openTextsOf, withdrawnTextsOf } from '../../store/posts/revisions.ts'
import { creditInvoices } from '../money/issue-invoices.ts'
import { homeOf, mailOwner } from '../money/warnings.ts'
import { applyTransition, hold } from '../posts/transition.ts'
import type { Scope } from '../scope.ts'
import { tongueOf } from '../tongues.ts'
import { noteActivity } from './activity.ts'

/** The most accounts that one sweep erases: an account may have many posts. */
const erasedAtOnce = 10

/**
 * Ends keys, webhooks and auto-recharge of an account, withdraws its waiting texts, and schedules its erasure for `eraseAt`
 * (epoch ms). Until then a person may still judge texts that were in review. Mails the owner `link`, which cancels the deletion.
 * False if the deletion was already requested. Throws `not_found`.
 */
export async function requestDeletion(
  scope: Scope,
  { accountId, eraseAt, link }: { accountId: string; eraseAt: number; link: string },
): Promise<boolean> {
  const { db, now } = scope
  const account = await existing(scope, accountId)
  if (!(await erasure.setErasure(db, accountId, eraseAt))) return false
  await revokeKeys(db, accountId, now)
  scope.signal('keys')
  await updateAccount(db, accountId, { auto_recharge_enabled: 0 })
  await lockEvents(db, accountId)
  for (const { id } of await everyWebhookOf(db, accountId)) await deleteWebhookRow(db, id)
  await withdrawTexts(scope, accountId)
  await boundJudging(db, accountId, eraseAt)
  await noteActivity(scope, accountId, 'deletion-asked')
  await mailOwner(scope, account, deletionAskedMail(account.handle, homeOf(scope), eraseAt, link))
  return true
}

/** Cancels the deletion due at `eraseAt` (epoch ms). False if it is done or already cancelled. Throws `not_found`. */
export async function takeBackDeletion(
  scope: Scope,
  { accountId, eraseAt }: { accountId: string; eraseAt: number },
): Promise<boolean> {
  const account = await existing(scope, accountId)
  if (!(await erasure.takeBackErasure(scope.db, accountId, eraseAt, scope.now))) return false
  await noteActivity(scope, accountId, 'deletion-taken-back')
  await mailOwner(scope, account, deletionTakenBackMail(account.handle, homeOf(scope)))
  return true
}

/** Erases the accounts that are due, and lists for payout the money that erased accounts received since. */
export async function eraseDue(scope: Scope, limit: number): Promise<void> {
  const { db, now } = scope
  for (const id of await erasure.dueErasures(db, now, erasedAtOnce)) {
    const account = await lockAccount(db, id)
    // Skip a deletion that was cancelled, or done by another process, since the query.
    if (account?.erase_at && account.erase_at <= now && account.erased_at === null) await erase(scope, account)
  }
  for (const id of await erasure.erasedWithMoney(db, limit)) await payOut(scope, id)
}

async function erase(scope: Scope, account: Account): Promise<void> {
  const { db, now, ids } = scope
  const { id, handle, email, email_key, email_verified } = account
  // Texts that were being submitted while the deletion was requested.
  await withdrawTexts(scope, id)
  for (const { id: text, post_id } of await withdrawnTextsOf(db, id)) {
    const held = await hold(scope, text, post_id)
    if (held) await applyTransition(scope, held, judgedAs(held.revision.status, 'fine'), { by: byOwner(id) })
  }
  const owed = await payOut(scope, id)
  await keepHashes(db, account, now + limits.bannedHashesKeptMs)
  await erasePerson(db, { id, emailKey: email_key, now })
  if (email_verified) {
    const last = deletionDoneMail(handle, homeOf(scope), owed)(tongueOf(scope, account.language))
    await insertMail(db, { id: ids.id('message'), accountId: id, recipient: email, ...last, now, last: true })
  }
  scope.signal('mail')
  scope.signal('publications')
}

const byOwner = (actor: string) => ({ decider: 'owner', actor, reason: 'The account is deleted.' }) as const

/** Withdraws waiting texts. A queued text is refunded at once, a text in review when no abuse was found in it. */
async function withdrawTexts(scope: Scope, accountId: string): Promise<void> {
  for (const { id, post_id } of await openTextsOf(scope.db, accountId)) {
    const held = await hold(scope, id, post_id)
    if (!held) continue
    const { revision } = held
    const trigger =
      revision.status === 'awaiting_owner'
        ? 'owner-refuse'
        : withdrawal(isEdit(revision) ? 'withdraw' : 'cancel', revision.status)
    await applyTransition(scope, held, trigger, { by: byOwner(accountId) })
  }
}

/** Lists what was paid in for payout, and ends the credits of the operator. Returns the payout in micros. */
async function payOut(scope: Scope, accountId: string): Promise<number> {
  const { db, ids, now } = scope
  const reason = 'the account was deleted'
  const rows = { id: ids.id('payout'), ledgerId: ids.id('ledger'), endId: ids.id('ledger') }
  const { paid } = await owePayout(db, { ...rows, accountId, reason, now })
  await creditInvoices(scope, { accountId, paymentId: null, ledgerId: rows.ledgerId, amount: paid })
  return paid
}

async function existing({ db }: Scope, accountId: string): Promise<Account> {
  const account = await lockAccount(db, accountId)
  if (!account || account.erased_at !== null) throw new Problem('not_found', sentences.accountGone)
  return account
}
