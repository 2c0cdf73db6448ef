// Small facts the platform keeps about itself: versions of loaded data, heartbeats of workers.
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

/** A fact by name. */
export async function readMeta(db: Db, name: string): Promise<string | undefined> {
  return (await db.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst())?.value
}

/** Sets a fact. */
export async function writeMeta(db: Db, name: string, value: string): Promise<void> {
  await db
    .insertInto('meta')
    .values({ name, value })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** Records that a worker is alive, and its state, at `at` (epoch ms). */
export async function beat(db: Db, name: string, state: string, at: number): Promise<void> {
  await db
    .insertInto('heartbeats')
    .values({ name, state, at })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ state, at }))
    .execute()
}

/** The last sign of life of a worker. */
export async function heartbeat(db: Db, name: string): Promise<{ state: string; at: number } | undefined> {
  return db.selectFrom('heartbeats').select(['state', 'at']).where('name', '=', name).executeTakeFirst()
}
