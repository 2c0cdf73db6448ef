// Adds the hashes that an erased account leaves for a while, so that a ban after the erasure works, and removes what such a ban left.
import { type Kysely, sql } from 'kysely'

/** Adds the table and removes rows. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, { integer }: { integer: string }): Promise<void> {
  for (const statement of [
    `create table erased_hashes (
      account_id text not null references accounts (id),
      kind text not null check (kind in ('email', 'card')),
      hash text not null,
      kept_until ${integer} not null,
      primary key (account_id, kind)
    )`,
    'create index erased_hashes_end on erased_hashes (kept_until)',
    // The hash of no address, and events of accounts that nobody has: former versions wrote them.
    "delete from bans where hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'",
    'delete from events where account_id in (select id from accounts where erased_at is not null)',
  ])
    await sql.raw(statement).execute(db)
}
