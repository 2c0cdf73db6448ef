// What people who decide hold and say: claims on items of the queue, items passed over, notes, decisions that can still be undone.
import type { MakeTables } from './words.ts'

const item = `kind text not null check (kind in ('text', 'report', 'appeal')),
    subject text not null`

/** Makes the tables. */
export const reviewTables: MakeTables = ({ integer, sequence }) => [
  `create table review_claims (
    ${item},
    reviewer text not null,
    until ${integer} not null,
    primary key (kind, subject)
  )`,
  `create table review_passes (
    ${item},
    reviewer text not null,
    what text not null check (what in ('skip', 'second_opinion')),
    reason text not null,
    until ${integer},
    created_at ${integer} not null,
    primary key (kind, subject, reviewer)
  )`,
  `create table review_notes (
    seq ${sequence},
    post_id text not null references posts (id),
    reviewer text not null,
    note text not null,
    created_at ${integer} not null
  )`,
  'create index review_notes_post on review_notes (post_id, seq)',
  `create table pending_decisions (
    id text primary key,
    kind text not null check (kind in ('text', 'report', 'appeal', 'account')),
    subject text not null,
    reviewer text not null,
    decision text not null,
    due_at ${integer} not null,
    created_at ${integer} not null,
    unique (kind, subject)
  )`,
  'create index pending_decisions_due on pending_decisions (due_at)',
]
