// Reports of posts: open until a person has decided, or until the post is no longer public.
import { type Insertable, type Selectable, sql } from 'kysely'
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

/** Stores a report that repeats a dismissed one. */
export async function insertCounted(db: Db, report: Insertable<ReportsTable>): Promise<void> {
  await db.insertInto('reports').values(report).execute()
}

/** A report, with the category for which its post was removed; null when the post was not removed. */
export async function reportById(
  db: Db,
  id: string,
): Promise<(ReportRow & { rejection_category: string | null }) | undefined> {
  return db
    .selectFrom('reports')
    .innerJoin('revisions', 'revisions.id', 'reports.post_id')
    .selectAll('reports')
    .select('revisions.rejection_category')
    .where('reports.id', '=', id)
    .executeTakeFirst()
}

/**
 * A dismissed report for the same reason about the same text, preferably by the same reporter. The report may itself repeat a
 * dismissed one.
 */
export async function dismissedReport(
  db: Db,
  {
    postId,
    reason,
    reporter,
    revision,
  }: { postId: string; reason: ReportRow['reason']; reporter: string; revision: string },
): Promise<Pick<ReportRow, 'id' | 'reporter'> | undefined> {
  return db
    .selectFrom('reports')
    .select(['id', 'reporter'])
    .where('post_id', '=', postId)
    .where('reason', '=', reason)
    .where('judged_revision', '=', revision)
    .orderBy(row => row.case().when('reporter', '=', reporter).then(0).else(1).end())
    .limit(1)
    .executeTakeFirst()
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

/** Closes the open reports of a post and returns them. `judged`: the text that a person saw, for dismissed reports. */
export async function closeReports(
  db: Db,
  postId: string,
  { state, judged = null, now }: { state: Exclude<ReportState, 'open'>; judged?: string | null; now: number },
): Promise<Pick<ReportRow, 'id' | 'site' | 'email' | 'account_id'>[]> {
  return db
    .updateTable('reports')
    .set({ state, closed_at: now, judged_revision: judged })
    .where('post_id', '=', postId)
    .where('state', '=', sql.lit('open' as const))
    .returning(['id', 'site', 'email', 'account_id'])
    .execute()
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
