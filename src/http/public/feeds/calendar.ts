// The events of a site, or one of them, as iCalendar (RFC 5545).
import ical, { ICalEventStatus } from 'ical-generator'
import type { SiteContext } from '../../../contract/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import type { PostWithHistory } from '../../../usecases/lists/public-posts.ts'
import { bodyOf, headline, linksOf, shownPost, tracedOccurrences, whereParts } from '../kit/post-words.ts'

/** A calendar of posts with times, an entry an occurrence. Times are in UTC, which every calendar shows in its reader's zone. */
export function calendar(site: SiteContext, posts: readonly PostWithHistory[]): string {
  const row = siteRow(site.id)
  const { host } = new URL(site.baseUrl)
  const made = ical({ name: row.title, prodId: { company: 'Handbill', product: row.title, language: 'EN' } })
  for (const { json, version, event } of posts) {
    const post = shownPost(json)
    const whereabouts = [whereParts(row, post).join(', '), ...linksOf(row, post)].filter(Boolean)
    const changedAt = new Date(post.updated_at ?? post.published_at)
    for (const time of tracedOccurrences(row, post, event)) {
      const status = time.cancelled ? 'Cancelled: ' : time.previousStart ? 'Rescheduled: ' : ''
      made.createEvent({
        // The same as long as it is the same occurrence, wherever it moves: a calendar moves the entry.
        id: time.number === 0 ? `${post.id}@${host}` : `${post.id}-${time.number}@${host}`,
        // Grows with every change, also within one second: a calendar takes an entry with a higher number for the newer one.
        sequence: version - 1,
        start: new Date(time.start),
        end: new Date(time.end),
        stamp: changedAt,
        lastModified: changedAt,
        summary: status + headline(row, post),
        description: `${bodyOf(row, post)}\n\n${post.attribution}`,
        ...(whereabouts.length > 0 && { location: whereabouts.join(' · ') }),
        url: post.url,
        status: time.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
        categories: post.topics.map(name => ({ name })),
      })
    }
  }
  return `${made.toString()}\r\n`.replace(/(\r\n)+$/, '\r\n')
}
