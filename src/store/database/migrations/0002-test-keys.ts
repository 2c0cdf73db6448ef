// Adds test keys, whose worlds are kept as one row each, and the successor of a key that its owner replaced.
import { type Kysely, sql } from 'kysely'

/** Adds the tables and columns. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, { integer }: { integer: string }): Promise<void> {
  for (const statement of [
    'alter table api_keys add column successor_id text',
    `alter table api_keys add column valid_until ${integer}`,
    'create index api_keys_successor on api_keys (successor_id) where successor_id is not null',
    `create table test_worlds (
      id text primary key,
      account_id text references accounts (id),
      state text not null,
      version integer not null,
      created_at ${integer} not null,
      used_at ${integer} not null
    )`,
    'create unique index test_worlds_account on test_worlds (account_id) where account_id is not null',
    'create index test_worlds_unowned on test_worlds (used_at) where account_id is null',
    `create table test_keys (
      hash text primary key,
      world_id text not null references test_worlds (id)
    )`,
    'create index test_keys_world on test_keys (world_id)',
  ])
    await sql.raw(statement).execute(db)
}
