// Small facts that the platform stores about itself: versions of loaded data, heartbeats of workers.
import { sql } from 'kysely'
import type { Db } from './schema.ts'

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

/** Adds 1 to a fact that is a count; returns the new count. */
export async function countMeta(db: Db, name: string): Promise<number> {
  const { value } = await db
    .insertInto('meta')
    .values({ name, value: '1' })
    .onConflict(conflict =>
      conflict.column('name').doUpdateSet({ value: sql<string>`cast(cast(meta.value as bigint) + 1 as text)` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return Number(value)
}

/** The heartbeat of a worker: its state, the time of the last beat, and since when it has this state. Times are epoch ms. */
export type Heartbeat = { state: string; at: number; since: number }

/** Records the state of a live worker at `at` (epoch ms). Returns the heartbeat before it when the state has changed, else null. */
export async function beat(db: Db, name: string, state: string, at: number): Promise<Heartbeat | null> {
  const rows = db.updateTable('heartbeats').where('name', '=', name)
  const same = await rows.set({ at }).where('state', '=', state).executeTakeFirst()
  if (same.numUpdatedRows === 1n) return null
  const before = await heartbeat(db, name)
  const now = { state, at, since: at }
  if (!before) {
    await db
      .insertInto('heartbeats')
      .values({ name, ...now })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    return null
  }
  // Of two concurrent changes of the state, only one counts.
  const changed = await rows.set(now).where('state', '=', before.state).executeTakeFirst()
  return changed.numUpdatedRows === 1n ? before : null
}

/** The last heartbeat of a worker. */
export async function heartbeat(db: Db, name: string): Promise<Heartbeat | undefined> {
  return db.selectFrom('heartbeats').select(['state', 'at', 'since']).where('name', '=', name).executeTakeFirst()
}

/** Notes that a task is done at `at` (epoch ms); false when any process did it less than `everyMs` ago. */
export async function doneAtMostEvery(db: Db, name: string, everyMs: number, at: number): Promise<boolean> {
  const first = await db
    .insertInto('heartbeats')
    .values({ name, state: 'done', at, since: at })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (first.numInsertedOrUpdatedRows === 1n) return true
  const again = await db
    .updateTable('heartbeats')
    .set({ at })
    .where('name', '=', name)
    .where('at', '<=', at - everyMs)
    .executeTakeFirst()
  return again.numUpdatedRows === 1n
}
