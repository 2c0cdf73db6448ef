// Edits of published posts, and the money that they move.
import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Makes the table of edits; a ledger row belongs to a post or to an edit. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const integer = dialect.integerType
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table edits (
    seq ${dialect.sequenceType},
    id text not null unique,
    post_id text not null references posts (id),
    site text not null,
    account_id text not null references accounts (id),
    key_id text not null references api_keys (id),
    status text not null check (status in ('queued', 'review', 'applied', 'rejected', 'withdrawn')),
    price ${integer} not null check (price between 0 and 9007199254740991),
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
    due_at ${integer} not null,
    attempts integer not null,
    lease_token text,
    lease_until ${integer}
  )`)
  await run(`create unique index edits_open on edits (post_id) where status in ('queued', 'review')`)
  await run('create index edits_post on edits (post_id, seq)')
  await run(`create index edits_queue on edits (due_at, seq) where status = 'queued'`)
  await run(`create index edits_review on edits (seq) where status = 'review'`)
  await run('create index edits_account on edits (account_id, seq)')

  await run('alter table posts add column latest_edit text')
  await run('alter table ledger add column edit_id text')
  await run('create unique index ledger_edit_type on ledger (edit_id, type) where edit_id is not null')
}
