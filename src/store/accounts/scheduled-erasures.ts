// Schedules the erasure of an account, cancels it, and finds the accounts that are due (contract.md §11).
import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'

/** Schedules the erasure of an account at a time (epoch ms); false when it is scheduled already. */
export async function setErasure(db: Db, id: string, eraseAt: number): Promise<boolean> {
  const result = await db
    .updateTable('accounts')
    .set({ erase_at: eraseAt })
    .where('id', '=', id)
    .where('erase_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Cancels the erasure of an account at `eraseAt`; false when it is done, cancelled or scheduled anew. Times in epoch ms. */
export async function takeBackErasure(db: Db, id: string, eraseAt: number, now: number): Promise<boolean> {
  const result = await db
    .updateTable('accounts')
    .set({ erase_at: null })
    .where('id', '=', id)
    .where('erase_at', '=', eraseAt)
    .where('erase_at', '>', now)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Accounts whose erasure is due, at most `limit`. `now` in epoch ms. */
export async function dueErasures(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('erase_at', '<=', now)
    .where('erased_at', 'is', null)
    .orderBy('erase_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Erased accounts with a balance, at most `limit`: a refund may arrive after the erasure. */
export async function erasedWithMoney(db: Db, limit: number): Promise<string[]> {
  const owed = db
    .selectFrom('accounts')
    .select('id')
    .where('erased_at', 'is not', null)
    .where('balance', '>', sql.lit(0))
  return (await owed.orderBy('id').limit(limit).execute()).map(({ id }) => id)
}
