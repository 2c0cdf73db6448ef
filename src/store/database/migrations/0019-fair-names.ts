// Lets reviewers decide on handles and names, and keeps a handle that was taken away from everybody.
import { type Kysely, sql } from 'kysely'

const kinds = `'text', 'report', 'appeal', 'message', 'name'`
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
    `create table name_checks (
      account_id text primary key,
      site text not null,
      state text not null check (state in ('open', 'fine')),
      findings text not null,
      reports ${integer} not null,
      repeated ${integer} not null,
      urgency ${integer} not null,
      created_at ${integer} not null,
      judged_at ${integer}
    )`,
    `create index name_checks_urgent on name_checks (urgency, created_at, account_id) where state = 'open'`,
    `create table retired_handles (
      hash text primary key,
      retired_at ${integer} not null
    )`,
  ])
    await sql.raw(statement).execute(db)
}
