// The outbox of announcements: written with a publication, claimed by the worker with a lease, sent many at once, forgotten.
import type { Kysely, Selectable } from 'kysely'
import type { AnnouncementTarget } from '../../contract/announcements.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import { type Claim, claimDue } from '../database/claim-due.ts'
import type { AnnouncementsTable, Database } from '../database/schema.ts'

type Db = Kysely<Database>
export type Announcement = Selectable<AnnouncementsTable>

/** Puts into the outbox that a post and the lists at these addresses have changed. */
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

/** Claims announcements to a target that are due. */
export async function claimAnnouncements(db: Db, target: AnnouncementTarget, claim: Claim): Promise<Announcement[]> {
  return claimDue(
    db,
    { table: 'announcements', order: ['due_at', 'id'], waiting: row => row('target', '=', target) },
    claim,
  )
}

/** Records how sending went: what was sent, or is sent no more, is forgotten; else it is due again. */
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

/** Forgets what was put in before an instant: its news is old, or nobody is told any more. */
export async function forgetAnnouncements(db: Db, before: number): Promise<void> {
  await db.deleteFrom('announcements').where('created_at', '<', before).execute()
}
