// Lists posts that are no longer public: that they are gone and since when, and for calendars their planned times.
import { baseUrlOf } from '../../actions/scope.ts'
import { limits } from '../../contract/limits.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import type { EventChange, PostFacts, PostFields } from '../../domain/posts/post.ts'
import { tagsOf } from '../../domain/posts/publication.ts'
import { firstNumbering } from '../../domain/times/occurrence-numbers.ts'
import { formatInZone } from '../../domain/times/zones.ts'
import { type HiddenPosition, hiddenEvents, hiddenPosts } from '../../store/lists/hidden-posts.ts'
import { filterTags } from '../../store/lists/list-filter.ts'
import type { Platform } from '../platform.ts'
import { listFilter } from './list-filter.ts'
import type { SiteList } from './site-lists.ts'

export type Tombstone = { id: string; url: string; hiddenAt: number }

/** One page of the posts that were taken down or deleted, the latest first, and the position of the next page. */
export async function tombstones(
  { db, facts }: Platform,
  site: SiteId,
  after: HiddenPosition | null,
): Promise<{ posts: Tombstone[]; next: HiddenPosition | null }> {
  const found = await hiddenPosts(db, { site, after, limit: limits.tombstonesPerPage + 1 })
  const shown = found.slice(0, limits.tombstonesPerPage)
  const baseUrl = baseUrlOf(facts, site)
  return {
    posts: shown.map(({ id, hiddenAt }) => ({ id, hiddenAt, url: `${baseUrl}/p/${id}` })),
    next: found.length > shown.length ? (shown.at(-1) ?? null) : null,
  }
}

/** A hidden event: its planned times in its own zone, with the numbers that identify them in calendars. */
export type WithdrawnEvent = {
  id: string
  url: string
  version: number
  hiddenAt: number
  zone: string
  times: { start: string; end: string; number: number }[]
}

/**
 * The events of a list that were hidden lately and are not over. Calendars cancel their entries without showing their content.
 */
export async function withdrawnEvents(
  platform: Platform,
  site: SiteId,
  filters: SiteList['filters'],
): Promise<WithdrawnEvent[]> {
  const { db, facts: platformFacts } = platform
  const { timed } = siteRow(site)
  const filter = await listFilter(platform, site, filters)
  const { now } = filter
  const found = await hiddenEvents(db, {
    site,
    since: now - limits.cancelledShownMs,
    limit: limits.cancelledShown,
  })
  const wanted = filterTags(filter)
  return found.flatMap(({ id, version, hiddenAt, ...row }) => {
    const [fields, facts] = [JSON.parse(row.fields) as PostFields, JSON.parse(row.facts) as PostFacts]
    const tags = tagsOf(siteRow(site), fields, facts, row.account_id)
    const over = facts.times.every(({ endsAt }) => endsAt <= now)
    if (!timed || over || !wanted.every(tag => tags.includes(tag))) return []
    const zone = String(fields[timed.zone])
    const event = row.event === null ? null : (JSON.parse(row.event) as EventChange)
    const { occurrences } = event?.numbering ?? firstNumbering(facts.times.length)
    const times = facts.times.map(({ startsAt, endsAt }, i) => ({
      start: formatInZone(zone, startsAt),
      end: formatInZone(zone, endsAt),
      number: occurrences[i]?.number ?? i,
    }))
    return [{ id, url: `${baseUrlOf(platformFacts, site)}/p/${id}`, version, hiddenAt, zone, times }]
  })
}
