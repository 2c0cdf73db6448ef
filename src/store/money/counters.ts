// Daily counters: what bounds a caller (contract.md §14), and what language models have used. Exact under concurrency, shared by all nodes.
import { type Kysely, sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import type { Database } from '../database/schema.ts'

type Db = Kysely<Database>

export type CounterScope =
  | 'search-key'
  | 'key-spent'
  | 'search-ip'
  | 'signup-ip'
  | 'report-ip'
  | 'relay-ip'
  | 'dry-run'
  | 'verification-mail'
  | 'verification-mail-to'
  | 'statement-mail'
  | 'webhook-mail'
  | 'address-change'
  | 'sign-in-to'
  | 'sign-in-account'
  | 'sign-in-ip'
  | 'export'
  | 'topup'
  | 'free-change'
  | 'webhook-created'
  | 'webhook-test'
  | 'webhook-retry'
  | UsageScope

/** What is counted of a language model. */
export const usageScopes = [
  'model-calls',
  'model-unusable',
  'model-failed',
  'model-ms',
  'model-prompt-tokens',
  'model-answer-tokens',
  'model-cost-micros',
] as const
export type UsageScope = (typeof usageScopes)[number]

const spending = sql.lit('key-spent' as const)

const increment = prepared<{ scope: CounterScope; subject: string; day: string; by: number }>()((db, p) =>
  db
    .insertInto('counters')
    .values({ scope: p('scope'), subject: p('subject'), day: p('day'), value: p('by') })
    .onConflict(conflict =>
      conflict
        .columns(['scope', 'subject', 'day'])
        .doUpdateSet({ value: sql<number>`counters.value + excluded.value` }),
    )
    .returning('value'),
)

/** Counts one more, or `by`, on a UTC day (YYYY-MM-DD); the count after it. */
export async function count(db: Db, scope: CounterScope, subject: string, day: string, by = 1): Promise<number> {
  const [row] = await increment(db, { scope, subject, day, by })
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

const raise = prepared<{ subject: string; day: string; amount: number; most: number }>()((db, p) =>
  db
    .insertInto('counters')
    .values({ scope: spending, subject: p('subject'), day: p('day'), value: p('amount') })
    .onConflict(conflict =>
      conflict
        .columns(['scope', 'subject', 'day'])
        .doUpdateSet({ value: sql<number>`counters.value + ${p('amount')}` })
        .where(sql<boolean>`counters.value + ${p('amount')} <= ${p('most')}`),
    )
    .returning('value'),
)

/**
 * Counts what a key spends on a UTC day, in micros: what it has spent after it, or null when that would be more than `most`, which
 * null leaves open. Then nothing is counted.
 */
export async function countSpent(
  db: Db,
  keyId: string,
  day: string,
  { amount, most }: { amount: number; most: number | null },
): Promise<number | null> {
  if (most !== null && amount > most) return null
  const [row] = await raise(db, { subject: keyId, day, amount, most: most ?? Number.MAX_SAFE_INTEGER })
  return row?.value ?? null
}

/** Takes back what was counted of the spending of a key on the same UTC day, in micros. */
export async function giveSpentBack(db: Db, keyId: string, day: string, amount: number): Promise<void> {
  await db
    .updateTable('counters')
    .set({ value: sql<number>`value - ${amount}` })
    .where('scope', '=', spending)
    .where('subject', '=', keyId)
    .where('day', '=', day)
    .execute()
}

/** What a key has spent on a UTC day, where its id stands in a column of the query; micros. */
export function spentOnDay(keyColumn: string, day: string) {
  return sql<number>`coalesce((
    select value from counters where scope = ${spending} and subject = ${sql.ref(keyColumn)} and day = ${day}
  ), 0)`
}

/** What language models have used from a UTC day on (YYYY-MM-DD), the latest day first. */
export function usageSince(db: Db, day: string) {
  return db
    .selectFrom('counters')
    .select(['day', 'subject as model', 'scope', 'value'])
    .where('scope', 'in', usageScopes)
    .where('day', '>=', day)
    .orderBy('day', 'desc')
    .orderBy('subject')
    .execute()
}

/** Forgets the counts of days before one (YYYY-MM-DD), and what language models have used before another. */
export async function forgetCounts(db: Db, day: string, usageDay: string): Promise<void> {
  await db.deleteFrom('counters').where('day', '<', day).where('scope', 'not in', usageScopes).execute()
  await db.deleteFrom('counters').where('day', '<', usageDay).execute()
}
