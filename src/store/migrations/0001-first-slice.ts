// Accounts, keys, money, posts, listing, events, mail, places: what the first slice needs.
import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Makes the tables. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const integer = dialect.integerType
  const run = (text: string) => sql.raw(text).execute(db)

  await db.schema
    .createTable('accounts')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('email', 'text', c => c.notNull())
    .addColumn('email_key', 'text', c => c.notNull().unique())
    .addColumn('handle', 'text', c => c.notNull().unique())
    .addColumn('status', 'text', c => c.notNull().check(sql`status in ('active', 'suspended', 'banned')`))
    .addColumn('balance', integer, c => c.notNull().check(sql`balance between 0 and 9007199254740991`))
    .addColumn('strikes', 'integer', c => c.notNull())
    .addColumn('email_verified', 'integer', c => c.notNull())
    .addColumn('card_on_file', 'integer', c => c.notNull())
    .addColumn('card_fingerprint', 'text')
    .addColumn('auto_recharge_enabled', 'integer', c => c.notNull())
    .addColumn('auto_recharge_threshold', integer, c => c.notNull())
    .addColumn('auto_recharge_amount', integer, c => c.notNull())
    .addColumn('auto_recharge_paused', 'integer', c => c.notNull())
    .addColumn('created_at', integer, c => c.notNull())
    .execute()

  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('account_id', 'text', c => c.notNull().references('accounts.id'))
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('hash', 'text', c => c.notNull().unique())
    .addColumn('created_at', integer, c => c.notNull())
    .addColumn('revoked_at', integer)
    .execute()
  await run('create index api_keys_account on api_keys (account_id)')

  await run(`create table ledger (
    seq ${dialect.sequenceType},
    id text not null unique,
    account_id text not null references accounts (id),
    type text not null check (type in ('topup', 'charge', 'refund', 'penalty', 'search', 'platform_credit', 'payout')),
    amount ${integer} not null check (amount between -9007199254740991 and 9007199254740991),
    balance_after ${integer} not null check (balance_after between 0 and 9007199254740991),
    site text,
    post_id text,
    created_at ${integer} not null,
    reference text,
    note text
  )`)
  await run('create unique index ledger_post_type on ledger (post_id, type) where post_id is not null')
  await run('create unique index ledger_payment on ledger (reference) where reference is not null')
  await run('create index ledger_account on ledger (account_id, seq)')

  await run(`create table posts (
    seq ${dialect.sequenceType},
    id text not null unique,
    site text not null,
    account_id text not null references accounts (id),
    key_id text not null references api_keys (id),
    status text not null check (status in ('queued', 'review', 'published', 'rejected', 'removed', 'deleted', 'cancelled')),
    price ${integer} not null check (price between 0 and 9007199254740991),
    fields text not null,
    facts text not null,
    live_fingerprint text,
    submitted_at ${integer} not null,
    decided_at ${integer},
    published_at ${integer},
    expires_at ${integer},
    public_json text,
    verdict text,
    rejection_category text,
    rejection_reason text,
    rejection_penalized integer,
    rejection_amount ${integer},
    due_at ${integer} not null,
    attempts integer not null,
    lease_token text,
    lease_until ${integer}
  )`)
  await run('create unique index posts_fingerprint on posts (live_fingerprint) where live_fingerprint is not null')
  await run(`create index posts_queue on posts (due_at, seq) where status = 'queued'`)
  await run(`create index posts_review on posts (seq) where status = 'review'`)
  await run(`create index posts_account on posts (account_id, seq)`)

  await run(`create table listing (
    seq ${dialect.sequenceType},
    post_id text not null unique references posts (id),
    site text not null,
    starts_at ${integer},
    ends_at ${integer},
    expires_at ${integer},
    country text,
    state text,
    city integer,
    lat ${dialect.realType},
    lon ${dialect.realType},
    public_json text not null
  )`)
  await run('create index listing_newest on listing (site, seq)')
  await run('create index listing_soonest on listing (site, starts_at, seq)')
  await run('create index listing_expiry on listing (expires_at) where expires_at is not null')
  for (const statement of dialect.searchIndexDdl) await run(statement)

  await run(`create table events (
    seq ${dialect.sequenceType},
    id text not null unique,
    type text not null,
    account_id text not null,
    key_id text not null,
    post_id text not null,
    site text not null,
    payload text not null,
    created_at ${integer} not null
  )`)
  await run('create index events_post on events (post_id, type)')
  await run('create index events_account on events (account_id, seq)')

  await run(`create table idempotency (
    key_id text not null,
    site text not null,
    idempotency_key text not null,
    body_hash text not null,
    status integer not null,
    headers text not null,
    body text not null,
    created_at ${integer} not null,
    primary key (key_id, site, idempotency_key)
  )`)
  await run('create index idempotency_age on idempotency (created_at)')

  await run(`create table counters (
    scope text not null, subject text not null, day text not null, value ${integer} not null,
    primary key (scope, subject, day)
  )`)

  await run(`create table mail (
    id text primary key,
    recipient text not null,
    subject text not null,
    body text not null,
    created_at ${integer} not null,
    due_at ${integer} not null,
    attempts integer not null,
    lease_token text,
    lease_until ${integer},
    sent_at ${integer},
    failed_at ${integer}
  )`)
  await run('create index mail_due on mail (due_at) where sent_at is null and failed_at is null')

  await run(
    `create table bans (kind text not null, hash text not null, created_at ${integer} not null, primary key (kind, hash))`,
  )
  await run(`create table decision_log (
    seq ${dialect.sequenceType},
    actor text not null, action text not null, subject text not null, reason text not null, detail text not null,
    created_at ${integer} not null
  )`)
  await run(`create table heartbeats (name text primary key, state text not null, at ${integer} not null)`)
  await run('create table meta (name text primary key, value text not null)')
  await run(`create table places (
    geonames_id integer primary key,
    name text not null, name_key text not null, names text not null,
    country text not null, state text,
    lat ${dialect.realType} not null, lon ${dialect.realType} not null,
    timezone text not null, population integer not null
  )`)
  await run('create index places_name on places (name_key, country)')
}
