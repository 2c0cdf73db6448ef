// Bounds the recharges of an account by day and month, and says why auto-recharge is paused.
import { type Kysely, sql } from 'kysely'

/** Adds the columns. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, { integer }: { integer: string }): Promise<void> {
  for (const statement of [
    'alter table accounts add column recharges_per_day integer not null default 2',
    'alter table accounts add column recharges_per_month integer not null default 10',
    'alter table accounts add column recharge_paused_by text',
    `alter table accounts add column recharges_counted_from ${integer} not null default 0`,
  ])
    await sql.raw(statement).execute(db)
}
