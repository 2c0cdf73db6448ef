// Reads and checks the times of an event.

import { limits } from '../../contract/limits.ts'
import type { FlagName } from '../../contract/moderation/flags.ts'
import type { TimeMembers } from '../../contract/sites.ts'
import { formatInZone, instantOf, instantsOf, isTimeZone, offsetAt, suggestTimeZone } from './zones.ts'

/** Occurrences sorted by their start, in epoch milliseconds, and their flags. */
export type CheckedTimes = { occurrences: { startsAt: number; endsAt: number }[]; flags: FlagName[] }

/** Members that fit their schema. */
type Fields = Readonly<Record<string, unknown>>

// No zone is further from UTC: Kiritimati keeps +14:00, the last ships -12:00.
const maxOffsetHours = 14

/**
 * Checks the times of a post (contract.md §3), in the members of `names`, against `now`, epoch milliseconds. Returns every error,
 * each as "JSON pointer: what is wrong, what it got, what would be right", or else the times. Errors call the post `noun`. An
 * offset other than that of the zone at the instant is an error; `Z` gives only the instant. Without a zone offsets are not checked.
 * The flag `occurrences_overlap` is raised when an occurrence begins before an earlier one ends.
 */
export function checkEventTimes(
  names: TimeMembers,
  fields: Fields,
  now: number,
  noun: string,
): { errors: string[]; times: CheckedTimes | null } {
  const errors: string[] = []
  const named = fields[names.zone]
  const zone = typeof named === 'string' && isTimeZone(named) ? named : null
  // The schema finds a zone that is no text. Without a zone nothing can be said about offsets.
  if (zone === null && typeof named === 'string') errors.push(`/${names.zone}: ${timeZoneError(named)}`)

  const entries = entriesOf(names, fields, noun, errors)
  const latest = yearsAfter(now, limits.timesYearsAhead)
  const read: { startsAt: number; endsAt: number; at: string }[] = []
  for (const { at, startsAt: startText, endsAt: endText } of entries) {
    const start = readDateTime(startText, zone)
    const end = readDateTime(endText, zone)
    if (typeof start === 'string') errors.push(`${at}/${names.start}: ${start}`)
    if (typeof end === 'string') errors.push(`${at}/${names.end}: ${end}`)
    for (const [name, time, text] of [
      [names.start, start, startText],
      [names.end, end, endText],
    ] as const) {
      if (typeof time === 'string') continue
      const otherOffset = zone === null ? null : offsetError(zone, time, text)
      if (otherOffset) errors.push(`${at}/${name}: ${otherOffset}`)
      if (time.epochMs <= latest) continue
      errors.push(
        `${at}/${name}: is more than ${limits.timesYearsAhead} years ahead, got "${text}"; the latest is ${utc(latest)}`,
      )
    }
    if (typeof start === 'string' || typeof end === 'string') continue
    if (end.epochMs <= start.epochMs) {
      errors.push(`${at}/${names.end}: must be later than ${names.start} ("${startText}"), got "${endText}"`)
    }
    read.push({ startsAt: start.epochMs, endsAt: end.epochMs, at })
  }

  const sorted = [...read].sort((a, b) => a.startsAt - b.startsAt)
  for (const [index, occurrence] of sorted.entries()) {
    const before = sorted[index - 1]
    if (before?.startsAt === occurrence.startsAt) {
      errors.push(
        `${occurrence.at}/${names.start}: is the same instant as ${before.at}/${names.start}, ${utc(before.startsAt)}; leave one out`,
      )
    }
  }
  // An unreadable end could be in the future, so the last end counts only when all ends are readable.
  const last = read.reduce<(typeof read)[number] | null>((a, b) => (a && a.endsAt >= b.endsAt ? a : b), null)
  if (last && read.length === entries.length && last.endsAt <= now) {
    errors.push(
      `${last.at}/${names.end}: the ${noun} is over: its last end is ${utc(last.endsAt)}, and it is ${utc(now)} now`,
    )
  }
  if (errors.length > 0) return { errors, times: null }

  const flags: FlagName[] = overlap(sorted) ? ['occurrences_overlap'] : []
  return { errors, times: { occurrences: sorted.map(({ startsAt, endsAt }) => ({ startsAt, endsAt })), flags } }
}

