// Lets several people share an account, keeps a log of what they do in it, and lets its address and handle change.
import { type Kysely, sql } from 'kysely'

const roles = `'owner', 'manager', 'bookkeeper'`

/** Adds the tables, and the member of a session. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, { integer }: { integer: string }): Promise<void> {
  for (const statement of [
    `create table members (
      id text primary key,
      account_id text not null references accounts (id),
      email text not null,
      email_key text not null,
      role text not null check (role in (${roles})),
      invited_by text not null,
      created_at ${integer} not null,
      unique (account_id, email_key)
    )`,
    'create index members_email on members (email_key)',
    `create table invitations (
      id text primary key,
      account_id text not null references accounts (id),
      email text not null,
      email_key text not null,
      role text not null check (role in (${roles})),
      token text not null unique,
      invited_by text not null,
      created_at ${integer} not null,
      expires_at ${integer} not null,
      unique (account_id, email_key)
    )`,
    'create index invitations_end on invitations (expires_at)',
    `create table address_changes (
      id text primary key,
      account_id text not null references accounts (id),
      old_email text not null,
      new_email text not null,
      old_token text not null unique,
      new_token text not null unique,
      back_token text unique,
      old_confirmed_at ${integer},
      new_confirmed_at ${integer},
      created_at ${integer} not null,
      expires_at ${integer} not null,
      applied_at ${integer},
      over_at ${integer}
    )`,
    'create index address_changes_account on address_changes (account_id, created_at)',
    'create index address_changes_end on address_changes (expires_at)',
    `create table address_holds (
      account_id text not null references accounts (id),
      email_key text not null,
      until ${integer} not null,
      primary key (account_id, email_key)
    )`,
    'create index address_holds_email on address_holds (email_key)',
    'create index address_holds_end on address_holds (until)',
    `create table former_handles (
      handle text primary key,
      account_id text not null references accounts (id),
      left_at ${integer} not null,
      kept_until ${integer} not null
    )`,
    'create index former_handles_account on former_handles (account_id, left_at)',
    'create index former_handles_end on former_handles (kept_until)',
    `create table account_activity (
      id text primary key,
      account_id text not null references accounts (id),
      kind text not null,
      detail text not null,
      who text not null check (who in (${roles}, 'account-link', 'mailed-link', 'key')),
      who_id text,
      name text not null,
      network text not null,
      browser text,
      created_at ${integer} not null
    )`,
    'create index account_activity_account on account_activity (account_id, created_at, id)',
    'create index account_activity_age on account_activity (created_at)',
    'alter table sessions add column member_id text',
    'alter table sign_ins add column member_id text',
  ])
    await sql.raw(statement).execute(db)
}
