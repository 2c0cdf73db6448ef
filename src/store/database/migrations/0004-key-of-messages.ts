// Gives each message to an author the key of its post, so that the list of a key is read from an index.
import { type Kysely, sql } from 'kysely'

/** Adds the column, fills it from the posts, and adds the index. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    `alter table relay_messages add column key_id text not null default ''`,
    'update relay_messages set key_id = (select key_id from posts where posts.id = relay_messages.post_id)',
    'create index relay_messages_key on relay_messages (key_id, site, seq)',
  ])
    await sql.raw(statement).execute(db)
}
