// What the record of an account says of its next text: its published posts, and what was found against it.
import { sql } from 'kysely'
import type { RejectionBasis } from '../../domain/review/statement.ts'
import type { Db } from '../database/schema.ts'

/** The number of posts of an account that are published, up to `most`. */
export async function publishedPosts(db: Db, accountId: string, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select 1 from revisions
      where account_id = ${accountId} and id = post_id and status = 'published' limit ${sql.lit(most)}
    ) published`.execute(db)
  return Number(rows[0]?.n ?? 0)
}

/** Whether a text of an account was rejected as abuse, or a post removed, since a time (epoch ms), and nobody has taken it back. */
export async function foundAgainst(db: Db, accountId: string, since: number): Promise<boolean> {
  const rows = await db
    .selectFrom('revisions')
    .select('rejection_basis')
    .where('account_id', '=', accountId)
    .where('rejection_category', 'is not', null)
    .where('decided_at', '>=', since)
    .where(row => row.or([row('rejection_penalized', '=', 1), row('status', '=', sql.lit('removed' as const))]))
    .execute()
  return rows.some(({ rejection_basis: basis }) => !(basis && (JSON.parse(basis) as RejectionBasis).given_back))
}
