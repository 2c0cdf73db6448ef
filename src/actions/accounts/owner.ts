// What the owner does on the account page about the address and its mail: change it, ask for the verification mail, verify, set when to be warned.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { sha256 } from '../../domain/ids.ts'
import { utcDay } from '../../domain/time.ts'
import type { Mail } from '../../mails/mail.ts'
import { insertMail } from '../../store/delivery/mail.ts'
import {
  type Account,
  accountById,
  claimAddress,
  emailKey,
  isBanned,
  setAddress,
  updateAccount,
  verifiedAccount,
} from '../../store/money/accounts.ts'
import { count } from '../../store/money/counters.ts'
import type { Scope } from '../scope.ts'
import { tellOwner } from './warnings.ts'

/** Sets the address of an account that has none verified. Nothing is thrown for an address that cannot be had: the attempt counts. */
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
  return (await setAddress(db, account.id, input.email)) ? 'changed' : 'already-verified'
}

/**
 * Puts the verification mail into the outbox. The link is made by the caller, who has the secret, for `email`: nothing is sent when
 * the account has another address by now. Throws `banned`, `rate_limited`.
 */
export async function requestVerification(
  scope: Scope,
  { accountId, email, ...mail }: Mail & { accountId: string; email: string },
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
 * Bounds what an account and what an address is sent a day. The first mail of an account that was opened today is always sent: the
 * mails that others have asked for do not keep the owner of an address from having it.
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
 * Marks the address that a link was made for as verified. False when the account has another one by now, or another account has
 * verified it first; `email` null takes the address that the account has.
 */
export async function verifyEmail(scope: Scope, input: { accountId: string; email: string | null }): Promise<boolean> {
  const account = await existing(scope, input.accountId)
  return claimAddress(scope.db, account.id, input.email ?? account.email)
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
  if (!account || account.erased_at !== null) throw new Problem('not_found', 'The account does not exist any more.')
  return account
}
