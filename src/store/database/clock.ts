// The latest time that was seen. When the clock of the machine is moved back, what waits for a time is moved back with it.
import { type Kysely, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { heartbeat } from './meta.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

const clock = 'clock'

/** Every time that something waits for or is measured from, and the rows in which it still does. */
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
 * Looks at the clock before work is claimed. Where it stands behind the latest time that a claim has seen, on this node or before
 * a restart, times that lie ahead are moved back by as much, once: nothing waits longer than it would have. `now` is epoch ms.
 * How far the clock was moved back, in ms.
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
  // Of claims that see the same only one goes on.
  const moved = await db
    .updateTable('heartbeats')
    .set({ at: now })
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
