// The outbox of announcements: written with a publication, claimed by the worker with a lease, sent many at once, deleted.
import type { Selectable } from 'kysely'
import type { AnnouncementTarget } from '../../contract/announcements.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { type Claim, claimDue } from '../database/claim-due.ts'
import type { AnnouncementsTable, Db } from '../database/schema.ts'
export type Announcement = Selectable<AnnouncementsTable>

/** Adds an announcement that a post and the lists at these addresses have changed. `now` is epoch ms. */
export async function insertAnnouncement(
  db: Db,
  {
    lists,
    now,
    ...row
  }: { id: string; target: AnnouncementTarget; site: SiteId; post_id: string; lists: readonly string[]; now: number },
): Promise<void> {
  const queued = { created_at: now, due_at: now, attempts: 0, lease_token: null, lease_until: null }
  await db
    .insertInto('announcements')
    .values({ ...row, lists: JSON.stringify(lists), ...queued })
    .execute()
}

export async function claimAnnouncements(db: Db, target: AnnouncementTarget, claim: Claim): Promise<Announcement[]> {
  return claimDue(
    db,
    { table: 'announcements', order: ['due_at', 'id'], waiting: row => row('target', '=', target) },
    claim,
  )
}

/** Ends claims with a token: `dueAt` (epoch ms) schedules the announcements again, null deletes them as sent or given up. */
export async function settleAnnouncements(
  db: Db,
  ids: readonly string[],
  token: string,
  dueAt: number | null,
): Promise<void> {
  if (dueAt === null)
    await db.deleteFrom('announcements').where('id', 'in', ids).where('lease_token', '=', token).execute()
  else
    await db
      .updateTable('announcements')
      .set({ due_at: dueAt, lease_token: null, lease_until: null })
      .where('id', 'in', ids)
      .where('lease_token', '=', token)
      .execute()
}

/** Deletes announcements from before an instant (epoch ms): they are outdated, or their target is no longer configured. */
export async function forgetAnnouncements(db: Db, before: number): Promise<void> {
  await db.deleteFrom('announcements').where('created_at', '<', before).execute()
}
