// Time zones for calendars: VTIMEZONE with RRULEs alone, because Outlook does not read RDATE.
import { tzlib_get_ical_block } from 'timezones-ical-library'

/** A zone in a calendar: its TZID, its component, and the offset from UTC by its rules, in minutes. */
export type ZoneBlock = { id: string; lines: readonly string[]; offsetAt(epochMs: number): number }

const blocks = new Map<string, ZoneBlock | null>()

/** The block of a zone; null for a zone without one, whose times are written in UTC. */
export function zoneBlock(zone: string): ZoneBlock | null {
  const known = blocks.get(zone)
  if (known !== undefined) return known
  const found = tzlib_get_ical_block(zone)
  const block = Array.isArray(found) && found[0] ? readBlock(found[0]) : null
  blocks.set(zone, block)
  return block
}

/** A yearly change of clocks, or with a null `rule` a fixed offset. `at` is the local time before the change. */
type Change = { from: number; to: number; at: string; rule: { month: number; nth: number; weekday: number } | null }

function readBlock(text: string): ZoneBlock | null {
  const lines = text.split(/\r?\n/).filter(line => line !== '')
  const id = lines.find(line => line.startsWith('TZID:'))?.slice('TZID:'.length)
  const changes = [...text.matchAll(/BEGIN:(STANDARD|DAYLIGHT)\r?\n((?:(?!BEGIN:)[\s\S])*?)END:\1/g)].map(
    ([, , part]) => readChange(part!),
  )
  if (!id || changes.length === 0 || changes.includes(null)) return null
  return { id, lines, offsetAt: epochMs => offsetAt(changes as Change[], epochMs) }
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

function readChange(part: string): Change | null {
  const value = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(part)?.[1]
  const [from, to, start, rule] = [value('TZOFFSETFROM'), value('TZOFFSETTO'), value('DTSTART'), value('RRULE')]
  if (!from || !to || !start) return null
  const change = { from: minutes(from), to: minutes(to), at: start.slice(9) }
  if (rule === undefined) return { ...change, rule: null }
  const [, month, nth, weekday] = /^FREQ=YEARLY;BYMONTH=(\d+);BYDAY=(-?\d)(\w\w)$/.exec(rule) ?? []
  if (!month || !nth || !weekday) return null
  return { ...change, rule: { month: Number(month), nth: Number(nth), weekday: weekdays.indexOf(weekday) } }
}

function minutes(offset: string): number {
  const size = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3, 5))
  return offset.startsWith('-') ? -size : size
}

/** The offset after the latest change before an instant. */
function offsetAt(changes: readonly Change[], epochMs: number): number {
  const year = new Date(epochMs).getUTCFullYear()
  const onsets = changes.flatMap(change =>
    [year - 1, year, year + 1].map(each => ({ at: onsetOf(change, each), to: change.to })),
  )
  const past = onsets.filter(({ at }) => at <= epochMs).sort((a, b) => b.at - a.at)
  return past[0]?.to ?? 0
}

/** The instant of a change in a year, epoch milliseconds. */
function onsetOf({ rule, at, from }: Change, year: number): number {
  if (!rule) return -Infinity
  const { month, nth, weekday } = rule
  const time = (Number(at.slice(0, 2)) * 60 + Number(at.slice(2, 4)) - from) * 60_000
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  const last = new Date(Date.UTC(year, month, 0))
  const day =
    nth > 0
      ? 1 + ((weekday - first + 7) % 7) + (nth - 1) * 7
      : last.getUTCDate() - ((last.getUTCDay() - weekday + 7) % 7) + (nth + 1) * 7
  return Date.UTC(year, month - 1, day) + time
}
