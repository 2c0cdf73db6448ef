// The log of decisions: who, what, about whom, why. Append only, and sealed in a chain of hashes that the audit walks.
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { stepOf } from '../../domain/decision-times.ts'
import { sha256 } from '../../domain/ids.ts'
import { selectForUpdate } from '../database/locks.ts'
import { prepared, preparedWrite, together } from '../database/prepared.ts'
import type { Database, DecisionLogTable } from '../database/schema.ts'

type Db = Kysely<Database>
export type LogRow = Selectable<DecisionLogTable>
export type LogHead = { position: number; hash: string; sealed_at: number }

/** Whoever decided, and why. */
export type By = Pick<LogRow, 'decider' | 'actor' | 'reason'> & { detail?: object | undefined }

/** What an entry says. `now` is epoch milliseconds; members of a transition are null where it is about none. */
export type LogEntry = By & { action: string; subject: string; now: number } & Partial<
    Pick<
      LogRow,
      | 'post_id'
      | 'site'
      | 'from_status'
      | 'to_status'
      | 'category'
      | 'penalized'
      | 'amount'
      | 'waited_ms'
      | 'policy_version'
    >
  >

/** The members that the digest of an entry is made of, in its order. */
const digested = [
  'decider',
  'actor',
  'action',
  'subject',
  'post_id',
  'site',
  'from_status',
  'to_status',
  'category',
  'penalized',
  'amount',
  'waited_ms',
  'reason',
  'detail',
  'policy_version',
  'month',
  'created_at',
] as const

type Said = Pick<LogRow, (typeof digested)[number]>

/** The digest of what an entry says. */
export function digestOf(entry: Said): string {
  return sha256(JSON.stringify(digested.map(member => entry[member])))
}

/** The hash of the chain up to an entry. */
export function linkOf(before: string, { seq, digest }: Pick<LogRow, 'seq' | 'digest'>, position: number): string {
  return sha256(`${before} ${position} ${seq} ${digest}`)
}

function rowOf({ now, detail = {}, ...said }: LogEntry): Insertable<DecisionLogTable> {
  const row: Said = {
    ...{ post_id: null, site: null, from_status: null, to_status: null, category: null, penalized: null },
    ...{ amount: null, waited_ms: null, policy_version: null },
    ...said,
    detail: JSON.stringify(detail),
    month: new Date(now).toISOString().slice(0, 7),
    created_at: now,
  }
  return { ...row, digest: digestOf(row), position: null, hash: null }
}

const columns = [...digested, 'digest', 'position', 'hash'] as const

const insert = preparedWrite<Record<(typeof columns)[number], unknown>>()((db, p) =>
  db
    .insertInto('decision_log')
    .values(Object.fromEntries(columns.map(column => [column, p(column)])) as Insertable<DecisionLogTable>),
)

/** Appends one decision. */
export async function logDecision(db: Db, entry: LogEntry): Promise<void> {
  await insert(db, rowOf(entry) as Record<(typeof columns)[number], unknown>)
}

/** Appends many decisions. */
export async function logDecisions(db: Db, entries: readonly LogEntry[]): Promise<void> {
  if (entries.length > 0) await db.insertInto('decision_log').values(entries.map(rowOf)).execute()
}

const unsealed = prepared<{ limit: number }>()((db, p) =>
  db
    .selectFrom('decision_log')
    .select(['seq', 'digest', 'month', 'decider', 'action', 'category', 'waited_ms'])
    .where(sql<boolean>`position is null`)
    .orderBy('seq')
    .limit(p('limit')),
)

type Unsealed = Awaited<ReturnType<typeof unsealed>>[number]

/** Whether an entry waits to be sealed. */
export async function isUnsealed(db: Db): Promise<boolean> {
  return (await unsealed(db, { limit: 1 })).length > 0
}

const seal = preparedWrite<{ seq: number; position: number; hash: string }>()((db, p) =>
  db
    .updateTable('decision_log')
    .set({ position: p('position'), hash: p('hash') })
    .where('seq', '=', p('seq'))
    .where(sql<boolean>`position is null`),
)

type Counted = Selectable<Database['decision_counts']>

function kindOf({ month, decider, action, category, waited_ms }: Unsealed): Omit<Counted, 'n'> {
  return { month, decider, action, category: category ?? '', within_s: waited_ms === null ? -1 : stepOf(waited_ms) }
}

