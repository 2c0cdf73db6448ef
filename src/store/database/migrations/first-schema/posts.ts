// Posts and their revisions, what near-duplicates find them by, answers to Idempotency-Keys, reports, decisions of people and what is learned from them.
import type { MakeTables } from './words.ts'

/** Makes the tables. */
export const postTables: MakeTables = ({ integer, sequence, clustered }) => [
  `create table posts (
    seq ${sequence},
    id text not null unique,
    site text not null,
    account_id text not null references accounts (id),
    key_id text not null references api_keys (id),
    latest_revision text not null,
    shown_revision text not null,
    version integer not null,
    event text,
    live_fingerprint text,
    published_at ${integer},
    expires_at ${integer},
    hidden_at ${integer},
    public_json text
  )`,
  'create unique index posts_fingerprint on posts (live_fingerprint) where live_fingerprint is not null',
  'create index posts_key on posts (key_id, site, seq)',
  'create index posts_hidden on posts (site, hidden_at, seq) where hidden_at is not null',
  `create index posts_release on posts (expires_at) where live_fingerprint is not null and expires_at is not null`,
  `create table revisions (
    seq ${sequence},
    id text not null unique,
    post_id text not null references posts (id),
    site text not null,
    account_id text not null references accounts (id),
    status text not null check (
      status in ('awaiting_owner', 'queued', 'review', 'published', 'rejected', 'removed', 'deleted', 'cancelled')
    ),
    price ${integer} not null check (price between 0 and 9007199254740991),
    abuse_penalty ${integer} not null check (abuse_penalty between 0 and 9007199254740991),
    fields text not null,
    facts text not null,
    fingerprint text not null,
    submitted_at ${integer} not null,
    decided_at ${integer},
    verdict text,
    rejection_category text,
    rejection_reason text,
    rejection_penalized integer,
    rejection_amount ${integer},
    turn ${integer} not null default 0,
    due_at ${integer} not null,
    attempts integer not null,
    lease_token text,
    lease_until ${integer},
    judge_until ${integer},
    approval text check (approval in ('awaiting', 'approved', 'refused', 'expired', 'withdrawn')),
    approval_at ${integer},
    approval_reason text,
    check ((status = 'awaiting_owner') = (coalesce(approval, '') = 'awaiting') and (approval is null) = (approval_at is null))
  )`,
  'create index revisions_edits on revisions (post_id, seq) where id <> post_id',
  `create unique index revisions_open on revisions (post_id) where id <> post_id and status in ('awaiting_owner', 'queued', 'review')`,
  `create index revisions_queue on revisions (turn, seq) where status = 'queued'`,
  `create index revisions_turns on revisions (account_id, turn) where status = 'queued'`,
  `create index revisions_review on revisions (seq) where status = 'review'`,
  `create index revisions_awaiting on revisions (account_id, seq) where status = 'awaiting_owner'`,
  `create index revisions_unapproved on revisions (approval_at) where status = 'awaiting_owner'`,
  'create index revisions_withdrawn on revisions (judge_until) where judge_until is not null',
  `create table moderation_times (
    seq ${sequence},
    kind text not null check (kind in ('decision', 'start')),
    ms ${integer} not null,
    at ${integer} not null
  )`,
  'create index moderation_times_kind on moderation_times (kind, seq)',
  `create table near_duplicate_keys (
    key ${integer} not null,
    post_id text not null,
    primary key (key, post_id)
  )${clustered}`,
  `create table idempotency (
    key_id text not null,
    site text not null,
    idempotency_key text not null,
    body_hash text not null,
    status integer not null,
    headers text not null,
    body text not null,
    created_at ${integer} not null,
    primary key (key_id, site, idempotency_key)
  )`,
  'create index idempotency_age on idempotency (created_at)',
  `create table decision_log (
    seq ${sequence},
    actor text not null, action text not null, subject text not null, reason text not null, detail text not null,
    created_at ${integer} not null
  )`,
  `create table examples (
    revision_id text primary key references revisions (id) on delete cascade,
    label text not null,
    policy_version text not null,
    decided_at ${integer} not null
  )`,
  'create index examples_newest on examples (decided_at)',
  `create table model_versions (
    seq ${sequence},
    base text not null,
    base_name text not null,
    heads text not null,
    report text not null,
    forced integer not null check (forced in (0, 1)),
    before ${integer},
    actor text not null,
    created_at ${integer} not null
  )`,
  `create table reports (
    id text primary key,
    post_id text not null references posts (id),
    site text not null,
    reason text not null,
    details text,
    email text,
    reporter text not null,
    account_id text,
    key_id text,
    state text not null check (state in ('open', 'upheld', 'dismissed', 'withdrawn')),
    created_at ${integer} not null,
    closed_at ${integer}
  )`,
  `create unique index reports_once on reports (post_id, reason, reporter) where state = 'open'`,
  `create index reports_open on reports (created_at, id) where state = 'open'`,
]
