// Adds the lists of phrases, domains, phone numbers and texts that the platform flags, holds or refuses.
import { type Kysely, sql } from 'kysely'

/** Adds the table. Runs in one transaction on both databases. */
export async function up(
  db: Kysely<unknown>,
  { integer, sequence }: { integer: string; sequence: string },
): Promise<void> {
  await sql
    .raw(`create table list_entries (
      seq ${sequence},
      kind text not null check (kind in ('phrase', 'domain', 'phone', 'text')),
      value text not null,
      action text not null check (action in ('flag', 'hold', 'refuse')),
      category text,
      note text not null,
      shadow integer not null check (shadow in (0, 1)),
      advice integer not null check (advice in (0, 1)),
      added_by text not null,
      created_at ${integer} not null,
      expires_at ${integer},
      hits ${integer} not null,
      hit_at ${integer},
      latest text not null,
      unique (kind, value),
      check (action <> 'refuse' or category is not null),
      check (advice = 0 or action = 'flag')
    )`)
    .execute(db)
}
