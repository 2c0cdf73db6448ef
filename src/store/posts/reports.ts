// Reports of posts: open until a person has looked, or until the post is no longer public.
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Dialect } from '../database/dialect.ts'
import { selectForShare } from '../database/locks.ts'
import { Overtaken } from '../database/retry.ts'
import type { Database, ReportState, ReportsTable } from '../database/schema.ts'

type Db = Kysely<Database>
export type ReportRow = Selectable<ReportsTable>

/** Stores a report; nothing happens when the same of the same reporter is open already. The id of the one that is open then. */
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
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (!open) throw new Overtaken(new Error('the same report was open, and was closed meanwhile'))
  return open.id
}

/** A report, with the category that its post was removed under; null where it was not. */
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

/** Whether a post is public on a site, and stays so until the transaction ends: what takes it down waits, and then sees its reports. */
export async function holdPublic(
  db: Db,
  _: Dialect,
  { postId, site }: { postId: string; site: ReportsTable['site'] },
): Promise<boolean> {
  const post = await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', postId)
    .where('site', '=', site)
    .where('public_json', 'is not', null)
    .$call(selectForShare)
    .executeTakeFirst()
  return post !== undefined
}

/** Closes the open reports of a post; those that were open. */
export async function closeReports(
  db: Db,
  postId: string,
  state: Exclude<ReportState, 'open'>,
  now: number,
): Promise<Pick<ReportRow, 'id' | 'site' | 'email' | 'account_id'>[]> {
  return db
    .updateTable('reports')
    .set({ state, closed_at: now })
    .where('post_id', '=', postId)
    .where('state', '=', 'open')
    .returning(['id', 'site', 'email', 'account_id'])
    .execute()
}

/** The open reports of a post, oldest first. */
export async function openReportsOf(db: Db, postId: string): Promise<ReportRow[]> {
  return db
    .selectFrom('reports')
    .selectAll()
    .where('post_id', '=', postId)
    .where('state', '=', 'open')
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
    .where('state', '=', 'open')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
