// The owner's actions on the e-mail address: change it, request the verification mail, verify it, set the warning threshold.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { sha256 } from '../../domain/ids.ts'
import { utcDay } from '../../domain/times/time.ts'
import {
  type Account,
  accountById,
  claimAddress,
  emailKey,
  isBanned,
  setAddress,
  updateAccount,
  verifiedAccount,
} from '../../store/accounts/accounts.ts'
import { isHeldByOther } from '../../store/accounts/address-changes.ts'
import { count } from '../../store/accounts/counters.ts'
import { insertMail, type NewMail } from '../../store/delivery/mail.ts'
import { tellOwner } from '../money/warnings.ts'
import type { Scope } from '../scope.ts'
import { noteActivity } from './activity.ts'
import { tellReady } from './ready.ts'

/**
 * Sets the address of an account without a verified one. An unavailable address is a result, not a throw, so that the attempt
 * counts.
 */
export async function changeAddress(
  scope: Scope,
  input: { accountId: string; email: string },
): Promise<'changed' | 'already-verified' | 'email_taken' | 'banned'> {
  const { db, now } = scope
  const account = await existing(scope, input.accountId)
  if (account.email_verified) return 'already-verified'
  if (account.banned_at !== null) return 'banned'
  if ((await count(db, 'address-change', account.id, utcDay(now))) > limits.addressChangesPerAccountPerDay)
    throw new Problem('rate_limited', `The address was changed ${limits.addressChangesPerAccountPerDay} times today.`)
  if (await isBanned(db, 'email', sha256(emailKey(input.email)))) return 'banned'
  if (await verifiedAccount(db, input.email)) return 'email_taken'
  if (await isHeldByOther(db, emailKey(input.email), account.id, now)) return 'email_taken'
  return (await setAddress(db, account.id, input.email)) ? 'changed' : 'already-verified'
}

/**
 * Puts the verification mail into the outbox. The caller, who has the secret, made the link for `email`. Sends nothing if the
 * account has another address by now. Throws `banned`, `rate_limited`.
 */
export async function requestVerification(
  scope: Scope,
  {
    accountId,
    email,
    ...mail
  }: Pick<NewMail, 'subject' | 'body' | 'html' | 'language'> & {
    accountId: string
    email: string
  },
): Promise<'sent' | 'already-verified' | 'other-address'> {
  const account = await existing(scope, accountId)
  if (account.email_verified) return 'already-verified'
  if (account.banned_at !== null) throw new Problem('banned', 'The account is banned: it is sent no mail.')
  if (account.email === '' || account.email !== email) return 'other-address'
  await countMail(scope, account)
  await insertMail(scope.db, { id: scope.ids.id('message'), accountId, recipient: email, ...mail, now: scope.now })
  scope.signal('mail')
  return 'sent'
}

/**
 * Limits the mails of an account and to an address in a UTC day. The first mail of an account opened today is always sent, so
 * that strangers cannot use up the mails of an address.
 */
async function countMail({ db, now }: Scope, account: Account): Promise<void> {
  const today = utcDay(now)
  const ofAccount = await count(db, 'verification-mail', account.id, today)
  const toAddress = await count(db, 'verification-mail-to', sha256(account.email_key), today)
  const isFirst = ofAccount === 1 && utcDay(account.created_at) === today
  const { verificationMailsPerAccountPerDay: anAccount, verificationMailsPerAddressPerDay: anAddress } = limits
  const most = ofAccount > anAccount ? anAccount : toAddress > anAddress && !isFirst ? anAddress : null
  if (most !== null) throw new Problem('rate_limited', `${most} mails were sent today; look into the spam folder.`)
}

/**
 * Marks an address as verified. `email` is the address of the link; null takes the present address of the account. False if the
 * account has another address by now, or if another account has verified the address first.
 */
export async function verifyEmail(scope: Scope, input: { accountId: string; email: string | null }): Promise<boolean> {
  const account = await existing(scope, input.accountId)
  const claimed = await claimAddress(scope.db, account.id, input.email ?? account.email, scope.now)
  if (claimed && !account.email_verified) await noteActivity(scope, account.id, 'address-verified')
  if (claimed) await tellReady(scope, account)
  return claimed
}

/** Sets the balance (micros) below which the owner is warned; 0 for never. Throws `not_found`. */
export async function setLowBalance(
  scope: Scope,
  { accountId, thresholdMicros }: { accountId: string; thresholdMicros: number },
): Promise<void> {
  const account = await existing(scope, accountId)
  if (account.low_balance_threshold === thresholdMicros) return
  await updateAccount(scope.db, accountId, { low_balance_threshold: thresholdMicros })
  await tellOwner(scope, account, { change: 'warning', threshold: thresholdMicros })
}

async function existing(scope: Scope, accountId: string): Promise<Account> {
  const account = await accountById(scope.db, accountId)
  if (!account || account.erased_at !== null) throw new Problem('not_found', sentences.accountGone)
  return account
}
