// Keeps the trace of the request that made a text or an event, so that later work on it is told as a part of that trace.
import { type Kysely, sql } from 'kysely'

/** Adds the columns: W3C traceparents, null without a trace. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['revisions', 'events']) await sql.raw(`alter table ${table} add column trace text`).execute(db)
}
