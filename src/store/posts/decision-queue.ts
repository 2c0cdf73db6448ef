// The queue of what waits for a decision of the model: posts and edits are claimed, leased and given back alike.
import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../database/dialect.ts'
import { selectForClaim } from '../database/locks.ts'
import type { Database } from '../database/schema.ts'

type Db = Kysely<Database>
type Queue = 'posts' | 'edits'

/** Who claims, until when, how many at most. Times are epoch milliseconds. */
export type QueueClaim = { token: string; now: number; leaseMs: number; limit: number }

/**
 * Claims queued rows for a decision: each gets the token and a lease. Rows whose lease has run out are claimed again;
 * an answer that comes with the old token is refused then.
 */
export async function claimQueuedOf(db: Db, _: Dialect, queue: Queue, claim: QueueClaim): Promise<unknown[]> {
  // Both tables have the columns of the queue; the builder is typed for one of them.
  const table = queue as 'posts'
  const due = db
    .selectFrom(table)
    .select('id')
    .where('status', '=', 'queued')
    .where('due_at', '<=', claim.now)
    .where(where => where.or([where('lease_until', 'is', null), where('lease_until', '<', claim.now)]))
    .orderBy('due_at')
    .orderBy('seq')
    .limit(claim.limit)
    .$call(selectForClaim)
  return db
    .updateTable(table)
    .set({ lease_token: claim.token, lease_until: claim.now + claim.leaseMs, attempts: sql<number>`attempts + 1` })
    .where('id', 'in', due)
    .returningAll()
    .execute()
}

/** Gives a claimed row back for a later attempt; false when the lease has passed to another. */
export async function releaseQueuedOf(
  db: Db,
  queue: Queue,
  id: string,
  token: string,
  dueAt: number,
): Promise<boolean> {
  const result = await db
    .updateTable(queue as 'posts')
    .set({ lease_token: null, lease_until: null, due_at: dueAt })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('lease_token', '=', token)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
