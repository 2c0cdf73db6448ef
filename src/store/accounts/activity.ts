// The log of what people and keys change in an account: rows are added, read in pages, and deleted when they are old.
import type { Selectable } from 'kysely'
import type { ActivityKind } from '../../contract/activity.ts'
import type { AccountActivityTable, Db } from '../database/schema.ts'

export type ActivityRow = Selectable<AccountActivityTable>

export async function insertActivity(db: Db, row: ActivityRow): Promise<void> {
  await db.insertInto('account_activity').values(row).execute()
}

/** Entries of an account, the newest first; with `before`, only entries that are older than that one. */
export async function activityOf(
  db: Db,
  accountId: string,
  limit: number,
  before: Pick<ActivityRow, 'id' | 'created_at'> | undefined,
): Promise<ActivityRow[]> {
  return db
    .selectFrom('account_activity')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(before !== undefined, query =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(before?.created_at ?? 0, before?.id ?? '')),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The entries of a kind of an account at `since` (epoch ms) or later, the newest first. */
export async function activitySince(
  db: Db,
  accountId: string,
  kind: ActivityKind,
  since: number,
): Promise<ActivityRow[]> {
  return db
    .selectFrom('account_activity')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('created_at', '>=', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The entry with this id of an account. */
export async function activityById(db: Db, accountId: string, id: string): Promise<ActivityRow | undefined> {
  const found = db.selectFrom('account_activity').selectAll().where('id', '=', id).where('account_id', '=', accountId)
  return found.executeTakeFirst()
}

/** Deletes entries that are older than `before` (epoch ms). */
export async function forgetActivity(db: Db, before: number): Promise<void> {
  await db.deleteFrom('account_activity').where('created_at', '<', before).execute()
}
