// Writes a rule of recurrence (RFC 5545, section 3.3.10) out as days, for the rules that people give to events.
import { dayMs } from '../../contract/spans.ts'

/** A rule that can be written out. `until` is a clock time read as if it were UTC, or an instant where `untilIsInstant`. */
type Rule = {
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY'
  interval: number
  count: number | null
  until: { ms: number; isInstant: boolean } | null
  /** Weekdays from 0, a Monday; `nth` from 1, or from -1 for the last of the month; 0 for every one. */
  days: { weekday: number; nth: number }[]
  monthDays: number[]
}

/** The starts of the series, as clock times read as if they were UTC; or why the rule cannot be written out. */
export type Series = { starts: number[] } | { fault: string }

const longestRule = 200
/** Past this many periods without a start a rule has none. */
const mostPeriods = 1_000
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

/**
 * Writes out a rule from its first start, `first`, a clock time read as if it were UTC. `instantOf` gives the instant of such a
 * time, for an UNTIL in UTC. A rule needs a COUNT or an UNTIL, and gives at most `most` starts.
 */
export function seriesOf(
  text: string,
  first: number,
  most: number,
  instantOf: (localMs: number) => number | null,
): Series {
  const rule = readRule(text)
  if (typeof rule === 'string') return { fault: rule }
  const starts: number[] = []
  const last = (start: number) => {
    if (!rule.until) return false
    const at = rule.until.isInstant ? instantOf(start) : start
    return at === null || at > rule.until.ms
  }
  for (let period = 0; period < mostPeriods; period++)
    for (const start of startsIn(rule, first, period)) {
      if (start < first) continue
      if (starts.length === 0 && start !== first) return { fault: 'the first start is no day of the rule' }
      if (last(start) || starts.length === rule.count) return { starts }
      if (starts.length === most)
        return { fault: `it gives more than ${most} dates; give an earlier UNTIL or a smaller COUNT` }
      starts.push(start)
    }
  return { starts }
}

/** The starts in one period of a rule, ascending: a day, a week or a month, `period` times the interval after the first. */
function startsIn({ frequency, interval, days, monthDays }: Rule, first: number, period: number): number[] {
  const time = ((first % dayMs) + dayMs) % dayMs
  const day = first - time
  if (frequency === 'DAILY') {
    const at = day + period * interval * dayMs
    return days.length === 0 || days.some(({ weekday }) => weekday === weekdayOf(at)) ? [at + time] : []
  }
  if (frequency === 'WEEKLY') {
    const monday = day - weekdayOf(day) * dayMs + period * interval * 7 * dayMs
    const wanted = days.length === 0 ? [weekdayOf(day)] : days.map(({ weekday }) => weekday)
    return [...new Set(wanted)].sort((a, b) => a - b).map(weekday => monday + weekday * dayMs + time)
  }
  const date = new Date(day)
  const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + period * interval, 1))
  const length = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate()
  const wanted =
    days.length > 0
      ? days.flatMap(each => daysOfMonth(month, length, each))
      : monthDays.length > 0
        ? monthDays
        : [date.getUTCDate()]
  return [...new Set(wanted)]
    .map(each => (each < 0 ? length + 1 + each : each))
    .filter(each => each >= 1 && each <= length)
    .sort((a, b) => a - b)
    .map(each => month.getTime() + (each - 1) * dayMs + time)
}

function daysOfMonth(month: Date, length: number, { weekday, nth }: Rule['days'][number]): number[] {
  const first = 1 + ((weekday - weekdayOf(month.getTime()) + 7) % 7)
  const all = Array.from({ length: 5 }, (_, week) => first + week * 7).filter(day => day <= length)
  return nth === 0 ? all : all.slice(...(nth > 0 ? [nth - 1, nth] : [nth, nth === -1 ? undefined : nth + 1]))
}

/** 1 January 1970 was a Thursday. */
const weekdayOf = (ms: number) => (((Math.floor(ms / dayMs) + 3) % 7) + 7) % 7

/** The rule, or what is wrong with it. */
function readRule(text: string): Rule | string {
  if (text.length > longestRule) return `it is longer than ${longestRule} characters`
  const parts = new Map(
    text
      .trim()
      .replace(/^RRULE:/i, '')
      .split(';')
      .filter(part => part !== '')
      .map(part => part.toUpperCase().split('=', 2) as [string, string | undefined]),
  )
  const unknown = [...parts.keys()].find(
    name => !['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'WKST'].includes(name),
  )
  if (unknown !== undefined) return `"${unknown.slice(0, 20)}" is not written out`
  const frequency = parts.get('FREQ')
  if (frequency !== 'DAILY' && frequency !== 'WEEKLY' && frequency !== 'MONTHLY')
    return 'FREQ has to be DAILY, WEEKLY or MONTHLY'
  const interval = numberIn(parts.get('INTERVAL') ?? '1')
  const count = parts.has('COUNT') ? numberIn(parts.get('COUNT')) : null
  const until = parts.has('UNTIL') ? readUntil(parts.get('UNTIL') ?? '') : null
  if (interval === undefined || count === undefined) return 'INTERVAL and COUNT are whole numbers from 1'
  if (until === undefined) return 'UNTIL has to be a date such as 20270630 or 20270630T220000Z'
  if ((count === null) === (until === null)) return 'it needs either a COUNT or an UNTIL'
  const week = parts.get('WKST') ?? 'MO'
  if (week !== 'MO' && interval > 1) return 'WKST has to be MO'
  const days = (parts.get('BYDAY') ?? '')
    .split(',')
    .filter(day => day !== '')
    .map(day => readDay(day, frequency))
  if (days.includes(undefined)) return 'BYDAY takes MO to SU, in a month also 1MO to 5SU and -1MO to -5SU'
  const monthDays = (parts.get('BYMONTHDAY') ?? '')
    .split(',')
    .filter(day => day !== '')
    .map(Number)
  if (monthDays.some(day => !Number.isInteger(day) || day === 0 || Math.abs(day) > 31))
    return 'BYMONTHDAY takes 1 to 31 and -1 to -31'
  if (monthDays.length > 0 && (frequency !== 'MONTHLY' || days.length > 0))
    return 'BYMONTHDAY goes with FREQ=MONTHLY and without BYDAY'
  return { frequency, interval, count, until, days: days as Rule['days'], monthDays }
}

function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined
}

function readDay(text: string, frequency: Rule['frequency']): Rule['days'][number] | undefined {
  const [, nth = '', name = ''] = /^([+-]?[1-5])?([A-Z]{2})$/.exec(text) ?? []
  const weekday = weekdays.indexOf(name)
  return weekday < 0 || (nth !== '' && frequency !== 'MONTHLY') ? undefined : { weekday, nth: Number(nth) }
}

/** A date counts to its last second. */
function readUntil(text: string): Rule['until'] | undefined {
  const match = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)(Z?))?$/.exec(text)
  if (!match) return undefined
  const [year, month, day, hour = 23, minute = 59, second = 59] = match
    .slice(1, 7)
    .map(part => (part === undefined ? undefined : Number(part)))
  return { ms: Date.UTC(year as number, (month as number) - 1, day, hour, minute, second), isInstant: match[7] === 'Z' }
}