/** The error of an offset that the zone does not keep, with its two readings: the local clock or the instant (contract.md §3). */
function offsetError(zone: string, { epochMs, offset }: DateTime, text: string): string | null {
  if (offset === null || offset === offsetAt(zone, epochMs)) return null
  const instant = formatInZone(zone, epochMs)
  const local = epochMs + offset * 60_000
  const onTheClock = instantOf(zone, local)
  const clock = new Date(local).toISOString().slice(11, 16)
  const asWritten =
    onTheClock === null
      ? `no clock there shows ${clock} on that day`
      : `write "${formatInZone(zone, onTheClock)}" if the clock there shows ${clock}`
  return `got "${text}", but ${zone} keeps ${instant.slice(-6)} then; ${asWritten}, ${onTheClock === null ? 'so write' : 'or'} "${instant}" if the instant is right`
}

function timeZoneError(timezone: string): string {
  const meant = suggestTimeZone(timezone)
  const hint = meant ? `did you mean "${meant}"?` : 'take a name such as "Europe/Berlin", or "UTC"'
  return `"${timezone}" is no IANA time zone of the form Area/City; ${hint}`
}

function entriesOf(
  { start, end, series, seriesMax }: TimeMembers,
  fields: Fields,
  noun: string,
  errors: string[],
): { at: string; startsAt: string; endsAt: string }[] {
  const startsAt = fields[start] as string | undefined
  const endsAt = fields[end] as string | undefined
  const times = fields[series] as Record<string, string>[] | undefined
  if (times === undefined) {
    if (startsAt !== undefined && endsAt !== undefined) return [{ at: '', startsAt, endsAt }]
    if (startsAt === undefined && endsAt === undefined) {
      errors.push(`/${start}: the ${noun} has no time; give ${start} and ${end}, or ${series}`)
    } else {
      const [missing, present] = startsAt === undefined ? [start, end] : [end, start]
      errors.push(`/${missing}: is missing beside ${present}; give both, or ${series} instead`)
      const read = readDateTime(startsAt ?? endsAt ?? '')
      if (typeof read === 'string') errors.push(`/${present}: ${read}`)
    }
    return []
  }
  const others = [startsAt !== undefined && start, endsAt !== undefined && end].filter(Boolean).join(' and ')
  if (others) errors.push(`/${series}: got both ${others} and ${series}; give one or the other`)
  if (times.length === 0) errors.push(`/${series}: got none; give 1 to ${seriesMax} of {${start}, ${end}}`)
  if (times.length > seriesMax)
    errors.push(`/${series}: got ${times.length}; give at most ${seriesMax}, and post the rest as another ${noun}`)
  return times.map((time, index) => ({
    at: `/${series}/${index}`,
    startsAt: time[start] as string,
    endsAt: time[end] as string,
  }))
}

function overlap(sorted: { startsAt: number; endsAt: number }[]): boolean {
  let latestEnd = Number.NEGATIVE_INFINITY
  for (const { startsAt, endsAt } of sorted) {
    if (startsAt < latestEnd) return true
    latestEnd = Math.max(latestEnd, endsAt)
  }
  return false
}

/** The instant of a checked date-time, epoch milliseconds. */
export function epochOf(text: string): number {
  const read = readDateTime(text)
  if (typeof read === 'string') throw new RangeError(read)
  return read.epochMs
}

/** `offset` in minutes east of UTC; null where the text gives only the instant. */
type DateTime = { epochMs: number; offset: number | null }

