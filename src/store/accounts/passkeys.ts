// Passkeys of owners, and the challenges that were answered with them.
import type { Insertable, Selectable } from 'kysely'
import type { Db, PasskeysTable } from '../database/schema.ts'

export type PasskeyRow = Selectable<PasskeysTable>

/** The passkeys of an account, the newest first. */
export async function passkeysOf(db: Db, accountId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The passkey with this id of a credential (base64url), of whichever account. */
export async function passkeyByCredential(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()
}

/** Stores a passkey; false when its credential is known already. */
export async function insertPasskey(db: Db, passkey: Insertable<PasskeysTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Notes a use of a passkey (`now` in epoch ms), and returns it. Undefined when its counter has not grown: then it was used elsewhere,
 * so there is a copy. A counter of 0 counts nothing.
 */
export async function notePasskeyUse(
  db: Db,
  { id, counter, now }: { id: string; counter: number; now: number },
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ counter, used_at: now })
    .where('id', '=', id)
    .where('counter', counter === 0 ? '=' : '<', counter)
    .returningAll()
    .executeTakeFirst()
}

/** Gives a passkey of an account another name; undefined when the account has no such passkey. */
export async function namePasskey(
  db: Db,
  { id, accountId, name }: { id: string; accountId: string; name: string },
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst()
}

/** Deletes the passkey `id` of an account, or all that it has. Returns those that are gone. */
export async function deletePasskeys(db: Db, accountId: string, id?: string): Promise<PasskeyRow[]> {
  return db
    .deleteFrom('passkeys')
    .where('account_id', '=', accountId)
    .$if(id !== undefined, query => query.where('id', '=', id as string))
    .returningAll()
    .execute()
}

/** Deletes the passkeys of an account that were added at `since` (epoch ms) or later. */
export async function deletePasskeysSince(db: Db, accountId: string, since: number): Promise<void> {
  await db.deleteFrom('passkeys').where('account_id', '=', accountId).where('created_at', '>=', since).execute()
}

/** Uses up a challenge; false when it was used before. `expiresAt` in epoch milliseconds. */
export async function useChallenge(db: Db, { hash, expiresAt }: { hash: string; expiresAt: number }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('used_challenges')
    .values({ hash, expires_at: expiresAt })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Deletes the challenges that have expired at `now` (epoch ms). */
export async function forgetChallenges(db: Db, now: number): Promise<void> {
  await db.deleteFrom('used_challenges').where('expires_at', '<=', now).execute()
}
