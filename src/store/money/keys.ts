// API keys, found by the SHA-256 of their text.
import type { Kysely } from 'kysely'
import { selectForUpdate } from '../database/locks.ts'
import { prepared } from '../database/prepared.ts'
import type { Database } from '../database/schema.ts'

type Db = Kysely<Database>

/** Whoever holds a key, as far as a request needs to know. */
export type KeyHolder = { keyId: string; accountId: string; handle: string }

const byHash = prepared<{ hash: string }>()((db, p) =>
  db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(['api_keys.id as keyId', 'accounts.id as accountId', 'accounts.handle'])
    .where('api_keys.hash', '=', p('hash'))
    .where('api_keys.revoked_at', 'is', null),
)

/** The holder of a key that is not revoked, by its hash. */
export async function keyHolder(db: Db, hash: string): Promise<KeyHolder | undefined> {
  return (await byHash(db, { hash }))[0]
}

/** Stores a new key. */
export async function insertKey(
  db: Db,
  key: { id: string; account_id: string; name: string; hash: string; created_at: number },
): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({ ...key, revoked_at: null })
    .execute()
}

/** How many keys of an account work; the account is held until the transaction ends, so that two that count wait for each other. */
export async function countKeys(db: Db, accountId: string): Promise<number> {
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).$call(selectForUpdate).execute()
  const row = await db
    .selectFrom('api_keys')
    .select(keys => keys.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** The account that a key belongs to, whether or not the key still works. */
export async function accountOfKey(db: Db, keyId: string): Promise<string | undefined> {
  return (await db.selectFrom('api_keys').select('account_id').where('id', '=', keyId).executeTakeFirst())?.account_id
}

/** Ends a key of an account; false when the account has no such key that still works. */
export async function revokeKey(db: Db, accountId: string, keyId: string, now: number): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('id', '=', keyId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
