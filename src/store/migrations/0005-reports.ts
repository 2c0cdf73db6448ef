// Reports of posts, and mails that are answered to somebody else.
import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const integer = dialect.integerType
  const run = (text: string) => sql.raw(text).execute(db)

  await run(`create table reports (
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
  )`)
  await run(`create unique index reports_once on reports (post_id, reason, reporter) where state = 'open'`)
  await run(`create index reports_open on reports (created_at, id) where state = 'open'`)

  await run('alter table mail add column reply_to text')
}
