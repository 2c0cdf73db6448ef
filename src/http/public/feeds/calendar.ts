// The events of a list, or one event, as iCalendar (RFC 5545, RFC 7986), in the local time of each event.
import { LRUCache } from 'lru-cache'
import { limits } from '../../../contract/limits.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { offsetAt } from '../../../domain/times/zones.ts'
import type { WithdrawnEvent } from '../../../usecases/lists/hidden-posts.ts'
import type { PostWithHistory } from '../../../usecases/lists/public-posts.ts'
import { mapWithPauses } from '../../../usecases/pauses.ts'
import { bodyOf, headline, linksOf, shownPost, tracedOccurrences, whereParts, zoneOf } from '../kit/post-words.ts'
import { excerpt } from '../kit/prose.ts'
import { englishRow } from '../kit/spoken.ts'
import { type ZoneBlock, zoneBlock } from './time-zones.ts'

/** How much of the text the further dates of a series have, in characters. */
const excerptLength = 200

/** How often a subscriber should look again. */
const refreshInterval = 'PT1H'

/** The content of a calendar: its name, events, and withdrawn events, which are marked as cancelled. `now` in epoch ms. */
type Shown = { name: string; posts: readonly PostWithHistory[]; withdrawn?: readonly WithdrawnEvent[]; now: number }

/** An entry of a calendar: its start and end in epoch ms, its lines, and the zones that they name. */
type Entry = { start: number; end: number; lines: string; zones: readonly ZoneBlock[] }

/**
 * The calendar of a list, one entry per occurrence, soonest first and past ones last, bounded in entries and bytes (limits.calendarEntries and
 * calendarBytes). Other requests are answered between two posts.
 */
export async function listCalendar(site: SiteContext, shown: Shown): Promise<string> {
  const entries = await mapWithPauses(shown.posts, post => keptEntries(site, post))
  for (const event of shown.withdrawn ?? []) entries.push(cancelledEntries(site, event))
  return written(site, shown.name, bounded(entries.flat(), shown.now))
}

/** The calendar of one post, whole. */
export function postCalendar(site: SiteContext, name: string, post: PostWithHistory): string {
  return written(site, name, shownEntries(site, post))
}

/** The calendar of the one time of a post that starts at an instant (epoch ms), as in the whole; null where none does. */
export function timeCalendar(site: SiteContext, name: string, post: PostWithHistory, startsAt: number): string | null {
  const one = shownEntries(site, post).filter(({ start }) => start === startsAt)
  return one.length > 0 ? written(site, name, one) : null
}

/** The soonest entries that a calendar has room for; what is over comes last, the latest first. `now` in epoch ms. */
function bounded(entries: readonly Entry[], now: number): Entry[] {
  const [over, ahead] = [entries.filter(({ end }) => end <= now), entries.filter(({ end }) => end > now)]
  let bytes = 0
  return [...ahead.sort((a, b) => a.start - b.start), ...over.sort((a, b) => b.end - a.end)]
    .slice(0, limits.calendarEntries)
    .filter(({ lines }) => {
      bytes += Buffer.byteLength(lines)
      return bytes <= limits.calendarBytes
    })
}

function written(site: SiteContext, name: string, entries: readonly Entry[]): string {
  const zones = new Map(entries.flatMap(entry => entry.zones.map(zone => [zone.id, zone] as const)))
  const head = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Handbill//${text(englishRow(site).title)}//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${text(name)}`,
    `X-WR-CALNAME:${text(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}`,
    `X-PUBLISHED-TTL:${refreshInterval}`,
    ...[...zones.values()].flatMap(zone => zone.lines),
  ]
  return `${joined(head)}${entries.map(({ lines }) => lines).join('')}END:VCALENDAR\r\n`
}

const joined = (lines: readonly string[]) => lines.map(line => `${folded(line)}\r\n`).join('')

/** The entries of posts by site, address, post and version: a calendar is made again whenever one of its posts has changed. */
const kept = new LRUCache<string, Entry[]>({
  maxSize: limits.calendarEntriesKeptBytes,
  sizeCalculation: entries => entries.reduce((sum, { lines }) => sum + 2 * lines.length, 100),
})

