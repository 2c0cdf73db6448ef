// The terms that owners have accepted before they paid.
import type { Insertable, Selectable } from 'kysely'
import type { AcceptedTermsTable, Db } from '../database/schema.ts'

export type AcceptedTermsRow = Selectable<AcceptedTermsTable>

/** What the owner of an account has accepted, the latest first. */
export async function acceptedTermsOf(db: Db, accountId: string): Promise<AcceptedTermsRow[]> {
  return db
    .selectFrom('accepted_terms')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('accepted_at', 'desc')
    .orderBy('version')
    .execute()
}

/** Stores that a version was accepted. The first time counts. */
export async function acceptTerms(db: Db, row: Insertable<AcceptedTermsTable>): Promise<void> {
  await db
    .insertInto('accepted_terms')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
