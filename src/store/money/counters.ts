// Daily counters that bound what a caller may do; exact under concurrency, shared by all nodes and sites (contract.md §14).
import { type Kysely, sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import type { Database } from '../database/schema.ts'

type Db = Kysely<Database>

export type CounterScope =
  | 'search-key'
  | 'search-ip'
  | 'signup-ip'
  | 'report-ip'
  | 'relay-ip'
  | 'dry-run'
  | 'verification-mail'
  | 'verification-mail-to'
  | 'address-change'
  | 'topup'
  | 'free-change'
  | 'webhook-created'
  | 'webhook-test'
  | 'webhook-retry'

const increment = prepared<{ scope: CounterScope; subject: string; day: string }>()((db, p) =>
  db
    .insertInto('counters')
    .values({ scope: p('scope'), subject: p('subject'), day: p('day'), value: 1 })
    .onConflict(conflict =>
      conflict.columns(['scope', 'subject', 'day']).doUpdateSet({ value: sql<number>`counters.value + 1` }),
    )
    .returning('value'),
)

/** Counts one more on a UTC day (YYYY-MM-DD); the count after it. */
export async function count(db: Db, scope: CounterScope, subject: string, day: string): Promise<number> {
  const [row] = await increment(db, { scope, subject, day })
  if (!row) throw new Error('a counter gave no value')
  return row.value
}

const current = prepared<{ scope: CounterScope; subject: string; day: string }>()((db, p) =>
  db
    .selectFrom('counters')
    .select('value')
    .where('scope', '=', p('scope'))
    .where('subject', '=', p('subject'))
    .where('day', '=', p('day')),
)

/** What has been counted on a UTC day (YYYY-MM-DD). */
export async function counted(db: Db, scope: CounterScope, subject: string, day: string): Promise<number> {
  return (await current(db, { scope, subject, day }))[0]?.value ?? 0
}

/** Forgets the counts of days before this one (YYYY-MM-DD). */
export async function forgetCounts(db: Db, day: string): Promise<void> {
  await db.deleteFrom('counters').where('day', '<', day).execute()
}
