// What Intl knows of a language: dates, times, zones, numbers, countries, prices. English keeps the words that the service has for it.

import { currencyDecimals } from '../../contract/currencies.ts'
import { coded } from '../../contract/currency.ts'
import { dayMs, hourMs, minuteMs } from '../../contract/spans.ts'
import { about, span } from '../../contract/words.ts'
import type { AskingPrice } from '../money/asking-price.ts'
import { countryName } from '../places/countries.ts'
import type { Days } from '../times/days.ts'
import { moment } from '../times/moment.ts'
import { dayWords, months, type Occurrence, pointWords, timeParts, timeWords } from '../times/time-words.ts'
import { zoneWords } from '../times/zones.ts'

export type IntlWords = {
  /** The UTC day of an instant (RFC 3339): "21 November 2026". */
  day(instant: string): string
  /** An instant in UTC, epoch milliseconds. */
  moment(epochMs: number): string
  /** A point in time (RFC 3339) by its own clock. */
  point(text: string): string
  /** A time by its own clock in two parts; the second should stay on one line. */
  time(occurrence: Occurrence): [string, string]
  /** The same in one line. */
  timeLine(occurrence: Occurrence): string
  /** A zone: in short, and by its name if it has one. */
  zone(zone: string): { short: string; name: string | undefined }
  /** "March 2027". `month` from 1. */
  month(year: number, month: number): string
  /** A day since 1970 without its year, in three: what stands before the number of the day, the number, and what stands after it. */
  dayInMonth(day: number): [string, string, string]
  /** "Sat 28", for a day since 1970. */
  shortDay(day: number): string
  /** "Sat 28 Nov", "Sat 28 Nov to Sun 29 Nov". */
  days(days: Days): string
  /** The day of a date-time (RFC 3339) by its own clock, in parts: "Sat", "28", "Nov". */
  dayParts(text: string): { weekday: string; day: string; month: string }
  /** The days of the week from Monday, whole and short. */
  weekdays: readonly { long: string; short: string }[]
  /** A country by its ISO 3166-1 code. */
  country(code: string): string
  number(value: number): string
  /** A distance in km. */
  km(value: number): string
  /** "1 minute", "5 hours": a measured time in milliseconds, rounded. */
  about(ms: number): string
  /** "24 hours", "30 days": a fixed span of time in milliseconds. */
  span(ms: number): string
  /** "10.00 USD": an amount of money of the platform in micros. */
  money(micros: number): string
  /** A price that is not 0, without what it is asked for. */
  price(price: AskingPrice): string
}

/** The parts of the local day of a date-time, without what stands between them and without the points of abbreviations. */
function partsOf(format: Intl.DateTimeFormat, text: string): { weekday: string; day: string; month: string } {
  const parts = format.formatToParts(Date.parse(`${text.slice(0, 10)}T00:00:00Z`))
  const part = (type: string) => (parts.find(each => each.type === type)?.value ?? '').replace(/\.$/, '')
  return { weekday: part('weekday'), day: part('day'), month: part('month') }
}

/** The words of a language. Formats are made on first use. */
export function intlWords(tag: string): IntlWords {
  return tag === 'en' ? english : { ...english, ...localWords(tag) }
}

/** The locale that writes amounts of a currency: English groups the digits of rupees as India does. */
function numbersOf(tag: string, currency: string): string {
  return tag === 'en' && currency === 'INR' ? 'en-IN' : tag
}

function priceFormat(tag: string): IntlWords['price'] {
  return ({ amount, currency }) =>
    new Intl.NumberFormat(numbersOf(tag, currency), {
      style: 'currency',
      currency,
      minimumFractionDigits: currencyDecimals.get(currency) ?? 2,
      maximumFractionDigits: currencyDecimals.get(currency) ?? 2,
      trailingZeroDisplay: 'stripIfInteger',
    }).format(amount)
}

const englishDay = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const wholeDay = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const

function aroundDay(format: Intl.DateTimeFormat, day: number): [string, string, string] {
  const parts = format.formatToParts(day * dayMs)
  const at = parts.findIndex(({ type }) => type === 'day')
  const text = (from: number, to?: number) =>
    parts
      .slice(from, to)
      .map(({ value }) => value)
      .join('')
  return [text(0, at), text(at, at + 1), text(at + 1)]
}

const englishWeekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'UTC' })

const english: IntlWords = {
  day: dayWords,
  moment,
  point: pointWords,
  time: timeParts,
  timeLine: timeWords,
  zone: zoneWords,
  month: (year, month) => `${months[month - 1]} ${year}`,
  dayInMonth: day => aroundDay(new Intl.DateTimeFormat('en-GB', wholeDay), day),
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(long => ({
    long,
    short: long.slice(0, 3),
  })),
  country: countryName,
  shortDay: day => englishWeekday.format(day * dayMs),
  dayParts: text => partsOf(englishDay, text),
  days({ from, to }) {
    const [first, last] = [englishDay.format(from * dayMs), englishDay.format(to * dayMs)]
    return from === to ? first : `${first} to ${last}`
  },
  number: value => value.toLocaleString('en'),
  km: value => `${value} km`,
  about,
  span,
  money: coded,
  price: priceFormat('en'),
}

