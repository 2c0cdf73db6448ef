// Reports of posts: open until a person has decided, or until the post is no longer public.
import { type Insertable, type Selectable, sql } from 'kysely'
import type { PostStatus } from '../../contract/posts.ts'
import type { Dialect } from '../database/dialect.ts'
import { selectForShare } from '../database/locks.ts'
import { Overtaken } from '../database/retry.ts'
import type { Db, ReportState, ReportsTable } from '../database/schema.ts'

export type ReportRow = Selectable<ReportsTable>

/** Stores a report, unless the reporter has the same report open already. Returns the id of the open report. */
export async function insertReport(db: Db, report: Insertable<ReportsTable>): Promise<string> {
  await db
    .insertInto('reports')
    .values(report)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const open = await db
    .selectFrom('reports')
    .select('id')
    .where('post_id', '=', report.post_id)
    .where('reason', '=', report.reason)
    .where('reporter', '=', report.reporter)
    .where('state', '=', sql.lit('open' as const))
    .executeTakeFirst()
  if (!open) throw new Overtaken(new Error('the same report was open, and was closed meanwhile'))
  return open.id
}

/** Stores a report that says nothing new about a text after a person has dismissed the same. */
export async function insertCounted(db: Db, report: Insertable<ReportsTable>): Promise<void> {
  await db.insertInto('reports').values(report).execute()
}

/**
 * A report with what is told of its post: the category for which it was removed (null when it was not), its status, and the text that
 * readers see or saw last, as JSON.
 */
export type ReportOfPost = ReportRow & {
  rejection_category: string | null
  post_status: PostStatus
  shown_fields: string
}

const withPosts = (db: Db) =>
  db
    .selectFrom('reports')
    .innerJoin('posts', 'posts.id', 'reports.post_id')
    .innerJoin('revisions', 'revisions.id', 'reports.post_id')
    .innerJoin('revisions as shown', 'shown.id', 'posts.shown_revision')
    .selectAll('reports')
    .select(['revisions.rejection_category', 'revisions.status as post_status', 'shown.fields as shown_fields'])

/** A report with its post. */
export async function reportById(db: Db, id: string): Promise<ReportOfPost | undefined> {
  return withPosts(db).where('reports.id', '=', id).executeTakeFirst()
}

/** The complaint about the decision on a report. */
export async function complaintAbout(db: Db, id: string): Promise<ReportRow | undefined> {
  return db.selectFrom('reports').selectAll().where('complaint_of', '=', id).executeTakeFirst()
}

/**
 * The times, in milliseconds and ascending, that people took for the reports that they decided since an epoch time: the latest, at
 * most `limit`.
 */
