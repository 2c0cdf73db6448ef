// Keeps the messages that were relayed to authors, so that their keys can read and answer them.
import { type Kysely, sql } from 'kysely'

/** Adds the table, and the message that a held message answers. Runs in one transaction on both databases. */
export async function up(
  db: Kysely<unknown>,
  { integer, sequence }: { integer: string; sequence: string },
): Promise<void> {
  for (const statement of [
    `create table relay_messages (
      seq ${sequence},
      id text not null unique,
      site text not null,
      post_id text not null references posts (id),
      author_id text not null references accounts (id),
      sender_id text not null references accounts (id),
      message text not null,
      reply_email text not null,
      created_at ${integer} not null,
      reply text,
      replied_at ${integer}
    )`,
    'create index relay_messages_post on relay_messages (post_id)',
    'create index relay_messages_author on relay_messages (author_id)',
    'create index relay_messages_sender on relay_messages (sender_id)',
    'create index relay_messages_age on relay_messages (created_at)',
    'alter table held_messages add column answers text',
  ])
    await sql.raw(statement).execute(db)
}