/** A Monday. */
const someMonday = Date.UTC(2024, 0, 1)

function localWords(tag: string): IntlWords {
  const formats = new Map<string, Intl.DateTimeFormat>()
  const format = (options: Intl.DateTimeFormatOptions) => {
    const key = JSON.stringify(options)
    const known = formats.get(key)
    if (known) return known
    const made = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options })
    formats.set(key, made)
    return made
  }
  const longDay = { day: 'numeric', month: 'long', year: 'numeric' } as const
  const day = { weekday: 'short', ...longDay } as const
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  const dayOfMonth = { weekday: 'short', day: 'numeric' } as const
  // A text has its own clock: its digits are read as if they were UTC.
  const wall = (text: string) => Date.parse(`${text.slice(0, 16)}:00Z`)
  const time = ({ start, end }: Occurrence): [string, string] => {
    const [from, to] = [wall(start), wall(end)]
    if (start.slice(0, 10) === end.slice(0, 10)) return [format(day).format(from), format(clock).formatRange(from, to)]
    return [`${format({ ...day, ...clock }).format(from)} –`, format({ ...day, ...clock }).format(to)]
  }
  let countries: Intl.DisplayNames | undefined
  return {
    day: instant => format(longDay).format(Date.parse(instant)),
    moment: epochMs => `${format({ ...longDay, ...clock }).format(epochMs)} UTC`,
    point: text => format({ ...day, ...clock }).format(wall(text)),
    time,
    timeLine: occurrence => time(occurrence).join(' '),
    zone(zone) {
      const { short } = zoneWords(zone)
      if (short.startsWith('UTC')) return { short, name: undefined }
      const parts = new Intl.DateTimeFormat(tag, { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts(
        someMonday,
      )
      return { short: parts.find(({ type }) => type === 'timeZoneName')?.value ?? short, name: undefined }
    },
    month: (year, month) => format({ month: 'long', year: 'numeric' }).format(Date.UTC(year, month - 1)),
    dayInMonth: day => aroundDay(format(wholeDay), day),
    shortDay: day => format(dayOfMonth).format(day * dayMs),
    dayParts: text => ({
      ...partsOf(format({ ...dayOfMonth, month: 'short' }), text),
      month: format({ month: 'short' }).format(wall(text)).replace(/\.$/, ''),
    }),
    days({ from, to }) {
      const range = format({ ...dayOfMonth, month: 'short' })
      return from === to ? range.format(from * dayMs) : range.formatRange(from * dayMs, to * dayMs)
    },
    weekdays: Array.from({ length: 7 }, (_, i) => {
      const at = someMonday + i * dayMs
      return { long: format({ weekday: 'long' }).format(at), short: format({ weekday: 'short' }).format(at) }
    }),
    country(code) {
      countries ??= new Intl.DisplayNames(tag, { type: 'region' })
      try {
        return countries.of(code) ?? code
      } catch {
        return code
      }
    },
    number: value => new Intl.NumberFormat(tag).format(value),
    km: value => new Intl.NumberFormat(tag, { style: 'unit', unit: 'kilometer' }).format(value),
    about: ms => measured(tag, ms),
    span: ms => exact(tag, ms),
    money: micros => moneyIn(tag, micros),
    price: priceFormat(tag),
  }
}

type TimeUnit = 'second' | 'minute' | 'hour' | 'day'

const units = (tag: string) => (value: number, unit: TimeUnit) =>
  new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(value)

/** As `span` does in English. */
function exact(tag: string, ms: number): string {
  const unitOf = units(tag)
  if (ms < minuteMs) return unitOf(ms / 1000, 'second')
  if (ms < hourMs) return unitOf(ms / minuteMs, 'minute')
  const hours = ms / hourMs
  return hours > 24 && hours % 24 === 0 ? unitOf(hours / 24, 'day') : unitOf(hours, 'hour')
}

/** With as many places as in English. The code of the currency, since a sign alone names no dollar in most countries. */
function moneyIn(tag: string, micros: number): string {
  const [amount, currency = ''] = coded(micros).split(' ')
  const places = amount?.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(tag, {
    style: 'currency',
    currency,
    currencyDisplay: 'code',
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  }).format(Number(amount))
}

function measured(tag: string, ms: number): string {
  const unitOf = units(tag)
  const minutes = Math.max(1, Math.round(ms / minuteMs))
  if (minutes <= 90) return unitOf(minutes, 'minute')
  const hours = Math.round(ms / hourMs)
  return hours <= 36 ? unitOf(hours, 'hour') : unitOf(Math.round(hours / 24), 'day')
}
