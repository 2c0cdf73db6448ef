// Notes which session a session was handed from by another site of the platform: they end together.
import { type Kysely, sql } from 'kysely'

/** Adds the column to sessions, and to the codes that hand them over. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['sessions', 'sign_ins'])
    await sql.raw(`alter table ${table} add column handed_from text`).execute(db)
}
