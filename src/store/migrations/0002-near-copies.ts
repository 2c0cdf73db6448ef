// The keys by which near copies of live posts find one another, and an index of the texts that an expiry lets go.
import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

/** Makes the table and the index. Runs in one transaction on both databases. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table copy_keys (
    copy_key ${dialect.integerType} not null,
    post_id text not null,
    primary key (copy_key, post_id)
  )${dialect.clusteredTable}`)
  await run(`create index posts_release on posts (expires_at)
    where live_fingerprint is not null and expires_at is not null`)
}
