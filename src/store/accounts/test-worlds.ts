// The worlds of test keys: each is a database in memory, kept here as one row, with the keys by which it is found.
import type { Selectable } from 'kysely'
import { prepared } from '../database/prepared.ts'
import type { Db, TestWorldsTable } from '../database/schema.ts'

/** A world without its state. `version` counts the changes of the state. */
export type WorldRow = Pick<Selectable<TestWorldsTable>, 'id' | 'account_id' | 'version'>

/** Stores a new world at `now` (epoch ms); false when its account has a world. */
export async function insertWorld(
  db: Db,
  { id, accountId, state, now }: { id: string; accountId: string | null; state: string; now: number },
): Promise<boolean> {
  const result = await db
    .insertInto('test_worlds')
    .values({ id, account_id: accountId, state, version: 1, created_at: now, used_at: now })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Adds the hash of a key to a world. */
export async function insertTestKey(db: Db, hash: string, worldId: string): Promise<void> {
  await db.insertInto('test_keys').values({ hash, world_id: worldId }).execute()
}

const byKey = prepared<{ hash: string }>()((db, p) =>
  db
    .selectFrom('test_keys')
    .innerJoin('test_worlds', 'test_worlds.id', 'test_keys.world_id')
    .select(['test_worlds.id', 'test_worlds.account_id', 'test_worlds.version'])
    .where('test_keys.hash', '=', p('hash')),
)

/** The world of a test key, by the hash of the key. */
export async function worldOfKey(db: Db, hash: string): Promise<WorldRow | undefined> {
  return (await byKey(db, { hash }))[0]
}

/** The world of an account. */
export async function worldOfAccount(db: Db, accountId: string): Promise<WorldRow | undefined> {
  return db
    .selectFrom('test_worlds')
    .select(['id', 'account_id', 'version'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}

/** A world by its id. */
export async function worldById(db: Db, id: string): Promise<WorldRow | undefined> {
  return db.selectFrom('test_worlds').select(['id', 'account_id', 'version']).where('id', '=', id).executeTakeFirst()
}

/** The state of a world, with its version. */
export async function stateOfWorld(db: Db, id: string): Promise<{ state: string; version: number } | undefined> {
  return db.selectFrom('test_worlds').select(['state', 'version']).where('id', '=', id).executeTakeFirst()
}

/** Stores the state that follows `version`; false when another process has stored one meanwhile. `now` is epoch ms. */
export async function saveWorld(
  db: Db,
  { id, version, state, now }: { id: string; version: number; state: string; now: number },
): Promise<boolean> {
  const result = await db
    .updateTable('test_worlds')
    .set({ state, version: version + 1, used_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Deletes worlds that no account owns and nobody has changed since `before` (epoch ms), with their keys: at most `limit`. */
export async function forgetWorlds(db: Db, before: number, limit: number): Promise<void> {
  const old = db
    .selectFrom('test_worlds')
    .select('id')
    .where('account_id', 'is', null)
    .where('used_at', '<=', before)
    .limit(limit)
  const ids = (await old.execute()).map(({ id }) => id)
  if (ids.length === 0) return
  await db.deleteFrom('test_keys').where('world_id', 'in', ids).execute()
  await db.deleteFrom('test_worlds').where('id', 'in', ids).execute()
}
