// Payments, saved cards, disputes, events of providers, payouts.
import type { MakeTables } from './words.ts'

/** The statements that create the tables. */
export const paymentTables: MakeTables = ({ integer }) => [
  `create table payments (
    id text primary key,
    account_id text not null references accounts (id),
    site text not null,
    provider text not null,
    kind text not null check (kind in ('topup', 'recharge')),
    amount ${integer} not null check (amount between 1 and 9007199254740991),
    currency text not null,
    state text not null check (
      state in ('started', 'open', 'authenticate', 'paid', 'declined', 'expired', 'returning', 'returned')
    ),
    form_key text unique,
    page text unique,
    reference text unique,
    customer text,
    method text,
    why text,
    tries integer not null,
    refunded ${integer} not null,
    disputed ${integer} not null,
    paid_out ${integer} not null,
    taken ${integer} not null,
    owed ${integer} not null check (owed between 0 and 9007199254740991),
    news integer not null,
    created_at ${integer} not null,
    settled_at ${integer},
    due_at ${integer},
    attempts integer not null,
    lease_token text,
    lease_until ${integer}
  )`,
  'create index payments_account on payments (account_id, created_at)',
  'create index payments_due on payments (due_at) where due_at is not null',
  'create index payments_owed on payments (account_id) where owed > 0',
  `create unique index payments_recharge on payments (account_id) where kind = 'recharge' and state = 'started'`,
  `create table cards (
    account_id text primary key references accounts (id),
    provider text not null,
    customer text,
    method text not null,
    label text not null,
    saved_at ${integer} not null
  )`,
  `create table disputes (
    id text primary key,
    payment_id text not null references payments (id),
    account_id text not null references accounts (id),
    status text not null,
    reason text not null,
    created_at ${integer} not null
  )`,
  'create index disputes_account on disputes (account_id)',
  `create table payment_events (
    id text primary key,
    payment_id text not null references payments (id),
    type text not null,
    created_at ${integer} not null
  )`,
  'create index payment_events_age on payment_events (created_at)',
  `create table payouts (
    id text primary key,
    account_id text not null references accounts (id),
    amount ${integer} not null check (amount between 1 and 9007199254740991),
    refunded ${integer} not null,
    reason text not null,
    created_at ${integer} not null,
    done_at ${integer},
    done_by text,
    note text
  )`,
  'create index payouts_account on payouts (account_id)',
  'create index payouts_open on payouts (created_at) where done_at is null',
]
