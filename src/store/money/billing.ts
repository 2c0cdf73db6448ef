// To whom the invoices of an account are made out.
import type { Selectable } from 'kysely'
import type { BillingTable, Db } from '../database/schema.ts'
export type BillingRow = Selectable<BillingTable>

export async function billingOf(db: Db, accountId: string): Promise<BillingRow | undefined> {
  return db.selectFrom('billing').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** Sets to whom the invoices of an account are made out from now on. */
export async function saveBilling(db: Db, row: BillingRow): Promise<void> {
  const { account_id: _, ...change } = row
  await db
    .insertInto('billing')
    .values(row)
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(change))
    .execute()
}

export async function deleteBilling(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('billing').where('account_id', '=', accountId).execute()
}
