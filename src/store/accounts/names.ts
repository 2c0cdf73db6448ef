// Handles and names on which a person decides, and the handles that nobody gets again.
import type { Insertable, Selectable } from 'kysely'
import { selectForUpdate } from '../database/locks.ts'
import type { Db, NameChecksTable } from '../database/schema.ts'

export type NameCheck = Selectable<NameChecksTable>

/** The handle and name of an account that wait for a person, or were left as they are. */
export async function nameCheck(db: Db, accountId: string): Promise<NameCheck | undefined> {
  return db.selectFrom('name_checks').selectAll().where('account_id', '=', accountId).executeTakeFirst()
}

/** The same, locked until the transaction ends. */
export async function lockNameCheck(db: Db, accountId: string): Promise<NameCheck | undefined> {
  return selectForUpdate(
    db.selectFrom('name_checks').selectAll().where('account_id', '=', accountId),
  ).executeTakeFirst()
}

/** Stores a check in place of an earlier one of the account. */
export async function putNameCheck(db: Db, check: Insertable<NameChecksTable>): Promise<void> {
  const { account_id: _, ...change } = check
  await db
    .insertInto('name_checks')
    .values(check)
    .onConflict(conflict => conflict.column('account_id').doUpdateSet(change))
    .execute()
}

/** Notes that a person left handle and name as they are. `now` in epoch ms. */
export async function closeNameCheck(db: Db, accountId: string, now: number): Promise<void> {
  await db
    .updateTable('name_checks')
    .set({ state: 'fine', judged_at: now, repeated: 0 })
    .where('account_id', '=', accountId)
    .execute()
}

export async function deleteNameCheck(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('name_checks').where('account_id', '=', accountId).execute()
}

/** The handles, names and findings of items of the queue, by the ids of the accounts. */
export async function namesOfItems(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { handle: string; name: string; findings: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('name_checks as c')
    .innerJoin('accounts as a', 'a.id', 'c.account_id')
    .select(['a.id', 'a.handle', 'a.name', 'c.findings'])
    .where('a.id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** Keeps a handle from everybody, by its hash; a repeat changes nothing. `now` in epoch ms. */
export async function retireHandle(db: Db, hash: string, now: number): Promise<void> {
  await db
    .insertInto('retired_handles')
    .values({ hash, retired_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Whether a handle, by its hash, was taken from an account by a person. */
export async function isRetired(db: Db, hash: string): Promise<boolean> {
  const row = await db.selectFrom('retired_handles').select('hash').where('hash', '=', hash).executeTakeFirst()
  return row !== undefined
}