const addCount = preparedWrite<Counted>()((db, p) =>
  db
    .insertInto('decision_counts')
    .values({
      month: p('month'),
      decider: p('decider'),
      action: p('action'),
      category: p('category'),
      within_s: p('within_s'),
      n: p('n'),
    })
    .onConflict(conflict =>
      conflict
        .columns(['month', 'decider', 'action', 'category', 'within_s'])
        .doUpdateSet({ n: sql<number>`decision_counts.n + excluded.n` }),
    ),
)

/** What was decided since a month (2026-11), counted by kind. */
export async function decisionCounts(db: Db, since: string): Promise<Counted[]> {
  return db
    .selectFrom('decision_counts')
    .selectAll()
    .where('month', '>=', since)
    .orderBy('month', 'desc')
    .orderBy('decider')
    .orderBy('action')
    .orderBy('category')
    .execute()
}

/**
 * Takes up to `limit` entries that are committed into the chain, in the order of their numbers, and counts them; how many. An entry of a transaction
 * that commits late comes later in the chain, so that nobody who decides waits for another.
 */
export async function sealEntries(db: Db, { limit, now }: { limit: number; now: number }): Promise<number> {
  await db
    .insertInto('decision_log_head')
    .values({ name: 'head', position: 0, hash: '', sealed_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const head = await db
    .selectFrom('decision_log_head')
    .selectAll()
    .where('name', '=', 'head')
    .$call(selectForUpdate)
    .executeTakeFirstOrThrow()
  let { position, hash } = head
  const writes: Promise<unknown>[] = []
  const counted = new Map<string, Counted>()
  const entries = await unsealed(db, { limit })
  for (const entry of entries) {
    position += 1
    hash = linkOf(hash, entry, position)
    writes.push(seal(db, { seq: entry.seq, position, hash }))
    const kind = kindOf(entry)
    const key = JSON.stringify(kind)
    counted.set(key, { ...kind, n: (counted.get(key)?.n ?? 0) + 1 })
  }
  if (entries.length === 0) return 0
  for (const kind of counted.values()) writes.push(addCount(db, kind))
  await together(...writes)
  await db.updateTable('decision_log_head').set({ position, hash, sealed_at: now }).where('name', '=', 'head').execute()
  return entries.length
}

/** The end of the chain; undefined before the first entry was sealed. */
export async function logHead(db: Db): Promise<LogHead | undefined> {
  return db
    .selectFrom('decision_log_head')
    .select(['position', 'hash', 'sealed_at'])
    .where('name', '=', 'head')
    .executeTakeFirst()
}

/** Entries in the order in which they were written, those past a number. */
export async function entriesAfter(db: Db, seq: number, limit: number): Promise<LogRow[]> {
  return db.selectFrom('decision_log').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute()
}

/** Entries of the chain past a position, in its order. */
export async function sealedAfter(db: Db, position: number, limit: number): Promise<LogRow[]> {
  return db
    .selectFrom('decision_log')
    .selectAll()
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute()
}

/** Every entry about a revision or its post, oldest first, at most `limit`. */
export async function entriesAbout(db: Db, subjects: readonly string[], limit: number): Promise<LogRow[]> {
  if (subjects.length === 0) return []
  return db
    .selectFrom('decision_log')
    .selectAll()
    .where('subject', 'in', subjects)
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** The last transition of a text. */
export async function lastDecision(db: Db, revisionId: string): Promise<LogRow | undefined> {
  return db
    .selectFrom('decision_log')
    .selectAll()
    .where('subject', '=', revisionId)
    .where('to_status', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const latest = prepared<{ since: number; limit: number }>()((db, p) =>
  db
    .selectFrom(
      db
        .selectFrom('decision_log')
        .select(['action', 'waited_ms', 'created_at'])
        .where('decider', '=', sql.lit('person' as const))
        .orderBy('seq', 'desc')
        .limit(p('limit'))
        .as('latest'),
    )
    .select('waited_ms')
    .where('action', 'like', sql.lit('person-%'))
    .where('created_at', '>=', p('since')),
)

/**
 * How long people took from the submission of a text, or its approval by the owner, to publishing or rejecting it, in milliseconds: those since an epoch time
 * among so many of the latest decisions.
 */
export async function decisionTimes(db: Db, since: number, limit: number): Promise<number[]> {
  return (await latest(db, { since, limit })).map(row => row.waited_ms ?? 0)
}
