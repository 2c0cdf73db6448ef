// The events of a site, or one of them, as iCalendar (RFC 5545).
import ical, { ICalEventStatus } from 'ical-generator'
import type { SiteContext } from '../../../contract/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import {
  announcedHeadline,
  bodyOf,
  linksOf,
  occurrencesOf,
  type ShownPost,
  statusWord,
  whereParts,
} from '../kit/post-words.ts'

/** A calendar of posts with times, an entry an occurrence. Times are in UTC, which every calendar shows in its reader's zone. */
export function calendar(site: SiteContext, posts: readonly ShownPost[]): string {
  const row = siteRow(site.id)
  const { host } = new URL(site.baseUrl)
  const made = ical({ name: row.title, prodId: { company: 'Handbill', product: row.title, language: 'EN' } })
  for (const post of posts) {
    const times = occurrencesOf(row, post)
    const whereabouts = [whereParts(row, post).join(', '), ...linksOf(row, post)].filter(Boolean)
    const changedAt = new Date(post.updated_at ?? post.published_at)
    for (const time of times)
      made.createEvent({
        id: times.length > 1 ? `${post.id}-${Date.parse(time.start) / 1000}@${host}` : `${post.id}@${host}`,
        // Grows with every edit: a calendar takes an entry with a higher number for the newer one.
        sequence: Math.max(
          Math.round((changedAt.getTime() - Date.parse(post.published_at)) / 1000),
          post.updated_at ? 1 : 0,
        ),
        start: new Date(time.start),
        end: new Date(time.end),
        stamp: changedAt,
        lastModified: changedAt,
        summary: announcedHeadline(row, post),
        description: `${bodyOf(row, post)}\n\n${post.attribution}`,
        ...(whereabouts.length > 0 && { location: whereabouts.join(' · ') }),
        url: post.url,
        status: statusWord(row, post) === 'Cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
        categories: post.topics.map(name => ({ name })),
      })
  }
  return `${made.toString()}\r\n`.replace(/(\r\n)+$/, '\r\n')
}
