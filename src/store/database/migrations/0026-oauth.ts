// Adds the apps that owners have connected by OAuth, and what the authorization server keeps for them.
import { type Kysely, sql } from 'kysely'

/** Adds the tables. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, { integer }: { integer: string }): Promise<void> {
  for (const statement of [
    `create table oauth_connections (
      key_id text primary key references api_keys (id),
      account_id text not null references accounts (id),
      site text not null,
      client_id text not null,
      client_name text not null,
      host text not null,
      scopes text not null,
      created_at ${integer} not null,
      lasts_until ${integer},
      kept_until ${integer}
    )`,
    'create index oauth_connections_end on oauth_connections (kept_until)',
    'create index oauth_connections_account on oauth_connections (account_id)',
    `create table oauth_records (
      hash text primary key,
      kind text not null,
      site text not null,
      key_id text references api_keys (id),
      payload text not null,
      created_at ${integer} not null,
      expires_at ${integer} not null,
      consumed_at ${integer}
    )`,
    'create index oauth_records_key on oauth_records (key_id)',
    'create index oauth_records_expiry on oauth_records (expires_at)',
  ])
    await sql.raw(statement).execute(db)
}
