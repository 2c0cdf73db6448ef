// The worker of announcements: claims due announcements for each target, sends them outside any transaction, records the result.
import type { AnnouncementTarget } from '../contract/announcements.ts'
import { retryWaitsMs } from '../contract/retries.ts'
import type { SiteId } from '../contract/sites/site-ids.ts'
import { placesPath, topicsPath } from '../domain/posts/list-paths.ts'
import { waitAfter } from '../domain/retry.ts'
import type { Announcement } from '../store/delivery/announcements.ts'
import type { Platform } from '../usecases/platform.ts'

const batchSize = 200
const feeds = ['index.json', 'feed.xml']

/** Sends due announcements, at most one batch a target. Resolves with the number claimed. */
export async function runOnce(platform: Platform): Promise<number> {
  const claimed = await Promise.all(platform.facts.announced.map(target => sendTo(platform, target)))
  return claimed.reduce((sum, count) => sum + count, 0)
}

async function sendTo(platform: Platform, target: AnnouncementTarget): Promise<number> {
  const { token, announcements } = await platform.act('takeAnnouncements', { target, limit: batchSize })
  const bySite = Map.groupBy(announcements, ({ site }) => site)
  await Promise.all([...bySite].map(([site, rows]) => sendOfSite(platform, { target, site, rows, token })))
  return announcements.length
}

type Batch = { target: AnnouncementTarget; site: SiteId; rows: readonly Announcement[]; token: string }

/**
 * Sends the announcements of one site. If the process ends before recording, they are sent again after the lease: a repeat is
 * harmless.
 */
async function sendOfSite(platform: Platform, { target, site, rows, token }: Batch): Promise<void> {
  const { facts, announcer, log, now } = platform
  const baseUrl = facts.sites.find(({ id }) => id === site)?.baseUrl
  const attempts = Math.max(...rows.map(row => row.attempts))
  let dueAt: number | null = null
  try {
    // Announce nothing of a site that is no longer configured.
    if (baseUrl !== undefined) await announcer.send(target, baseUrl, addressesOf(target, baseUrl, rows))
    log.info({ target, site, announced: rows.length }, 'changes were announced')
  } catch (error) {
    const wait = waitAfter(attempts, retryWaitsMs.announcement)
    dueAt = wait === null ? null : now() + wait
    log.warn(
      { target, site, attempt: attempts, reason: (error as Error).message },
      dueAt === null ? 'announcements were given up' : 'changes could not be announced yet',
    )
  }
  await platform.act('settleAnnouncements', { ids: rows.map(({ id }) => id), token, dueAt })
}

/** The changed addresses: the posts for search engines, the feeds of every list with one of the posts for the hub. */
function addressesOf(target: AnnouncementTarget, baseUrl: string, rows: readonly Announcement[]): string[] {
  if (target === 'indexnow') return [...new Set(rows.map(({ post_id }) => `${baseUrl}/p/${post_id}`))]
  const lists = new Set([...rows.flatMap(row => JSON.parse(row.lists) as string[]), topicsPath, placesPath])
  return [...lists].flatMap(path => feeds.map(file => `${baseUrl}${path}${file}`))
}
