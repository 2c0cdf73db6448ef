// Notes whose strike covers a penalized text: near-duplicates that were sent before the first was decided have one strike.
import { type Kysely, sql } from 'kysely'

/** Adds the column and the index of penalized texts. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'alter table revisions add column strike_of text',
    'update revisions set strike_of = id where rejection_penalized = 1',
    'create index revisions_struck on revisions (account_id, decided_at) where strike_of is not null',
  ])
    await sql.raw(statement).execute(db)
}