function keptEntries(site: SiteContext, post: PostWithHistory): Entry[] {
  const { id, updated_at } = shownPost(post.json)
  const key = [site.id, site.baseUrl, id, post.version, updated_at].join(' ')
  const known = kept.get(key) ?? shownEntries(site, post)
  kept.set(key, known)
  return known
}

function shownEntries(site: SiteContext, { json, version, event }: PostWithHistory): Entry[] {
  const row = englishRow(site)
  const post = shownPost(json)
  const zone = zoneOf(row, post)
  const whereabouts = [whereParts(row, post).join(', '), ...linksOf(row, post)].filter(Boolean)
  const changedAt = utc(Date.parse(post.updated_at ?? post.published_at))
  const whole = folded(`DESCRIPTION:${text(`${bodyOf(row, post)}\n\n${post.attribution}`)}`)
  // The whole text stands once; in every further date of a series it would only make the calendar long.
  const short = folded(
    `DESCRIPTION:${text(`${excerpt(bodyOf(row, post), excerptLength)}\n\n${post.url}\n\n${post.attribution}`)}`,
  )
  return tracedOccurrences(row, post, event).map((time, i) => {
    const status = time.cancelled ? 'Cancelled: ' : time.previousStart ? 'Rescheduled: ' : ''
    const zones: ZoneBlock[] = []
    const lines = [
      'BEGIN:VEVENT',
      `UID:${uid(site, post.id, time.number)}`,
      // Grows with every change, even within one second: of two versions a calendar keeps the one with the higher number.
      `SEQUENCE:${version - 1}`,
      `DTSTAMP:${changedAt}`,
      `DTSTART${moment(zones, zone, time.start)}`,
      `DTEND${moment(zones, zone, time.end)}`,
      `SUMMARY:${text(status + headline(row, post))}`,
      ...(whereabouts.length > 0 ? [`LOCATION:${text(whereabouts.join(' · '))}`] : []),
    ]
    const after = [
      `URL:${post.url}`,
      `CATEGORIES:${post.topics.map(text).join(',')}`,
      `STATUS:${time.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
      `CREATED:${utc(Date.parse(post.published_at))}`,
      `LAST-MODIFIED:${changedAt}`,
      'END:VEVENT',
    ]
    return {
      start: Date.parse(time.start),
      end: Date.parse(time.end),
      lines: `${joined(lines)}${i === 0 ? whole : short}\r\n${joined(after)}`,
      zones,
    }
  })
}

/** Entries that cancel a withdrawn event in a subscriber's calendar. They hold none of its text. */
function cancelledEntries(site: SiteContext, event: WithdrawnEvent): Entry[] {
  const { id, version, hiddenAt, url, zone, times } = event
  return times.map(time => {
    const zones: ZoneBlock[] = []
    const lines = joined([
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
    return { start: Date.parse(time.start), end: Date.parse(time.end), lines, zones }
  })
}

/** The UID of an occurrence. It stays when the occurrence moves, so a calendar moves the entry. */
function uid({ baseUrl }: SiteContext, id: string, number: number): string {
  return `${number === 0 ? id : `${id}-${number}`}@${new URL(baseUrl).host}`
}

/** A time as parameter and value; in UTC when the yearly rules of the zone do not give the offset of that time. */
function moment(zones: ZoneBlock[], zone: string, time: string): string {
  const instant = Date.parse(time)
  const block = zoneBlock(zone)
  if (!block || block.offsetAt(instant) !== offsetAt(zone, instant)) return `:${utc(instant)}`
  zones.push(block)
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
  const bytes = Buffer.from(line)
  let start = 0
  while (bytes.length - start > room(start)) {
    let end = start + room(start)
    // A byte of the form 10xxxxxx continues a character.
    while ((bytes[end]! & 0xc0) === 0x80) end--
    pieces.push(bytes.toString('utf8', start, end))
    start = end
  }
  return [...pieces, bytes.toString('utf8', start)].join('\r\n ')
}

/** The octets of a line; those after the first begin with a space. */
const room = (start: number) => (start === 0 ? lineOctets : lineOctets - 1)
