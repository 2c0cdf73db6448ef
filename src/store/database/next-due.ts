// The next time at which something is due in a database that only one process uses.
import { type RawBuilder, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Db } from './schema.ts'

/** The times for which work waits, each with the rows that wait. */
const waiting: readonly RawBuilder<unknown>[] = [
  sql`select min(due_at) as at from revisions where status = 'queued'`,
  sql`select min(judge_until) from revisions where judge_until is not null`,
  sql`select min(approval_at) + ${sql.lit(limits.approvalMs)} from revisions where status = 'awaiting_owner'`,
  sql`select min(due_at) from webhook_deliveries where state = 'pending'`,
  sql`select min(due_at) from payments where due_at is not null`,
  sql`select min(due_at) from pending_decisions`,
  sql`select min(expires_at) from listing where expires_at is not null`,
  sql`select min(erase_at) from accounts where erase_at is not null and erased_at is null`,
  sql`select min(valid_until) from api_keys where valid_until is not null and revoked_at is null`,
]

/** The earliest of these times, epoch ms; null when nothing waits. It may have passed. */
export async function nextDue(db: Db): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select min(at) as at from (${sql.join(waiting, sql` union all `)}) as times`.execute(db)
  return rows[0]?.at ?? null
}
