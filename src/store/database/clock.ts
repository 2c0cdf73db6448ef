// Keeps the latest time that a claim has seen. When the clock of the machine is moved back, due times are moved back with it.
//
// A process clock that never runs back would sign deliveries with times that receivers refuse, after a clock that ran ahead was
// corrected. A bound on how far ahead a time may lie cannot tell such a clock from a retry in eight hours. Timers use the monotonic
// clock; days, timestamps and the expiry of links and posts use this one.
import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Dialect } from './capabilities.ts'
import { heartbeat } from './meta.ts'
import type { Db } from './schema.ts'

const clock = 'clock'

/** Every column with a time that work waits for or is measured from, and the condition on rows that still wait. */
const waiting = {
  revisions: { columns: ['due_at', 'lease_until'], rows: sql`status = 'queued'` },
  payments: { columns: ['due_at', 'lease_until'], rows: sql`due_at is not null` },
  mail: { columns: ['due_at', 'lease_until'], rows: sql`sent_at is null and failed_at is null` },
  announcements: { columns: ['due_at', 'lease_until'], rows: sql`1 = 1` },
  webhook_deliveries: { columns: ['due_at', 'lease_until'], rows: sql`state = 'pending'` },
  webhook_turns: { columns: ['lease_until'], rows: sql`1 = 1` },
  webhooks: { columns: ['held_until', 'served_at', 'failing_since'], rows: sql`1 = 1` },
  heartbeats: { columns: ['at', 'since'], rows: sql`name <> 'clock'` },
} as const

/**
 * Whether the clocks of all nodes have moved on by themselves for `limits.clockSteadyMs`. A clock that is set, or a service that was
 * away, makes a step. `now` is epoch ms.
 */
export async function isSteady(db: Db, now: number): Promise<boolean> {
  const seen = await heartbeat(db, clock)
  if (seen === undefined || Math.abs(now - seen.at) >= limits.clockStepMs) return false
  return now - seen.since >= limits.clockSteadyMs
}

/** The latest time that a claim has seen, epoch ms; null before the first. */
export async function lastSeenTime(db: Db): Promise<number | null> {
  return (await heartbeat(db, clock))?.at ?? null
}

/** The time of the database, or else the latest time that a claim has seen, epoch ms; null where neither is known. */
export async function timeOfDatabase(db: Db, dialect: Dialect): Promise<{ at: number; exact: boolean } | null> {
  if (dialect.serverTime) return { at: await dialect.serverTime(db), exact: true }
  const seen = await lastSeenTime(db)
  return seen === null ? null : { at: seen, exact: false }
}

/**
 * Checks the clock before work is claimed. When it is behind the latest time that a claim has seen, on any node or before a
 * restart, future times are moved back by the difference, once, so that no work waits longer than before. `now` is epoch ms.
 * Returns how far the clock was moved back, in ms.
 */
export async function followClock(db: Db, now: number): Promise<number> {
  const seen = (await heartbeat(db, clock))?.at
  if (seen === undefined) {
    const first = { name: clock, state: 'seen', at: now, since: now }
    await db
      .insertInto('heartbeats')
      .values(first)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    return 0
  }
  const back = seen - now
  if (back <= limits.clockToleranceMs && -back < limits.clockSeenEveryMs) return 0
  // Of several claims that see the same time, only one goes on.
  const moved = await db
    .updateTable('heartbeats')
    .set({ at: now, ...(Math.abs(back) >= limits.clockStepMs && { since: now }) })
    .where('name', '=', clock)
    .where('at', '=', seen)
    .executeTakeFirst()
  if (back <= 0 || moved.numUpdatedRows !== 1n) return 0
  for (const [table, { columns, rows }] of Object.entries(waiting))
    for (const column of columns)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - ${sql.lit(back)}
        where ${sql.ref(column)} > ${now} and ${rows}`.execute(db)
  return back
}
