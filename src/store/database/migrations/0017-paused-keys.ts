// Lets owners pause a key, bound what it spends in a month, and take back its end for some minutes.
import { type Kysely, sql } from 'kysely'

/** Adds the columns to keys. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, { integer }: { integer: string }): Promise<void> {
  for (const column of ['paused_at', 'monthly_budget', 'restorable_until'])
    await sql.raw(`alter table api_keys add column ${column} ${integer}`).execute(db)
}
