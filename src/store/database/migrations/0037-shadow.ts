// Adds the candidate that judges beside the service without deciding: what it is, and where it differs.
import { type Kysely, sql } from 'kysely'

/** Adds the tables. Runs in one transaction on both databases. */
export async function up(
  db: Kysely<unknown>,
  { integer, sequence }: { integer: string; sequence: string },
): Promise<void> {
  const outcome = "text not null check (%s in ('published', 'review', 'rejected'))"
  const outcomeOf = (name: string) => `${name} ${outcome.replace('%s', name)}`
  const statements = [
    `create table shadow_candidates (
      seq ${integer} primary key,
      policy text,
      policy_version text,
      learned integer,
      one_in integer not null check (one_in >= 1),
      started_by text not null,
      started_at ${integer} not null,
      missed ${integer} not null,
      check (policy is not null or learned is not null),
      check ((policy is null) = (policy_version is null))
    )`,
    `create table shadow_counts (
      day text not null,
      category text not null,
      ${outcomeOf('active_to')},
      ${outcomeOf('candidate_to')},
      texts ${integer} not null check (texts > 0),
      primary key (day, category, active_to, candidate_to)
    )`,
    `create table shadow_differences (
      seq ${sequence},
      revision_id text not null unique,
      post_id text not null,
      site text not null,
      ${outcomeOf('active_to')},
      active_category text,
      ${outcomeOf('candidate_to')},
      candidate_category text,
      judged_at ${integer} not null
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
