// The log of decisions with decider, action, subject and reason: append only, and sealed in a chain of hashes that the audit walks.
import { type Insertable, type Selectable, sql } from 'kysely'
import { sha256 } from '../../domain/ids.ts'
import { stepOf } from '../../domain/review/decision-times.ts'
import { type LogKey, sealOf } from '../../domain/review/log-key.ts'
import { selectForUpdate } from '../database/locks.ts'
import { prepared, preparedRows, preparedWrite, together } from '../database/prepared.ts'
import type { Database, Db, DecisionLogTable } from '../database/schema.ts'
export type LogRow = Selectable<DecisionLogTable>
export type LogHead = { position: number; hash: string; sealed_at: number; seal: string | null }

export type By = Pick<LogRow, 'decider' | 'actor' | 'reason'> & { detail?: object | undefined }

/** The members of an entry. `now` is epoch milliseconds; the members of a transition are null in other entries. */
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

/** The members in the digest of an entry, in the order of the digest. */
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

export function digestOf(entry: Said): string {
  return sha256(JSON.stringify(digested.map(member => entry[member])))
}

/** The hash of the chain up to and including an entry; `before` is the hash of the entry before it. */
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
  return { ...row, digest: digestOf(row), position: null, hash: null, seal: null }
}

const insert = preparedRows<Insertable<DecisionLogTable>>()((db, rows) => db.insertInto('decision_log').values(rows))

/** Appends one decision. */
export async function logDecision(db: Db, entry: LogEntry): Promise<void> {
  await insert(db, [rowOf(entry)])
}

/** Appends decisions, in the order given. */
export async function logDecisions(db: Db, entries: readonly LogEntry[]): Promise<void> {
  if (entries.length > 0) await insert(db, entries.map(rowOf))
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

const sealEntry = preparedWrite<{ seq: number; position: number; hash: string; seal: string }>()((db, p) =>
  db
    .updateTable('decision_log')
    .set({ position: p('position'), hash: p('hash'), seal: p('seal') })
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

/** The counts of sealed decisions since a month (2026-11), by kind. */
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
 * Adds up to `limit` committed entries to the chain, in the order of their sequence numbers, and counts them by kind; returns how
 * many. Each entry and the end get a seal of the key. An entry that is committed late comes later in the chain, so that no decision
 * waits for another. `now` is epoch ms.
 */
export async function sealEntries(
  db: Db,
  { limit, now, key }: { limit: number; now: number; key: Pick<LogKey, 'key'> },
): Promise<number> {
  await db
    .insertInto('decision_log_head')
    .values({ name: 'head', position: 0, hash: '', sealed_at: now, seal: null })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const head = await db
    .selectFrom('decision_log_head')
    .selectAll()
    .where('name', '=', sql.lit('head' as const))
    .$call(selectForUpdate)
    .executeTakeFirstOrThrow()
  let { position, hash } = head
  const writes: Promise<unknown>[] = []
  const counted = new Map<string, Counted>()
  const entries = await unsealed(db, { limit })
  for (const entry of entries) {
    position += 1
    hash = linkOf(hash, entry, position)
    writes.push(sealEntry(db, { seq: entry.seq, position, hash, seal: sealOf(key, 'entry', position, hash) }))
    const kind = kindOf(entry)
    const name = JSON.stringify(kind)
    counted.set(name, { ...kind, n: (counted.get(name)?.n ?? 0) + 1 })
  }
  if (entries.length === 0) return 0
  for (const kind of counted.values()) writes.push(addCount(db, kind))
  await together(...writes)
  await db
    .updateTable('decision_log_head')
    .set({ position, hash, sealed_at: now, seal: sealOf(key, 'end', position, hash) })
    .where('name', '=', sql.lit('head' as const))
    .execute()
  return entries.length
}

/** The end of the chain; undefined before the first sealing. */
export async function logHead(db: Db): Promise<LogHead | undefined> {
  return db
    .selectFrom('decision_log_head')
    .select(['position', 'hash', 'sealed_at', 'seal'])
    .where('name', '=', sql.lit('head' as const))
    .executeTakeFirst()
}

/** Entries after a sequence number, in the order in which they were written. */
export async function entriesAfter(db: Db, seq: number, limit: number): Promise<LogRow[]> {
  return db.selectFrom('decision_log').selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute()
}

/** Entries after a position of the chain, in the order of the chain. */
export async function sealedAfter(db: Db, position: number, limit: number): Promise<LogRow[]> {
  return db
    .selectFrom('decision_log')
    .selectAll()
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute()
}

const publishing = prepared<{ id: string }>()((db, p) =>
  db
    .selectFrom('posts')
    .innerJoin('decision_log', 'decision_log.subject', 'posts.shown_revision')
    .select(['decision_log.position', 'decision_log.decider', 'decision_log.created_at'])
    .where('posts.id', '=', p('id'))
    .where('decision_log.to_status', '=', sql.lit('published' as const))
    .orderBy('decision_log.seq', 'desc')
    .limit(1),
)

/** The entry by which the text that a post shows was published; its position is null until it is sealed. */
export async function publishingEntry(
  db: Db,
  postId: string,
): Promise<Pick<LogRow, 'position' | 'decider' | 'created_at'> | undefined> {
  const [entry] = await publishing(db, { id: postId })
  return entry
}

/** The decisions on texts after a position of the chain, at most `limit`, and the position after which to go on. */
export async function decisionsAfter(
  db: Db,
  position: number,
  limit: number,
): Promise<{ decisions: Pick<LogRow, 'decider' | 'to_status' | 'waited_ms'>[]; last: number; more: boolean }> {
  const rows = await db
    .selectFrom('decision_log')
    .select(['position', 'decider', 'to_status', 'waited_ms'])
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute()
  return { decisions: rows, last: rows.at(-1)?.position ?? position, more: rows.length === limit }
}

/** The entries about subjects, such as the revisions of a post, oldest first, at most `limit`; of these actions if any are named. */
export async function entriesAbout(
  db: Db,
  subjects: readonly string[],
  limit: number,
  actions?: readonly string[],
): Promise<LogRow[]> {
  if (subjects.length === 0) return []
  return db
    .selectFrom('decision_log')
    .selectAll()
    .where('subject', 'in', subjects)
    .$if(actions !== undefined, query => query.where('action', 'in', [...(actions ?? [])]))
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** The person who dismissed the reports of a post at an epoch time (ms); null when there is no such entry. */
export async function dismissalAt(db: Db, postId: string, at: number): Promise<string | null> {
  const entry = await db
    .selectFrom('decision_log')
    .select('actor')
    .where('subject', '=', postId)
    .where('action', '=', sql.lit('dismiss-reports'))
    .where('created_at', '=', at)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return entry?.actor ?? null
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

/** The last entry about a subject with one of these actions. */
export async function latestEntry(db: Db, subject: string, actions: readonly string[]): Promise<LogRow | undefined> {
  return db
    .selectFrom('decision_log')
    .selectAll()
    .where('subject', '=', subject)
    .where('action', 'in', actions)
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
 * The times, in milliseconds, from the submission of a text (or the owner's approval) to its publication or rejection by a person:
 * the decisions since an epoch time, among the latest `limit`.
 */
export async function decisionTimes(db: Db, since: number, limit: number): Promise<number[]> {
  return (await latest(db, { since, limit })).map(row => row.waited_ms ?? 0)
}
