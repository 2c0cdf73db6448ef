// Counts what waits, at a cost that is bounded however much waits.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

/** Counting stops here: larger counts help nobody and cost time. */
export const countedTo = 1_000

/** `waiting` is at most `countedTo`. `oldest`: the earliest time among those that were counted, epoch ms; null for none. */
export type Backlog = { waiting: number; oldest: number | null }

/** Counts the rows that `each` selects, in its order, with the earliest of their times (a column `since`). */
export async function countWaiting(db: Db, each: RawBuilder<unknown>): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*) as waiting, min(since) as oldest from (${each} limit ${sql.lit(countedTo)}) counted`.execute(db)
  return rows[0] ?? { waiting: 0, oldest: null }
}
