// Payouts: the balances of closed accounts that the operator owes to their owners.
import type { Selectable } from 'kysely'
import { selectForUpdate } from '../database/locks.ts'
import type { Db, PayoutsTable } from '../database/schema.ts'
import { moveAtMost } from './ledger.ts'
export type PayoutRow = Selectable<PayoutsTable>

/**
 * Takes the whole balance off an account that is closed and inserts a payout of it (contract.md §11). The caller makes the ids.
 * Returns the amount in micros; there is no payout for a balance of 0.
 */
export async function owePayout(
  db: Db,
  {
    id,
    ledgerId,
    accountId,
    reason,
    now,
  }: { id: string; ledgerId: string; accountId: string; reason: string; now: number },
): Promise<number> {
  const held = await db
    .selectFrom('accounts')
    .select('balance')
    .where('id', '=', accountId)
    .$call(selectForUpdate)
    .executeTakeFirst()
  if (!held || held.balance === 0) return 0
  const movement = { id: ledgerId, accountId, type: 'payout', amount: held.balance, site: null, postId: null } as const
  const { amount } = await moveAtMost(db, { ...movement, reference: id, note: reason, now })
  await db
    .insertInto('payouts')
    .values({
      id,
      account_id: accountId,
      amount,
      refunded: 0,
      reason,
      created_at: now,
      done_at: null,
      done_by: null,
      note: null,
    })
    .execute()
  return amount
}

/** Payouts, the oldest first; with `open`, only those that are not paid. */
export async function listPayouts(db: Db, { open, limit }: { open: boolean; limit: number }): Promise<PayoutRow[]> {
  const all = db.selectFrom('payouts').selectAll().orderBy('created_at').orderBy('id').limit(limit)
  return (open ? all.where('done_at', 'is', null) : all).execute()
}

export async function payoutById(db: Db, id: string): Promise<PayoutRow | undefined> {
  return db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Marks a payout as paid; false when it is marked already. `now` in epoch ms. */
export async function finishPayout(
  db: Db,
  id: string,
  { by, note, now }: { by: string; note: string; now: number },
): Promise<boolean> {
  const result = await db
    .updateTable('payouts')
    .set({ done_at: now, done_by: by, note })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Counts a refund to a card (micros) towards the payouts of the account, paid or not: the operator pays out by refunds. Returns
 * the part that no payout needed, in micros.
 */
export async function countRefund(
  db: Db,
  accountId: string,
  { refunded, by, now }: { refunded: number; by: string; now: number },
): Promise<number> {
  const rows = await db
    .selectFrom('payouts')
    .selectAll()
    .where('account_id', '=', accountId)
    .whereRef('refunded', '<', 'amount')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  let left = refunded
  for (const row of rows) {
    const part = Math.min(left, row.amount - row.refunded)
    if (part === 0) break
    left -= part
    await db
      .updateTable('payouts')
      .set({ refunded: row.refunded + part })
      .where('id', '=', row.id)
      .execute()
    if (row.refunded + part === row.amount) await finishPayout(db, row.id, { by, note: 'refunded to the card', now })
  }
  return left
}
