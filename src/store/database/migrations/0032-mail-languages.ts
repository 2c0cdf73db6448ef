// Keeps the language in which owners and strangers are written to.
import { type Kysely, sql } from 'kysely'

/** Adds the columns: BCP 47 tags, null for English. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['accounts', 'mail', 'reports', 'held_messages', 'relay_messages'])
    await sql.raw(`alter table ${table} add column language text`).execute(db)
}
