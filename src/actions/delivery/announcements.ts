// The writes of the announcements worker: claims with a lease and a token, and results.
import type { AnnouncementTarget } from '../../contract/announcements.ts'
import { limits } from '../../contract/limits.ts'
import { followClock } from '../../store/database/clock.ts'
import { claimAnnouncements, settleAnnouncements as settle } from '../../store/delivery/announcements.ts'
import type { Scope } from '../scope.ts'

/** Claims announcements to a target. */
export async function takeAnnouncements(
  scope: Scope,
  { target, limit }: { target: AnnouncementTarget; limit: number },
) {
  const { db, now } = scope
  await followClock(db, now)
  const token = scope.ids.text(20)
  const claim = { token, now, leaseMs: limits.announcementLeaseMs, limit }
  return { token, announcements: await claimAnnouncements(db, target, claim) }
}

/** Records the result of sending. `dueAt` (epoch ms): when to try again; null for announcements that were sent or given up. */
export async function settleAnnouncements(
  { db }: Scope,
  { ids, token, dueAt }: { ids: readonly string[]; token: string; dueAt: number | null },
): Promise<void> {
  await settle(db, ids, token, dueAt)
}
