// Lets reviewers decide messages in their queue, keep answers, and find past decisions.
import { type Kysely, sql } from 'kysely'

const kinds = `'text', 'report', 'appeal', 'message'`
const item = `kind text not null check (kind in (${kinds})), subject text not null`

/** The tables whose items have a new kind, as they are from now on. The check of a table that exists cannot be changed everywhere. */
const ofItems = ({ integer }: { integer: string }): Record<string, readonly string[]> => ({
  review_claims: [
    `create table review_claims (
      ${item},
      reviewer text not null,
      until ${integer} not null,
      primary key (kind, subject)
    )`,
  ],
  review_passes: [
    `create table review_passes (
      ${item},
      reviewer text not null,
      what text not null check (what in ('skip', 'second_opinion')),
      reason text not null,
      until ${integer},
      created_at ${integer} not null,
      primary key (kind, subject, reviewer)
    )`,
  ],
  pending_decisions: [
    `create table pending_decisions (
      id text primary key,
      kind text not null check (kind in (${kinds}, 'account')),
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
  ],
  returned_decisions: [
    `create table returned_decisions (
      id text primary key,
      ${item},
      reviewer text not null,
      decision text not null,
      why text not null,
      created_at ${integer} not null
    )`,
    'create index returned_decisions_reviewer on returned_decisions (reviewer)',
  ],
})

/** Makes the tables anew with their rows, and adds the others. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, words: { integer: string }): Promise<void> {
  const { integer } = words
  for (const [table, statements] of Object.entries(ofItems(words)))
    for (const statement of [
      `create temporary table kept_rows as select * from ${table}`,
      `drop table ${table}`,
      ...statements,
      `insert into ${table} select * from kept_rows`,
      'drop table kept_rows',
    ])
      await sql.raw(statement).execute(db)
  for (const statement of [
    'alter table held_messages add column urgency integer not null default 5',
    'create index held_messages_urgent on held_messages (urgency, created_at, id)',
    `create table saved_answers (
      reviewer text not null,
      name text not null,
      answer text not null,
      created_at ${integer} not null,
      primary key (reviewer, name)
    )`,
    `create index decision_log_person on decision_log (actor, seq) where decider = 'person'`,
    'create index decision_log_time on decision_log (created_at, seq)',
    'create index reports_post on reports (post_id, created_at)',
    'create index reports_account on reports (account_id, created_at) where account_id is not null',
  ])
    await sql.raw(statement).execute(db)
}
