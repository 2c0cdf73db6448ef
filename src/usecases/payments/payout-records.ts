// Payouts as the operator reads them: what is owed to whom, and the payments to which it can be given back.
import { instant } from '../../domain/time.ts'
import { accountById } from '../../store/money/accounts.ts'
import { paymentsOf } from '../../store/money/payments.ts'
import { listPayouts, type PayoutRow } from '../../store/money/payouts.ts'
import type { Platform } from '../platform.ts'

const shown = 1_000

/** Payouts, the oldest first, at most `shown`: those that are open, or all. Amounts in micros. */
export async function payoutRecords(platform: Platform, { open }: { open: boolean }): Promise<object[]> {
  const rows = await listPayouts(platform.db, { open, limit: shown })
  return Promise.all(rows.map(row => record(platform, row)))
}

/** A closed account has no address any more: the payments say where its money came from, newest first. */
async function record({ db }: Platform, row: PayoutRow): Promise<object> {
  const paid = (await paymentsOf(db, row.account_id, shown)).filter(({ state }) => state === 'paid')
  const account = await accountById(db, row.account_id)
  return {
    payout_id: row.id,
    account_id: row.account_id,
    handle: account?.handle ?? null,
    amount: row.amount,
    refunded: row.refunded,
    reason: row.reason,
    created_at: instant(row.created_at),
    done_at: row.done_at === null ? null : instant(row.done_at),
    note: row.note,
    payments: paid.map(({ reference, amount, refunded, disputed }) => ({ reference, amount, refunded, disputed })),
  }
}
