// The work of reviewers: claims on items of the queue, passes, notes, decisions that can still be undone, decisions that could
// not be applied, and samples for a second decision.
import type { MakeTables } from './words.ts'

const item = `kind text not null check (kind in ('text', 'report', 'appeal')),
    subject text not null`

/** The statements that create the tables. */
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
    seen text,
    due_at ${integer} not null,
    created_at ${integer} not null,
    unique (kind, subject),
    check ((kind = 'account') = (seen is null))
  )`,
  'create index pending_decisions_due on pending_decisions (due_at)',
  `create table returned_decisions (
    id text primary key,
    ${item},
    reviewer text not null,
    decision text not null,
    why text not null,
    created_at ${integer} not null
  )`,
  'create index returned_decisions_reviewer on returned_decisions (reviewer)',
  `create table review_samples (
    ${item},
    post_id text not null references posts (id),
    revision_id text not null references revisions (id),
    shown_revision text not null,
    site text not null,
    since ${integer} not null,
    first_reviewer text not null,
    first_label text not null,
    first_reason text not null,
    first_at ${integer} not null,
    second_reviewer text,
    second_label text,
    second_reason text,
    second_at ${integer},
    primary key (kind, subject, first_at),
    check ((second_at is null) = (second_reviewer is null) and (second_at is null) = (second_label is null))
  )`,
  'create unique index review_samples_open on review_samples (kind, subject) where second_at is null',
  'create index review_samples_since on review_samples (kind, since, subject) where second_at is null',
  'create index review_samples_second on review_samples (second_at) where second_at is not null',
]
