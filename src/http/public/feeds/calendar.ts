// The events of a list, or one event, as iCalendar (RFC 5545, RFC 7986), in the local time of each event.
import { limits } from '../../../contract/limits.ts'
import type { SiteContext } from '../../../contract/sites/site-context.ts'
import { siteRow } from '../../../contract/sites.ts'
import { formatInZone } from '../../../domain/times/zones.ts'
import type { WithdrawnEvent } from '../../../usecases/lists/hidden-posts.ts'
import type { PostWithHistory } from '../../../usecases/lists/public-posts.ts'
import { mapWithPauses } from '../../../usecases/pauses.ts'
import type { TracedOccurrence } from '../kit/post-words.ts'
import { foldedLines, moment, textValue, utc } from './calendar-lines.ts'
import { type EventParts, eventParts } from './event-parts.ts'
import type { ZoneBlock } from './time-zones.ts'

/** How often a subscriber should look again. */
const refreshInterval = 'PT1H'

/** Entries that are written in one turn of the event loop. */
const entriesAtOnce = 25

/** An occurrence before it is written. Instants in epoch milliseconds. */
type Entry = { startsAt: number; endsAt: number; write(texts: 'whole' | 'short'): Written }
type Written = { text: string; zones: readonly ZoneBlock[] }

/** The events of a list, and its withdrawn events, which are marked as cancelled. `now` in epoch milliseconds. */
type Listed = { name: string; posts: readonly PostWithHistory[]; withdrawn: readonly WithdrawnEvent[]; now: number }

/** The calendar of one post: an entry for each occurrence, each with the whole text. */
export function postCalendar(site: SiteContext, name: string, post: PostWithHistory): string {
  const content = new CalendarContent(Infinity)
  for (const entry of shownEntries(site, eventParts(site, post))) content.add(entry.write('whole'))
  return content.calendar(site, name)
}

/**
 * The calendar of a list: at most `limits.calendarEntries` occurrences and `limits.calendarBytes` bytes, the soonest first, and
 * past ones after those that are not over. The first occurrence of an event has its text; further ones, and all of them once half
 * of the bytes are used, have an excerpt and the address. Other requests are answered between two events.
 */
export async function listCalendar(site: SiteContext, { name, posts, withdrawn, now }: Listed): Promise<string> {
  const shown = await mapWithPauses(posts, post => shownEntries(site, eventParts(site, post)))
  const entries = [
    ...shown.flatMap(series => series.map((entry, i) => ({ ...entry, texts: i === 0 ? 'whole' : 'short' }) as const)),
    ...withdrawn.flatMap(event => cancelledEntries(site, event)).map(entry => ({ ...entry, texts: 'short' }) as const),
  ]
  entries.sort((a, b) => distanceOf(a, now) - distanceOf(b, now))
  const content = new CalendarContent(limits.calendarBytes)
  await mapWithPauses(
    entries.slice(0, limits.calendarEntries),
    entry => content.add(entry.write(content.isHalfFull ? 'short' : entry.texts)),
    entriesAtOnce,
  )
  return content.calendar(site, name)
}

/** How far away an occurrence is: by its start, or past every coming one by how long it has been over. */
function distanceOf({ startsAt, endsAt }: Entry, now: number): number {
  return endsAt > now ? startsAt : Number.MAX_SAFE_INTEGER / 2 - endsAt
}

/** The entries and time zones of a calendar, up to a number of bytes. */
class CalendarContent {
  readonly #zones = new Map<string, string>()
  readonly #entries: string[] = []
  readonly #mostBytes: number
  #bytes = 2_000

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get isHalfFull(): boolean {
    return this.#bytes > this.#mostBytes / 2
  }

  /** Adds an entry if it fits. */
  add({ text, zones }: Written): void {
    const added = zones
      .filter(({ id }) => !this.#zones.has(id))
      .map(zone => [zone.id, foldedLines(zone.lines)] as const)
    const bytes = Buffer.byteLength(text) + added.reduce((sum, [, lines]) => sum + lines.length, 0)
    if (this.#bytes + bytes > this.#mostBytes) return
    this.#bytes += bytes
    for (const [id, lines] of added) this.#zones.set(id, lines)
    this.#entries.push(text)
  }

  calendar(site: SiteContext, name: string): string {
    const head = foldedLines([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      `PRODID:-//Handbill//${textValue(siteRow(site.id).title)}//EN`,
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      `NAME:${textValue(name)}`,
      `X-WR-CALNAME:${textValue(name)}`,
      `REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}`,
      `X-PUBLISHED-TTL:${refreshInterval}`,
    ])
    return [head, ...this.#zones.values(), ...this.#entries, 'END:VCALENDAR\r\n'].join('')
  }
}

function shownEntries(site: SiteContext, parts: EventParts): Entry[] {
  return parts.times.map(time => ({
    startsAt: Date.parse(time.start),
    endsAt: Date.parse(time.end),
    write: texts => shownEntry(site, parts, time, texts),
  }))
}

function shownEntry(site: SiteContext, parts: EventParts, time: TracedOccurrence, texts: 'whole' | 'short'): Written {
  const [start, end] = [moment(parts.zone, time.start), moment(parts.zone, time.end)]
  const status = time.cancelled ? 'Cancelled' : time.previousStart ? 'Rescheduled' : ''
  const own = foldedLines([
    'BEGIN:VEVENT',
    `UID:${uid(site, parts.id, time.number)}`,
    `DTSTART${start.value}`,
    `DTEND${end.value}`,
    `STATUS:${time.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
  ])
  return {
    text: `${own}${parts.summary(status)}${parts.description(texts)}${parts.others}END:VEVENT\r\n`,
    zones: [start.block, end.block].filter(block => block !== null),
  }
}

/** Entries that cancel a withdrawn event in a subscriber's calendar. They hold none of its text. */
function cancelledEntries(site: SiteContext, event: WithdrawnEvent): Entry[] {
  const { id, version, hiddenAt, url, zone, times } = event
  const write = ({ startsAt, endsAt, number }: WithdrawnEvent['times'][number]): Written => {
    const [start, end] = [startsAt, endsAt].map(instant => moment(zone, formatInZone(zone, instant)))
    const text = foldedLines([
      'BEGIN:VEVENT',
      `UID:${uid(site, id, number)}`,
      `SEQUENCE:${version - 1}`,
      `DTSTAMP:${utc(hiddenAt)}`,
      `DTSTART${start!.value}`,
      `DTEND${end!.value}`,
      'SUMMARY:No longer public',
      `URL:${url}`,
      'STATUS:CANCELLED',
      `LAST-MODIFIED:${utc(hiddenAt)}`,
      'END:VEVENT',
    ])
    return { text, zones: [start!.block, end!.block].filter(block => block !== null) }
  }
  return times.map(time => ({ startsAt: time.startsAt, endsAt: time.endsAt, write: () => write(time) }))
}

/** The UID of an occurrence. It stays when the occurrence moves, so a calendar moves the entry. */
function uid({ baseUrl }: SiteContext, id: string, number: number): string {
  return `${number === 0 ? id : `${id}-${number}`}@${new URL(baseUrl).host}`
}
