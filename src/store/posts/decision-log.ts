// The log of what people decided: who, what, about whom, why. Append only.
import { type Kysely, sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import type { Database } from '../database/schema.ts'

/** Appends one decision. */
export async function logDecision(
  db: Kysely<Database>,
  entry: { actor: string; action: string; subject: string; reason: string; detail?: object; now: number },
): Promise<void> {
  const { now, detail = {}, ...rest } = entry
  await db
    .insertInto('decision_log')
    .values({ ...rest, detail: JSON.stringify(detail), created_at: now })
    .execute()
}

const latest = prepared<{ since: number; limit: number }>()((db, p) =>
  db
    .selectFrom(db.selectFrom('decision_log').selectAll().orderBy('seq', 'desc').limit(p('limit')).as('latest'))
    .innerJoin('revisions', 'revisions.id', 'latest.subject')
    .select([
      'latest.created_at',
      sql<number>`coalesce(revisions.approval_at, revisions.submitted_at)`.as('submitted_at'),
    ])
    .where('latest.action', 'in', [sql.lit('publish'), sql.lit('reject')])
    .where('latest.created_at', '>=', p('since')),
)

/**
 * How long people took from the submission of a text, or its approval by the owner, to publishing or rejecting it, in milliseconds: those since an epoch time
 * among so many of the latest decisions.
 */
export async function decisionTimes(db: Kysely<Database>, since: number, limit: number): Promise<number[]> {
  const rows = await latest(db, { since, limit })
  return rows.map(row => Math.max(0, row.created_at - row.submitted_at))
}
