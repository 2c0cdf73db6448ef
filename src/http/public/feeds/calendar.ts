// The events of a list, or one event, as iCalendar (RFC 5545, RFC 7986), in the local time of each event.
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import { offsetAt } from '../../../domain/times/zones.ts'
import type { WithdrawnEvent } from '../../../usecases/lists/hidden-posts.ts'
import type { PostWithHistory } from '../../../usecases/lists/public-posts.ts'
import { bodyOf, headline, linksOf, shownPost, tracedOccurrences, whereParts, zoneOf } from '../kit/post-words.ts'
import { type ZoneBlock, zoneBlock } from './time-zones.ts'

/** How often a subscriber should look again. */
const refreshInterval = 'PT1H'

/** The content of a calendar: its name, events, and withdrawn events, which are marked as cancelled. */
type Shown = { name: string; posts: readonly PostWithHistory[]; withdrawn?: readonly WithdrawnEvent[] }

/** A calendar of posts with times, one entry per occurrence. */
export function calendar(site: SiteContext, { name, posts, withdrawn = [] }: Shown): string {
  const zones = new Map<string, ZoneBlock>()
  const entries = [
    ...posts.flatMap(post => shownEntries(site, zones, post)),
    ...withdrawn.flatMap(event => cancelledEntries(site, zones, event)),
  ]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Handbill//${text(siteRow(site.id).title)}//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${text(name)}`,
    `X-WR-CALNAME:${text(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}`,
    `X-PUBLISHED-TTL:${refreshInterval}`,
    ...[...zones.values()].flatMap(zone => zone.lines),
    ...entries,
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

function shownEntries(
  site: SiteContext,
  zones: Map<string, ZoneBlock>,
  { json, version, event }: PostWithHistory,
): string[] {
  const row = siteRow(site.id)
  const post = shownPost(json)
  const zone = zoneOf(row, post)
  const whereabouts = [whereParts(row, post).join(', '), ...linksOf(row, post)].filter(Boolean)
  const changedAt = utc(Date.parse(post.updated_at ?? post.published_at))
  return tracedOccurrences(row, post, event).flatMap(time => {
    const status = time.cancelled ? 'Cancelled: ' : time.previousStart ? 'Rescheduled: ' : ''
    return [
      'BEGIN:VEVENT',
      `UID:${uid(site, post.id, time.number)}`,
      // Grows with every change, even within one second: of two versions a calendar keeps the one with the higher number.
      `SEQUENCE:${version - 1}`,
      `DTSTAMP:${changedAt}`,
      `DTSTART${moment(zones, zone, time.start)}`,
      `DTEND${moment(zones, zone, time.end)}`,
      `SUMMARY:${text(status + headline(row, post))}`,
      ...(whereabouts.length > 0 ? [`LOCATION:${text(whereabouts.join(' · '))}`] : []),
      `DESCRIPTION:${text(`${bodyOf(row, post)}\n\n${post.attribution}`)}`,
      `URL:${post.url}`,
      `CATEGORIES:${post.topics.map(text).join(',')}`,
      `STATUS:${time.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
      `CREATED:${utc(Date.parse(post.published_at))}`,
      `LAST-MODIFIED:${changedAt}`,
      'END:VEVENT',
    ]
  })
}

/** Entries that cancel a withdrawn event in a subscriber's calendar. They hold none of its text. */
function cancelledEntries(site: SiteContext, zones: Map<string, ZoneBlock>, event: WithdrawnEvent): string[] {
  const { id, version, hiddenAt, url, zone, times } = event
  return times.flatMap(time => [
    'BEGIN:VEVENT',
    `UID:${uid(site, id, time.number)}`,
    `SEQUENCE:${version - 1}`,
    `DTSTAMP:${utc(hiddenAt)}`,
    `DTSTART${moment(zones, zone, time.start)}`,
    `DTEND${moment(zones, zone, time.end)}`,
    'SUMMARY:No longer public',
    `URL:${url}`,
    'STATUS:CANCELLED',
    `LAST-MODIFIED:${utc(hiddenAt)}`,
    'END:VEVENT',
  ])
}

/** The UID of an occurrence. It stays when the occurrence moves, so a calendar moves the entry. */
function uid({ baseUrl }: SiteContext, id: string, number: number): string {
  return `${number === 0 ? id : `${id}-${number}`}@${new URL(baseUrl).host}`
}

/** A time as parameter and value; in UTC when the yearly rules of the zone do not give the offset of that time. */
function moment(zones: Map<string, ZoneBlock>, zone: string, time: string): string {
  const instant = Date.parse(time)
  const block = zoneBlock(zone)
  if (!block || block.offsetAt(instant) !== offsetAt(zone, instant)) return `:${utc(instant)}`
  zones.set(block.id, block)
  return `;TZID=${block.id}:${time.slice(0, 19).replace(/[-:]/g, '')}`
}

function utc(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** A text as a value (RFC 5545 §3.3.11). */
function text(value: string): string {
  return value
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(unprintable, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

const lineOctets = 75

/** A line folded at 75 octets (RFC 5545 §3.1), never within a character. */
function folded(line: string): string {
  if (line.length * 3 <= lineOctets) return line
  const pieces: string[] = []
  let piece = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > lineOctets) {
      pieces.push(piece)
      piece = ' '
      octets = 1
    }
    piece += character
    octets += size
  }
  return [...pieces, piece].join('\r\n')
}
