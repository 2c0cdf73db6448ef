// Lets lists by day read occurrences near their days, and long ones apart: an exhibition may have started months before.
import { type Kysely, sql } from 'kysely'

/** Adds the index of long occurrences. Reads each occurrence once, and changes none. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`create index occurrences_long on occurrences (site, starts_at, listing_seq, ends_at, first_day, last_day, marks, x, y, z)
      where last_day > first_day + 1`)
    .execute(db)
}
