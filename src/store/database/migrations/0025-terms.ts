// Adds the terms that owners have accepted.
import { type Kysely, sql } from 'kysely'

/** Adds the table. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, { integer }: { integer: string }): Promise<void> {
  await sql
    .raw(`create table accepted_terms (
      account_id text not null references accounts (id),
      version text not null,
      session text not null,
      accepted_at ${integer} not null,
      primary key (account_id, version)
    )`)
    .execute(db)
}
