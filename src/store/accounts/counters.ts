// Daily counters for the limits of callers (contract.md §14) and the usage of language models: exact, and shared by all nodes.
import { sql } from 'kysely'
import { prepared, preparedRowsReturning } from '../database/prepared.ts'
import type { Db } from '../database/schema.ts'

export type CounterScope =
  | 'search-key'
  | typeof keySpent
  | 'search-ip'
  | 'standing-created'
  | 'standing-told'
  | 'signup-ip'
  | 'report-ip'
  | 'relay-ip'
  | 'relay-account'
  | 'relay-post'
  | 'relay-author'
  | 'relay-reply-ip'
  | 'relay-code-ip'
  | 'relay-code-to'
  | 'dry-run'
  | 'verification-mail'
  | 'verification-mail-to'
  | 'statement-mail'
  | 'report-mail'
  | 'webhook-mail'
  | 'address-change'
  | 'sign-in-to'
  | 'sign-in-known'
  | 'sign-in-all'
  | 'sign-in-ip'
  | 'passkey-ip'
  | 'oauth-register-ip'
  | 'oauth-document-ip'
  | 'oauth-consent-ip'
  | 'app-connected'
  | 'export'
  | 'invitation'
  | 'invitation-to'
  | 'topup'
  | 'free-change'
  | 'grave-item'
  | 'grave-seen'
  | 'webhook-created'
  | 'webhook-test'
  | 'webhook-retry'
  | typeof deletedWebhook
  | UsageScope

/** The counters of the usage of a language model. */
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

const keySpent = 'key-spent' as const

/** The deletions of webhook endpoints, so that a repeated deletion is known; its subject is account and endpoint. */
const deletedWebhook = 'webhook-deleted'

/** The scopes whose counts are kept longer than those of limits. */
const keptLong = [...usageScopes, deletedWebhook, keySpent] as const

const spending = sql.lit(keySpent)

/** A sum of integers could come back with decimals. */
const sum = sql<number>`cast(coalesce(sum(value), 0) as bigint)`

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

/** Adds `by` to a counter of a UTC day (YYYY-MM-DD); returns the new count. */
export async function count(db: Db, scope: CounterScope, subject: string, day: string, by = 1): Promise<number> {
  const [row] = await increment(db, { scope, subject, day, by })
  if (!row) throw new Error('a counter gave no value')
  return row.value
}

const incrementAll = preparedRowsReturning<{ scope: CounterScope; subject: string; day: string; value: number }>()(
  (db, rows) =>
    db
      .insertInto('counters')
      .values(rows)
      .onConflict(conflict =>
        conflict
          .columns(['scope', 'subject', 'day'])
          .doUpdateSet({ value: sql<number>`counters.value + excluded.value` }),
      )
      .returning(['subject', 'value']),
)

/** Adds to the counters of several subjects on a UTC day (YYYY-MM-DD); returns the new counts by subject. */
export async function countAll(
  db: Db,
  scope: CounterScope,
  added: ReadonlyMap<string, number>,
  day: string,
): Promise<Map<string, number>> {
  if (added.size === 0) return new Map()
  // In one order, so that two transactions never wait for each other.
  const subjects = [...added.keys()].sort()
  const rows = await incrementAll(
    db,
    subjects.map(subject => ({ scope, subject, day, value: added.get(subject) ?? 0 })),
  )
  return new Map(rows.map(({ subject, value }) => [subject, value]))
}

const current = prepared<{ scope: CounterScope; subject: string; day: string }>()((db, p) =>
  db
    .selectFrom('counters')
    .select('value')
    .where('scope', '=', p('scope'))
    .where('subject', '=', p('subject'))
    .where('day', '=', p('day')),
)

/** The count of a UTC day (YYYY-MM-DD). */
export async function counted(db: Db, scope: CounterScope, subject: string, day: string): Promise<number> {
  return (await current(db, { scope, subject, day }))[0]?.value ?? 0
}

