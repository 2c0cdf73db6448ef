// Lists payouts for the operator: the amount, the account, and the payments that it can be refunded to.
import { instant } from '../../domain/times/time.ts'
import { accountById } from '../../store/accounts/accounts.ts'
import { creditOf } from '../../store/money/ledger.ts'
import { paymentsOf } from '../../store/money/payments.ts'
import { endOfCredits, listPayouts, type PayoutRow } from '../../store/money/payouts.ts'
import type { Platform } from '../platform.ts'

const shown = 1_000

/** Payouts, open ones or all, the oldest first, at most `shown`. Amounts in micros. */
export async function payoutRecords(platform: Platform, { open }: { open: boolean }): Promise<object[]> {
  const rows = await listPayouts(platform.db, { open, limit: shown })
  return Promise.all(rows.map(row => record(platform, row)))
}

/** The record of a payout. A closed account has no address, so its payments, newest first, say where the money came from. */
async function record({ db }: Platform, row: PayoutRow): Promise<object> {
  const paid = (await paymentsOf(db, row.account_id, shown)).filter(({ state }) => state === 'paid')
  const account = await accountById(db, row.account_id)
  return {
    payout_id: row.id,
    account_id: row.account_id,
    handle: account?.handle ?? null,
    amount: row.amount,
    /** Credits of the operator that ended with the account. */
    credits: 0 - ((await creditOf(db, endOfCredits(row.id)))?.amount ?? 0),
    refunded: row.refunded,
    reason: row.reason,
    created_at: instant(row.created_at),
    done_at: row.done_at === null ? null : instant(row.done_at),
    note: row.note,
    payments: paid.map(({ reference, amount, refunded, disputed }) => ({ reference, amount, refunded, disputed })),
  }
}