export async function reportTimes(db: Db, since: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('reports')
    .select(['created_at', 'closed_at'])
    .where('counted', '=', sql.lit(0 as const))
    .where('state', 'in', [sql.lit('upheld' as const), sql.lit('dismissed' as const)])
    .where('closed_at', '>=', since)
    .orderBy('closed_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ created_at, closed_at }) => Math.max(0, (closed_at ?? 0) - created_at)).sort((a, b) => a - b)
}

type Repeat = { postId: string; reason: ReportRow['reason']; revision: string }

/** When a person last dismissed a report for a reason about a text, in epoch ms; null if no person has. */
export async function lastDismissal(db: Db, { postId, reason, revision }: Repeat): Promise<number | null> {
  const last = await db
    .selectFrom('reports')
    .select('closed_at')
    .where('post_id', '=', postId)
    .where('reason', '=', reason)
    .where('judged_revision', '=', revision)
    .where('counted', '=', sql.lit(0 as const))
    .orderBy('closed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.closed_at ?? null
}

/** What a report says beside its reason. */
export type ReportWords = Pick<ReportRow, 'details' | 'law'>

/** What the reports about a text said that a person has dismissed; at most `limit`, the latest first. */
export async function dismissedWords(
  db: Db,
  { postId, revision, limit }: { postId: string; revision: string; limit: number },
): Promise<ReportWords[]> {
  return db
    .selectFrom('reports')
    .select(['details', 'law'])
    .where('post_id', '=', postId)
    .where('judged_revision', '=', revision)
    .where('counted', '=', sql.lit(0 as const))
    .where(row => row.or([row('details', 'is not', null), row('law', 'is not', null)]))
    .orderBy('closed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The closed report of a reporter for a reason about a text, the latest first. */
export async function closedReportOf(
  db: Db,
  { postId, reason, revision, reporter }: Repeat & { reporter: string },
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('reports')
    .select('id')
    .where('post_id', '=', postId)
    .where('reason', '=', reason)
    .where('judged_revision', '=', revision)
    .where('reporter', '=', reporter)
    .orderBy('closed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The number of reporters whose reports for a reason about a text were only counted after an epoch time (ms). */
export async function reportersCounted(
  db: Db,
  { postId, reason, revision, after }: Repeat & { after: number },
): Promise<number> {
  const { n } = await db
    .selectFrom('reports')
    .select(sql<number>`count(distinct reporter)`.as('n'))
    .where('post_id', '=', postId)
    .where('reason', '=', reason)
    .where('judged_revision', '=', revision)
    .where('counted', '=', sql.lit(1 as const))
    .where('closed_at', '>=', after)
    .executeTakeFirstOrThrow()
  return n
}

/** The number of reports of a text that were only counted. */
export async function countedReports(db: Db, postId: string, revision: string): Promise<number> {
  const { n } = await db
    .selectFrom('reports')
    .select(sql<number>`count(*)`.as('n'))
    .where('post_id', '=', postId)
    .where('judged_revision', '=', revision)
    .where('counted', '=', sql.lit(1 as const))
    .executeTakeFirstOrThrow()
  return n
}

/** What the open report of a reporter for a reason says; undefined if there is no such report. */
export async function openWords(
  db: Db,
  { postId, reason, reporter }: Omit<Repeat, 'revision'> & { reporter: string },
): Promise<ReportWords | undefined> {
  return db
    .selectFrom('reports')
    .select(['details', 'law'])
    .where('post_id', '=', postId)
    .where('reason', '=', reason)
    .where('reporter', '=', reporter)
    .where('state', '=', sql.lit('open' as const))
    .executeTakeFirst()
}

/** Whether a report of a post for a reason is open. */
export async function isReportedFor(db: Db, { postId, reason }: Omit<Repeat, 'revision'>): Promise<boolean> {
  const open = await db
    .selectFrom('reports')
    .select('id')
    .where('post_id', '=', postId)
    .where('reason', '=', reason)
    .where('state', '=', sql.lit('open' as const))
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/**
 * The id of the shown revision of a public post; undefined when the post is not public on the site. The post stays public until the
 * transaction ends: a transaction that takes the post down waits, and then sees its reports.
 */
export async function holdPublic(
  db: Db,
  _: Dialect,
  { postId, site }: { postId: string; site: ReportsTable['site'] },
): Promise<string | undefined> {
  const post = await db
    .selectFrom('posts')
    .select('shown_revision')
    .where('id', '=', postId)
    .where('site', '=', site)
    .where('public_json', 'is not', null)
    .$call(selectForShare)
    .executeTakeFirst()
  return post?.shown_revision
}

/**
 * Closes the open reports of a post and returns them; `answer` is the reason for their reporters. For dismissed reports, `judged` is
 * the text that a person saw, and `only` has the ids of the reports that the person read: any other report stays open.
 */
export async function closeReports(
  db: Db,
  postId: string,
  {
    state,
    answer,
    judged,
    only,
    now,
  }: {
    state: Exclude<ReportState, 'open'>
    answer: string | null
    judged?: string
    only?: readonly string[]
    now: number
  },
): Promise<Pick<ReportRow, 'id' | 'email'>[]> {
  return db
    .updateTable('reports')
    .set({ state, closed_at: now, judged_revision: judged ?? null, answer })
    .where('post_id', '=', postId)
    .where('state', '=', sql.lit('open' as const))
    .$if(only !== undefined, query => query.where('id', 'in', only ?? []))
    .returning(['id', 'email'])
    .execute()
}

/** Decided reports whose reporters have left an address and were not told yet. */
const untold = (db: Db) =>
  db
    .selectFrom('reports')
    .where('told_at', 'is', null)
    .where('email', 'is not', null)
    .where('counted', '=', sql.lit(0 as const))
    .where('state', '<>', sql.lit('open' as const))

/** Reports whose reporters have left an address and have no receipt yet. A decided report needs none. */
const unreceipted = (db: Db) =>
  db
    .selectFrom('reports')
    .where('receipt_at', 'is', null)
    .where('email', 'is not', null)
    .where(row => row.or([row('state', '=', sql.lit('open' as const)), row('counted', '=', sql.lit(1 as const))]))

const address = sql<string>`lower(email)`

/**
 * The addresses, in small letters, with reports that were decided, or that came, before an epoch time (ms) and are not told; at most
 * `limit` of each.
 */
export async function untoldAddresses(db: Db, before: number, limit: number): Promise<string[]> {
  const decided = untold(db).where('closed_at', '<', before).orderBy(sql`min(closed_at)`)
  const received = unreceipted(db).where('created_at', '<', before).orderBy(sql`min(created_at)`)
  const rows = [
    ...(await decided.select(address.as('address')).groupBy(address).limit(limit).execute()),
    ...(await received.select(address.as('address')).groupBy(address).limit(limit).execute()),
  ]
  return [...new Set(rows.map(row => row.address))]
}

/** Whether there is anything to tell an address (in small letters): a decision, or that a report has come. */
export async function isAnythingUntold(db: Db, to: string): Promise<boolean> {
  const decided = await untold(db).select('id').where(address, '=', to).limit(1).executeTakeFirst()
  const received = decided ?? (await unreceipted(db).select('id').where(address, '=', to).limit(1).executeTakeFirst())
  return received !== undefined
}

/** Marks the decided reports of an address (in small letters) as told and returns them, the oldest decision first, at most `limit`. */
export async function takeUntold(
  db: Db,
  { address: to, now, limit }: { address: string; now: number; limit: number },
): Promise<ReportOfPost[]> {
  const ids = untold(db).select('id').where(address, '=', to).orderBy('closed_at').orderBy('id').limit(limit)
  const taken = await db
    .updateTable('reports')
    .set({ told_at: now })
    .where('id', 'in', ids)
    .where('told_at', 'is', null)
    .returning('id')
    .execute()
  return inOrder(db, taken, 'closed_at')
}

/** Marks the reports of an address (in small letters) that have no receipt and returns them, the oldest first, at most `limit`. */
export async function takeUnreceipted(
  db: Db,
  { address: to, now, limit }: { address: string; now: number; limit: number },
): Promise<ReportOfPost[]> {
  const ids = unreceipted(db).select('id').where(address, '=', to).orderBy('created_at').orderBy('id').limit(limit)
  const taken = await db
    .updateTable('reports')
    .set({ receipt_at: now })
    .where('id', 'in', ids)
    .where('receipt_at', 'is', null)
    .returning('id')
    .execute()
  return inOrder(db, taken, 'created_at')
}

async function inOrder(
  db: Db,
  taken: readonly { id: string }[],
  by: 'closed_at' | 'created_at',
): Promise<ReportOfPost[]> {
  if (taken.length === 0) return []
  const ids = taken.map(({ id }) => id)
  return withPosts(db).where('reports.id', 'in', ids).orderBy(`reports.${by}`).orderBy('reports.id').execute()
}

/** The open reports of a post, oldest first. */
export async function openReportsOf(db: Db, postId: string): Promise<ReportRow[]> {
  return db
    .selectFrom('reports')
    .selectAll()
    .where('post_id', '=', postId)
    .where('state', '=', sql.lit('open' as const))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The reports of a post that were closed at an epoch time, oldest first. */
export async function reportsClosedAt(db: Db, postId: string, at: number): Promise<ReportRow[]> {
  return db
    .selectFrom('reports')
    .selectAll()
    .where('post_id', '=', postId)
    .where('closed_at', '=', at)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Open reports, oldest first. */
export async function openReports(db: Db, limit: number): Promise<ReportRow[]> {
  return db
    .selectFrom('reports')
    .selectAll()
    .where('state', '=', sql.lit('open' as const))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
