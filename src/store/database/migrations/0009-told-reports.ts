// Notes which reporters were told of the decision, so that the decisions of a day share one mail.
import { type Kysely, sql } from 'kysely'

/** Adds the column, and the index of those to tell. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, { integer }: { integer: string }): Promise<void> {
  for (const statement of [
    `alter table reports add column told_at ${integer}`,
    `update reports set told_at = closed_at where state <> 'open' and email is not null`,
    `create index reports_untold on reports (closed_at)
      where told_at is null and email is not null and counted = 0 and state <> 'open'`,
  ])
    await sql.raw(statement).execute(db)
}
