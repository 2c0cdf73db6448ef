// Adds the seals of the log of decisions, which nobody can make who only has the database, and the origin of reviewers' sessions.
import { type Kysely, sql } from 'kysely'

/** Adds the columns. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, { integer }: { integer: string }): Promise<void> {
  for (const statement of [
    'alter table decision_log add column seal text',
    'alter table decision_log_head add column seal text',
    `alter table sessions add column link_made_at ${integer}`,
  ])
    await sql.raw(statement).execute(db)
}
