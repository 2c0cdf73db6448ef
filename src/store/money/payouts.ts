// Payouts: the balances of closed accounts that the operator owes to their owners.
import type { Selectable } from 'kysely'
import { PaidIn } from '../../domain/money/paid-in.ts'
import { selectForUpdate } from '../database/locks.ts'
import type { Db, PayoutsTable } from '../database/schema.ts'
import { move } from './ledger.ts'
export type PayoutRow = Selectable<PayoutsTable>

type Owing = {
  id: string
  ledgerId: string
  accountId: string
  reason: string
  now: number
  /** The id of the ledger row that ends the credits of the operator; left out while the account keeps them. */
  endId?: string
}

/**
 * Takes what its owner has paid in off an account that is closed, and inserts a payout of it (contract.md §11). Credits of the operator
 * are never paid out. The caller makes the ids. Returns both amounts in micros; there is no payout of 0.
 */
export async function owePayout(
  db: Db,
  { id, ledgerId, accountId, reason, now, endId }: Owing,
): Promise<{ paid: number; given: number }> {
  const held = await db
    .selectFrom('accounts')
    .select('balance')
    .where('id', '=', accountId)
    .$call(selectForUpdate)
    .executeTakeFirst()
  if (!held || held.balance === 0) return { paid: 0, given: 0 }
  const paid = Math.min(held.balance, Math.max(0, await paidInOf(db, accountId)))
  const given = held.balance - paid
  const movement = { accountId, site: null, postId: null, now } as const
  if (paid > 0) {
    await move(db, { ...movement, id: ledgerId, type: 'payout', amount: 0 - paid, reference: id, note: reason })
    await insertPayout(db, { id, account_id: accountId, amount: paid, reason, created_at: now })
  }
  if (given > 0 && endId !== undefined) {
    const ended = { type: 'platform_credit', amount: 0 - given, reference: endOfCredits(id), note: reason } as const
    await move(db, { ...movement, id: endId, ...ended })
  }
  return { paid, given }
}

/** The reference of the row that ends the credits of an account, beside a payout. */
export const endOfCredits = (payoutId: string) => `credit-ended:${payoutId}`

const rowsAtOnce = 5_000

/** The part of a balance that its owner has paid in, in micros. */
async function paidInOf(db: Db, accountId: string): Promise<number> {
  const sum = new PaidIn()
  for (let past = 0; ; ) {
    const rows = await db
      .selectFrom('ledger')
      .select(['seq', 'type', 'amount', 'revision_id', 'reference', 'note'])
      .where('account_id', '=', accountId)
      .where('seq', '>', past)
      .orderBy('seq')
      .limit(rowsAtOnce)
      .execute()
    for (const row of rows) sum.add(row)
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return sum.paid
    past = last.seq
  }
}

type NewPayout = Pick<PayoutRow, 'id' | 'account_id' | 'amount' | 'reason' | 'created_at'>

async function insertPayout(db: Db, payout: NewPayout): Promise<void> {
  const open = { refunded: 0, done_at: null, done_by: null, note: null }
  await db
    .insertInto('payouts')
    .values({ ...payout, ...open })
    .execute()
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
