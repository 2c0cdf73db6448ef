// The record of one account for the operator.
import { Problem } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { instant } from '../../domain/times/time.ts'
import { keysOf, ledgerOf, postsOf } from '../../store/accounts/account-records.ts'
import { accountByHandle } from '../../store/accounts/accounts.ts'
import { disputesOf, owingPayments, type PaymentRow, paymentsOf } from '../../store/money/payments.ts'
import type { Platform } from '../platform.ts'

const shown = 1_000

/** The account with its keys, ledger and posts, the newest `shown` of each, times as text. Throws `not_found`. */
export async function accountRecord({ db }: Platform, handle: string): Promise<object> {
  const account = await accountByHandle(db, handle)
  if (!account) throw new Problem('not_found', sentences.noHandle(handle))
  const { email_key: _, card_fingerprint: __, approval_mail_at: ___, ...row } = account
  return {
    ...withInstants(row),
    keys: (await keysOf(db, account.id, shown)).map(withInstants),
    ledger: (await ledgerOf(db, account.id, shown)).map(({ seq: _, account_id: __, ...entry }) => withInstants(entry)),
    posts: (await postsOf(db, account.id, shown)).map(withInstants),
    payments: (await paymentsOf(db, account.id, shown)).map(payment => withInstants(paymentRecord(payment))),
    disputes: (await disputesOf(db, account.id, shown)).map(({ account_id: _, ...dispute }) => withInstants(dispute)),
    owed: (await owingPayments(db, account.id)).reduce((sum, { owed }) => sum + owed, 0),
  }
}

/** A payment for the operator, without the columns of the queue. */
function paymentRecord({ id, kind, amount, state, reference, why, refunded, disputed, owed, created_at }: PaymentRow) {
  return { id, kind, amount, state, reference, why, refunded, disputed, owed, created_at }
}

/** The API keys of an account, the newest `shown`. Throws `not_found`. */
export async function keyRecords({ db }: Platform, handle: string): Promise<object[]> {
  const account = await accountByHandle(db, handle)
  if (!account) throw new Problem('not_found', sentences.noHandle(handle))
  return (await keysOf(db, account.id, shown)).map(({ id, ...key }) => withInstants({ key_id: id, ...key }))
}

/** A row with its times as text (RFC 3339). */
function withInstants(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, name.endsWith('_at') && value !== null ? instant(value) : value]),
  )
}
