// Accounts, sessions of their owners, keys, money, bans, counters.
import type { MakeTables } from './words.ts'

/** Makes the tables. */
export const moneyTables: MakeTables = ({ integer, sequence }) => [
  `create table accounts (
    id text primary key,
    name text not null,
    email text not null,
    email_key text not null,
    handle text not null,
    suspended_at ${integer},
    banned_at ${integer},
    banned_for text check (banned_for in ('strikes', 'card')),
    balance ${integer} not null check (balance between 0 and 9007199254740991),
    strikes integer not null,
    email_verified integer not null,
    card_on_file integer not null,
    card_fingerprint text,
    auto_recharge_enabled integer not null,
    auto_recharge_threshold ${integer} not null,
    auto_recharge_amount ${integer} not null,
    auto_recharge_paused integer not null,
    low_balance_threshold ${integer} not null,
    approval_mail_at ${integer} not null,
    erase_at ${integer},
    erased_at ${integer},
    created_at ${integer} not null,
    check ((erased_at is not null) = (handle = 'deleted'))
  )`,
  'create index accounts_handle on accounts (handle)',
  `create unique index accounts_own_handle on accounts (handle) where handle <> 'deleted'`,
  'create index accounts_erase on accounts (erase_at) where erase_at is not null and erased_at is null',
  'create index accounts_owed on accounts (id) where erased_at is not null and balance > 0',
  'create index accounts_email on accounts (email_key)',
  'create unique index accounts_verified_email on accounts (email_key) where email_verified = 1',
  `create table sessions (
    id text primary key,
    account_id text not null references accounts (id),
    hash text not null unique,
    browser text not null,
    created_at ${integer} not null,
    expires_at ${integer} not null
  )`,
  'create index sessions_account on sessions (account_id)',
  'create index sessions_age on sessions (expires_at)',
  `create table sign_ins (
    id text primary key,
    account_id text references accounts (id),
    browser text not null,
    token text not null unique,
    code text not null,
    tries integer not null,
    created_at ${integer} not null,
    expires_at ${integer} not null
  )`,
  'create index sign_ins_browser on sign_ins (browser)',
  'create index sign_ins_account on sign_ins (account_id)',
  'create index sign_ins_age on sign_ins (expires_at)',
  `create table api_keys (
    id text primary key,
    account_id text not null references accounts (id),
    name text not null,
    hash text not null unique,
    daily_budget ${integer},
    post_limit ${integer},
    sites text,
    ask_first integer not null check (ask_first in (0, 1)),
    last_used_at ${integer},
    created_at ${integer} not null,
    revoked_at ${integer}
  )`,
  'create index api_keys_account on api_keys (account_id)',
  `create table ledger (
    seq ${sequence},
    id text not null unique,
    account_id text not null references accounts (id),
    key_id text,
    type text not null check (type in ('topup', 'charge', 'refund', 'penalty', 'search', 'platform_credit', 'payout')),
    amount ${integer} not null check (amount between -9007199254740991 and 9007199254740991),
    balance_after ${integer} not null check (balance_after between 0 and 9007199254740991),
    site text,
    post_id text,
    revision_id text,
    created_at ${integer} not null,
    reference text,
    note text
  )`,
  'create unique index ledger_revision_type on ledger (revision_id, type) where revision_id is not null',
  'create unique index ledger_payment on ledger (reference) where reference is not null',
  'create index ledger_account on ledger (account_id, seq)',
  `create table bans (
    kind text not null,
    hash text not null,
    account_id text not null references accounts (id),
    created_at ${integer} not null,
    primary key (kind, hash, account_id)
  )`,
  'create index bans_account on bans (account_id)',
  `create table counters (
    scope text not null, subject text not null, day text not null, value ${integer} not null,
    primary key (scope, subject, day)
  )`,
]
