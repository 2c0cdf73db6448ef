// Adds the passkeys of owners, and the challenges that were answered with them.
import { type Kysely, sql } from 'kysely'

/** Adds the tables. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, { integer }: { integer: string }): Promise<void> {
  for (const statement of [
    `create table passkeys (
      id text primary key,
      account_id text not null references accounts (id),
      credential_id text not null unique,
      public_key text not null,
      counter ${integer} not null,
      transports text not null,
      host text not null,
      name text not null,
      created_at ${integer} not null,
      used_at ${integer}
    )`,
    'create index passkeys_account on passkeys (account_id)',
    `create table used_challenges (
      hash text primary key,
      expires_at ${integer} not null
    )`,
  ])
    await sql.raw(statement).execute(db)
}
