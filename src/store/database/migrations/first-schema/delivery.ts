// Events, webhook endpoints and deliveries, mail, and what workers say of themselves.
import type { MakeTables } from './words.ts'

/** Makes the tables. */
export const deliveryTables: MakeTables = ({ integer, sequence }) => [
  `create table events (
    seq ${sequence},
    id text not null unique,
    type text not null,
    account_id text not null,
    key_id text,
    post_id text,
    site text,
    payload text not null,
    created_at ${integer} not null,
    position ${integer} not null
  )`,
  'create unique index events_position on events (account_id, position)',
  'create index events_key on events (key_id, position)',
  'create index events_account on events (account_id, position) where key_id is null',
  'create index events_post on events (post_id, type)',
  'create index events_age on events (created_at)',
  `create table event_positions (
    account_id text primary key references accounts (id),
    last ${integer} not null
  )`,
  `create table webhooks (
    id text primary key,
    account_id text not null references accounts (id),
    url text not null,
    host text not null,
    events text not null,
    secret text not null,
    previous_secret text,
    previous_until ${integer},
    active integer not null check (active in (0, 1)),
    inactive_reason text check (inactive_reason in ('owner', 'gone', 'failing')),
    inactive_since ${integer},
    proven_at ${integer},
    failing_since ${integer},
    held_until ${integer},
    served_at ${integer} not null,
    since_position ${integer} not null,
    created_at ${integer} not null,
    check ((active = 1) = (inactive_since is null) and (active = 1) = (inactive_reason is null))
  )`,
  'create index webhooks_account on webhooks (account_id)',
  `create table webhook_deliveries (
    seq ${sequence},
    webhook_id text not null references webhooks (id) on delete cascade,
    message_id text not null,
    type text not null,
    payload text,
    state text not null check (state in ('pending', 'delivered', 'failed', 'stopped')),
    created_at ${integer} not null,
    due_at ${integer} not null,
    failures integer not null,
    lease_token text,
    lease_until ${integer},
    unique (webhook_id, message_id)
  )`,
  `create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at, seq) where state = 'pending'`,
  `create index webhook_deliveries_message on webhook_deliveries (message_id) where state = 'pending'`,
  'create index webhook_deliveries_newest on webhook_deliveries (webhook_id, seq)',
  'create index webhook_deliveries_age on webhook_deliveries (created_at)',
  `create table webhook_turns (
    delivery_seq ${integer} not null,
    token text not null,
    webhook_id text not null,
    account_id text not null,
    host text not null,
    standing text not null check (standing in ('failing', 'guest', 'probation', 'proven')),
    lease_until ${integer} not null,
    primary key (delivery_seq, token)
  )`,
  `create table webhook_attempts (
    seq ${sequence},
    delivery_seq ${integer} not null references webhook_deliveries (seq) on delete cascade,
    at ${integer} not null,
    status integer,
    latency_ms ${integer} not null,
    error text
  )`,
  'create index webhook_attempts_delivery on webhook_attempts (delivery_seq, seq)',
  `create table mail (
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
    failed_at ${integer},
    reply_to text
  )`,
  'create index mail_due on mail (due_at) where sent_at is null and failed_at is null',
  `create table heartbeats (name text primary key, state text not null, at ${integer} not null, since ${integer} not null)`,
  `create table nodes (id text primary key, sites text not null, seen_at ${integer} not null)`,
  'create table meta (name text primary key, value text not null)',
  `create table held_messages (
    id text primary key,
    site text not null,
    post_id text not null references posts (id),
    account_id text not null references accounts (id),
    message text not null,
    reply_email text not null,
    verdict text not null,
    created_at ${integer} not null
  )`,
  `create table refused_senders (
    author_id text not null references accounts (id),
    sender_id text not null references accounts (id),
    created_at ${integer} not null,
    primary key (author_id, sender_id)
  )`,
  `insert into meta (name, value) values ('webhook_turns', 'locked by who gives out turns')`,
]
