// What the owner does on the account page: ask for the verification mail, verify, top up.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { sha256 } from '../../domain/ids.ts'
import { utcDay } from '../../domain/time.ts'
import { insertMail } from '../../store/delivery/mail.ts'
import { type Account, accountById, isBanned, updateAccount } from '../../store/money/accounts.ts'
import { count } from '../../store/money/counters.ts'
import { move, paymentBooked } from '../../store/money/ledger.ts'
import type { Scope } from '../scope.ts'

/** Puts the verification mail into the outbox. The link is made by the caller, who has the secret. Throws `banned`, `rate_limited`. */
export async function requestVerification(
  scope: Scope,
  input: { accountId: string; subject: string; body: string },
): Promise<'sent' | 'already-verified'> {
  const account = await existing(scope, input.accountId)
  if (account.email_verified) return 'already-verified'
  if (account.banned_at !== null) throw new Problem('banned', 'The account is banned: it is sent no mail.')
  const sent = await count(scope.db, 'verification-mail', account.id, utcDay(scope.now))
  if (sent > limits.verificationMailsPerAccountPerDay)
    throw new Problem(
      'rate_limited',
      `${limits.verificationMailsPerAccountPerDay} mails were sent today; look into the spam folder.`,
    )
  await insertMail(scope.db, {
    id: scope.ids.id('message'),
    recipient: account.email,
    subject: input.subject,
    body: input.body,
    now: scope.now,
  })
  scope.signal('mail')
  return 'sent'
}

/** Marks the address as verified when it still is the one the link was made for. False when it is another by now. */
export async function verifyEmail(scope: Scope, input: { accountId: string; email: string | null }): Promise<boolean> {
  const account = await existing(scope, input.accountId)
  if (input.email !== null && account.email !== input.email) return false
  await updateAccount(scope.db, account.id, { email_verified: 1 })
  return true
}

export type TopUp = { accountId: string; amountMicros: number; reference: string; cardFingerprint: string }

/** Books a payment that the provider has taken. A reference that is booked already changes nothing. Balance in micros. */
export async function topUp(scope: Scope, input: TopUp): Promise<{ balance: number; booked: boolean }> {
  await existing(scope, input.accountId)
  // The update takes the row's lock: of two bookings of one payment at once, the second waits here and then sees the first.
  await updateAccount(scope.db, input.accountId, { card_on_file: 1, card_fingerprint: input.cardFingerprint })
  const account = await existing(scope, input.accountId)
  if (await paymentBooked(scope.db, input.reference)) return { balance: account.balance, booked: false }
  const balance = await move(scope.db, {
    id: scope.ids.id('ledger'),
    accountId: account.id,
    type: 'topup',
    amount: input.amountMicros,
    site: null,
    postId: null,
    reference: input.reference,
    now: scope.now,
  })
  return { balance: balance ?? account.balance, booked: true }
}

/** Refuses a payment before it is made: a banned account or card, too many today. Throws `banned`, `rate_limited`. */
export async function allowTopUp(scope: Scope, input: { accountId: string; cardFingerprint: string }): Promise<void> {
  const account = await existing(scope, input.accountId)
  if (account.banned_at !== null || (await isBanned(scope.db, 'card', sha256(input.cardFingerprint))))
    throw new Problem('banned', 'The account or the card is banned.')
  const today = await count(scope.db, 'topup', account.id, utcDay(scope.now))
  if (today > limits.topupsPerAccountPerDay)
    throw new Problem('rate_limited', `${limits.topupsPerAccountPerDay} top-ups were made today.`)
}

async function existing(scope: Scope, accountId: string): Promise<Account> {
  const account = await accountById(scope.db, accountId)
  if (!account) throw new Problem('not_found', 'The account does not exist any more.')
  return account
}
