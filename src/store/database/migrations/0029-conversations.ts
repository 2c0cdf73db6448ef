// Lets owners see which messages of readers are new, report them to reviewers, and block their senders.
import { type Kysely, sql } from 'kysely'

/** Adds the columns and tables; messages of before count as seen. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, { integer }: { integer: string }): Promise<void> {
  for (const statement of [
    `alter table relay_messages add column seen_at ${integer}`,
    'update relay_messages set seen_at = created_at',
    `alter table relay_messages add column reported_at ${integer}`,
    'alter table held_messages add column reported text',
    'alter table held_messages add column note text',
    'create unique index held_messages_reported on held_messages (reported)',
    `create table blocked_addresses (
      author_id text not null references accounts (id),
      reader text not null,
      sender_id text references accounts (id),
      created_at ${integer} not null,
      primary key (author_id, reader)
    )`,
    `create table paused_senders (
      sender text not null primary key,
      until ${integer} not null,
      created_at ${integer} not null
    )`,
  ])
    await sql.raw(statement).execute(db)
}