/** Adds the counts of a subject, of all days, to those of another, and removes them. */
export async function passCounters(db: Db, scopes: readonly CounterScope[], from: string, to: string): Promise<void> {
  const rows = await db
    .deleteFrom('counters')
    .where('subject', '=', from)
    .where('scope', 'in', scopes)
    .returningAll()
    .execute()
  for (const { scope, day, value } of rows) await count(db, scope as CounterScope, to, day, value)
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
 * Adds an amount to the spending of a key on a UTC day, in micros. Returns the new spending; null when it would exceed `most`
 * (null: no bound), and then nothing is counted.
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

const since = prepared<{ subject: string; day: string }>()((db, p) =>
  db
    .selectFrom('counters')
    .select(sum.as('spent'))
    .where('scope', '=', spending)
    .where('subject', '=', p('subject'))
    .where('day', '>=', p('day')),
)

/** What a key has spent since a UTC day (YYYY-MM-DD), in micros. */
export async function spentSince(db: Db, keyId: string, day: string): Promise<number> {
  return (await since(db, { subject: keyId, day }))[0]?.spent ?? 0
}

/** Subtracts an amount (micros) from the spending of a key on a UTC day. */
export async function giveSpentBack(db: Db, keyId: string, day: string, amount: number): Promise<void> {
  await db
    .updateTable('counters')
    .set({ value: sql<number>`value - ${amount}` })
    .where('scope', '=', spending)
    .where('subject', '=', keyId)
    .where('day', '=', day)
    .execute()
}

/** SQL for the spending on a UTC day of the key whose id is in `keyColumn`; micros. */
export function spentOnDay(keyColumn: string, day: string) {
  return sql<number>`coalesce((
    select value from counters where scope = ${spending} and subject = ${sql.ref(keyColumn)} and day = ${day}
  ), 0)`
}

/** SQL for the spending since the first UTC day of a month of the key whose id is in `keyColumn`; micros. */
export function spentInMonth(keyColumn: string, month: string) {
  return sql<number>`coalesce((
    select ${sum} from counters where scope = ${spending} and subject = ${sql.ref(keyColumn)} and day >= ${month}
  ), 0)`
}

/** The spending of the keys of an account since a UTC day (YYYY-MM-DD), in micros, by key and day. */
export async function spendingOfAccount(
  db: Db,
  accountId: string,
  day: string,
): Promise<{ name: string; day: string; spent: number }[]> {
  return db
    .selectFrom('api_keys')
    .innerJoin('counters', join =>
      join
        .onRef('counters.subject', '=', 'api_keys.id')
        .on('counters.scope', '=', keySpent)
        .on('counters.day', '>=', day),
    )
    .select(['api_keys.name', 'counters.day', 'counters.value as spent'])
    .where('api_keys.account_id', '=', accountId)
    .orderBy('counters.day')
    .orderBy('api_keys.created_at')
    .execute()
}

/** The usage of language models since a UTC day (YYYY-MM-DD), the latest day first. */
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

/** Notes that an account has deleted a webhook endpoint, on a UTC day. */
export async function noteDeletedWebhook(db: Db, accountId: string, webhookId: string, day: string): Promise<void> {
  await count(db, deletedWebhook, `${accountId} ${webhookId}`, day)
}

/** Whether an account has deleted a webhook endpoint; known for as long as the usage of language models. */
export async function hasDeletedWebhook(db: Db, accountId: string, webhookId: string): Promise<boolean> {
  const noted = db.selectFrom('counters').select('day').where('scope', '=', deletedWebhook)
  return (await noted.where('subject', '=', `${accountId} ${webhookId}`).executeTakeFirst()) !== undefined
}

/** Deletes the counts of days before `day` (YYYY-MM-DD), and those that are kept long before `longDay`. */
export async function forgetCounts(db: Db, day: string, longDay: string): Promise<void> {
  await db.deleteFrom('counters').where('day', '<', day).where('scope', 'not in', keptLong).execute()
  await db.deleteFrom('counters').where('day', '<', longDay).execute()
}
