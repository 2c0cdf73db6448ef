// Lets readers without an account write to authors: their messages name a reader by a one-way name in place of an account.
import { type Kysely, sql } from 'kysely'

/** Adds the name to messages, and the readers whom authors refuse. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, { integer }: { integer: string }): Promise<void> {
  for (const statement of [
    'alter table relay_messages add column reader text',
    'alter table held_messages add column reader text',
    `create table refused_readers (
      author_id text not null references accounts (id),
      reader text not null,
      created_at ${integer} not null,
      primary key (author_id, reader)
    )`,
  ])
    await sql.raw(statement).execute(db)
}
