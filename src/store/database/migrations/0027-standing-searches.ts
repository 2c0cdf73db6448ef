// Adds searches that stand: each finds posts as they are published.
import { type Kysely, sql } from 'kysely'

/** Adds the tables. Runs in one transaction on both databases. */
export async function up(
  db: Kysely<unknown>,
  { integer, clustered }: { integer: string; clustered: string },
): Promise<void> {
  for (const statement of [
    `create table standing_searches (
      id text primary key,
      account_id text not null references accounts (id),
      site text not null,
      asked text not null,
      wanted text not null,
      created_at ${integer} not null,
      expires_at ${integer}
    )`,
    'create index standing_searches_account on standing_searches (account_id, created_at, id)',
    'create index standing_searches_site on standing_searches (site)',
    'create index standing_searches_end on standing_searches (expires_at) where expires_at is not null',
    `create table standing_anchors (
      site text not null,
      anchor text not null,
      search_id text not null references standing_searches (id) on delete cascade,
      needs text not null,
      primary key (site, anchor, search_id)
    )${clustered}`,
    'create index standing_anchors_search on standing_anchors (search_id)',
    `create table standing_matches (
      search_id text not null references standing_searches (id) on delete cascade,
      post_id text not null,
      matched_at ${integer} not null,
      primary key (search_id, post_id)
    )${clustered}`,
    'create index standing_matches_newest on standing_matches (search_id, matched_at, post_id)',
    'create index standing_matches_age on standing_matches (matched_at)',
    `create table standing_posts (
      id text primary key,
      post_id text not null,
      site text not null,
      before_revision text,
      created_at ${integer} not null,
      due_at ${integer} not null,
      attempts integer not null
    )`,
    'create index standing_posts_due on standing_posts (due_at, id)',
  ])
    await sql.raw(statement).execute(db)
}
