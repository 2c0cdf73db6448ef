// What the authorization server keeps: clients, requests for consent, codes, tokens. Each is found by the SHA-256 of its id.
import type { Insertable, Selectable } from 'kysely'
import type { Db, OAuthRecordsTable } from '../database/schema.ts'

export type OAuthRecord = Selectable<OAuthRecordsTable>

/** Stores a record, or replaces it. `once`: a record that is there stays as it is. */
export async function putRecord(
  db: Db,
  record: Insertable<OAuthRecordsTable>,
  { once }: { once: boolean },
): Promise<void> {
  const { payload, expires_at } = record
  await db
    .insertInto('oauth_records')
    .values(record)
    .onConflict(conflict =>
      once ? conflict.column('hash').doNothing() : conflict.column('hash').doUpdateSet({ payload, expires_at }),
    )
    .execute()
}

/** A record that has not expired at `now` (epoch ms). */
export async function recordByHash(db: Db, hash: string, now: number): Promise<OAuthRecord | undefined> {
  return db
    .selectFrom('oauth_records')
    .selectAll()
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Marks a record as used at `now` (epoch ms); false when it was used before. */
export async function consumeRecord(db: Db, hash: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_records')
    .set({ consumed_at: now })
    .where('hash', '=', hash)
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Keeps a client until a time (epoch ms), at least. */
export async function keepRecord(db: Db, hash: string, until: number): Promise<void> {
  await db
    .updateTable('oauth_records')
    .set({ expires_at: until })
    .where('hash', '=', hash)
    .where('expires_at', '<', until)
    .execute()
}

export async function deleteRecord(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('oauth_records').where('hash', '=', hash).execute()
}

/** Deletes the codes and tokens of a connection. */
export async function deleteRecordsOf(db: Db, keyId: string): Promise<void> {
  await db.deleteFrom('oauth_records').where('key_id', '=', keyId).execute()
}

/** Deletes up to `limit` records that have expired at `now` (epoch ms). */
export async function forgetRecords(db: Db, now: number, limit: number): Promise<void> {
  await db
    .deleteFrom('oauth_records')
    .where('hash', 'in', of =>
      of.selectFrom('oauth_records').select('hash').where('expires_at', '<=', now).orderBy('expires_at').limit(limit),
    )
    .execute()
}
