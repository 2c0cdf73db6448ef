// Webhook endpoints, deliveries and attempts; positions of events, which number them an account in the order of commits.
import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Makes the tables, and numbers the events that are there. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const integer = dialect.integerType
  const run = (text: string) => sql.raw(text).execute(db)

  await run(`alter table events add column position ${integer} not null default 0`)
  await run(`update events set position = numbered.position
    from (select seq, row_number() over (partition by account_id order by seq) as position from events) as numbered
    where numbered.seq = events.seq`)
  await run('create unique index events_position on events (account_id, position)')
  await run('create index events_key on events (key_id, position)')
  await run('create index events_age on events (created_at)')
  await run('drop index events_account')
  await run(`create table event_positions (
    account_id text primary key references accounts (id),
    last ${integer} not null
  )`)
  await run(`insert into event_positions (account_id, last)
    select account_id, max(position) from events group by account_id`)

  await run(`create table webhooks (
    id text primary key,
    account_id text not null references accounts (id),
    url text not null,
    events text not null,
    secret text not null,
    previous_secret text,
    previous_until ${integer},
    active integer not null check (active in (0, 1)),
    inactive_reason text check (inactive_reason in ('owner', 'gone', 'failing')),
    inactive_since ${integer},
    failing_since ${integer},
    held_until ${integer},
    served_at ${integer} not null,
    since_position ${integer} not null,
    created_at ${integer} not null,
    check ((active = 1) = (inactive_since is null) and (active = 1) = (inactive_reason is null))
  )`)
  await run('create index webhooks_account on webhooks (account_id)')

  await run(`create table webhook_deliveries (
    seq ${dialect.sequenceType},
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
  )`)
  await run(
    `create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at, seq) where state = 'pending'`,
  )
  await run('create index webhook_deliveries_leased on webhook_deliveries (webhook_id) where lease_token is not null')
  await run(`create index webhook_deliveries_message on webhook_deliveries (message_id) where state = 'pending'`)
  await run('create index webhook_deliveries_newest on webhook_deliveries (webhook_id, seq)')
  await run('create index webhook_deliveries_age on webhook_deliveries (created_at)')

  await run(`create table webhook_attempts (
    seq ${dialect.sequenceType},
    delivery_seq ${integer} not null references webhook_deliveries (seq) on delete cascade,
    at ${integer} not null,
    status integer,
    latency_ms ${integer} not null,
    error text
  )`)
  await run('create index webhook_attempts_delivery on webhook_attempts (delivery_seq, seq)')
}