export function readDateTime(text: string, zone: string | null = null): DateTime | string {
  const match = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?([Zz]|[+-]\d\d:\d\d)$/.exec(text)
  if (!match) return formError(text, zone)
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(part => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  if (month < 1 || month > 12) return `has no such month, got "${text}"; months are 01 to 12`
  const days = daysIn(year, month)
  if (day < 1 || day > days) {
    return `has no such day, got "${text}"; ${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')} has the days 01 to ${days}`
  }
  if (hour === 24) return `has the hour 24, got "${text}"; midnight is 00:00 of the next day`
  if (hour > 24) return `has no such hour, got "${text}"; hours are 00 to 23`
  if (minute > 59) return `has no such minute, got "${text}"; minutes are 00 to 59`
  if (second === 60) return `has a leap second, got "${text}"; seconds are 00 to 59`
  if (second > 60) return `has no such second, got "${text}"; seconds are 00 to 59`
  const offset = readOffset(match[7]!)
  if (offset === null) {
    return `has an offset that no zone keeps, got "${text}"; offsets are -12:00 to +${maxOffsetHours}:00 with minutes 00 to 59`
  }
  // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  const local = new Date(0)
  local.setUTCFullYear(year, month - 1, day)
  local.setUTCHours(hour, minute, second)
  // -00:00 means an unknown local offset in RFC 3339, and so does Z in RFC 9557.
  const instantOnly = /^[Zz]|^-00:00/.test(match[7]!)
  return { epochMs: local.getTime() - offset * 60_000, offset: instantOnly ? null : offset }
}

function readOffset(text: string): number | null {
  if (text === 'Z' || text === 'z') return 0
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(4, 6))
  const size = hours * 60 + minutes
  if (minutes > 59 || size > (text[0] === '-' ? 12 : maxOffsetHours) * 60) return null
  return text[0] === '-' ? -size : size
}

function formError(text: string, zone: string | null): string {
  const like = 'write it as "2026-12-01T19:00:00+01:00"'
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `is a date without a time, got "${text}"; ${like}`
  if (/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d([.,]\d+)?)?$/.test(text)) {
    return `has no offset from UTC, got "${text}"; ${offsetAdvice(text, zone)}`
  }
  if (/^\d{4}-\d\d-\d\d +\d\d:\d\d/.test(text)) return `has a space between date and time, got "${text}"; put "T" there`
  if (/[+-]\d\d(\d\d)?$/.test(text) && /^\d{4}-\d\d-\d\d[Tt]/.test(text)) {
    return `has an offset without minutes or colon, got "${text}"; offsets are "Z" or ±hh:mm, such as "+01:00"`
  }
  if (/\[[^[\]]*\]$/.test(text)) return `names a zone in brackets, got "${text}"; leave the zone out, ${like}`
  if (/^\d{9,13}$/.test(text)) return `is a number, got "${text}"; ${like}`
  return `is no RFC 3339 date-time, got "${text}"; ${like}`
}

/** The date-time with the offset that the zone keeps at that time; both where the clock is put back. */
function offsetAdvice(text: string, zone: string | null): string {
  const like = 'write it with the offset that the zone keeps then, as in "2026-12-01T19:00:00+01:00"'
  const local = readDateTime(`${text.replace(/[ t]/, 'T').replace(',', '.')}Z`)
  if (zone === null || typeof local === 'string') return like
  const written = instantsOf(zone, local.epochMs).map(instant => `"${formatInZone(zone, instant)}"`)
  const clock = new Date(local.epochMs).toISOString().slice(11, 16)
  if (written.length === 0)
    return `no clock in ${zone} shows ${clock} on that day, since clocks are put forward; ${like}`
  if (written.length > 1) return `clocks in ${zone} show ${clock} twice on that day; write ${written.join(' or ')}`
  return `write ${written[0]}, which is ${clock} in ${zone}`
}

function daysIn(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

function yearsAfter(now: number, years: number): number {
  const then = new Date(now)
  then.setUTCFullYear(then.getUTCFullYear() + years)
  return then.getTime()
}

function utc(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`
}
