// The instants that a badly written date and time can mean: without an offset, with a space, as 8 pm, as 25/12/2027, as a number.
import { dayMs, secondMs } from '../../../contract/spans.ts'
import { formatInZone, instantsOf, offsetAt } from '../../times/zones.ts'

/** A date-time as a post takes it, and what it says. */
export type TimeReading = { value: string; why: string }

/** The date as it was written: `Date.UTC` of the clock time, and the offset; null for none, 'Z' for an instant alone. */
type Written = { localMs: number; offset: string | null; zone: string | null }

const longestTime = 80

/**
 * Every reading of a value in a zone, the likeliest first; none where it cannot be read. `zone` is null while the zone of the post
 * is not known: then only values with an offset can be read.
 */
export function timeReadings(value: unknown, zone: string | null): TimeReading[] {
  if (typeof value === 'number') return fromEpoch(value, zone)
  if (typeof value !== 'string' || value.length > longestTime) return []
  const text = value.trim()
  if (/^(?:\d{10}|\d{13})$/.test(text)) return fromEpoch(Number(text), zone)
  return written(text).flatMap(each => (each.zone === null || each.zone === zone ? readingsIn(each, zone) : []))
}

/** Unix time of seconds has ten digits until the year 2286, that of milliseconds thirteen. */
function fromEpoch(value: number, zone: string | null): TimeReading[] {
  const digits = String(value).length
  if (zone === null || !Number.isInteger(value) || (digits !== 10 && digits !== 13)) return []
  const unit = digits === 10 ? 'seconds' : 'milliseconds'
  return [
    {
      value: formatInZone(zone, digits === 10 ? value * secondMs : value),
      why: `The number counts ${unit} since 1970 in UTC; this is the same instant in ${zone}.`,
    },
  ]
}

function readingsIn({ localMs, offset }: Written, zone: string | null): TimeReading[] {
  const local = new Date(localMs).toISOString().slice(0, 19)
  const clock = local.slice(11, 16)
  if (offset === 'Z') return [{ value: `${local}Z`, why: 'A date and time are written in this form.' }]
  if (offset !== null) return withOffset(localMs, offset, zone)
  if (zone === null) return []
  const instants = instantsOf(zone, localMs)
  if (instants.length === 1)
    return [
      {
        value: formatInZone(zone, instants[0] as number),
        why: `This is ${clock} in ${zone}, with the offset that it keeps then.`,
      },
    ]
  if (instants.length === 2)
    return instants.map((instant, i) => ({
      value: formatInZone(zone, instant),
      why: `Clocks in ${zone} show ${clock} twice on that day; this is the ${i === 0 ? 'first' : 'second'} time.`,
    }))
  const [before, after] = [-dayMs, dayMs].map(days => localMs - offsetAt(zone, localMs + days) * 60_000) as [
    number,
    number,
  ]
  return [before, after].map(instant => ({
    value: formatInZone(zone, instant),
    why: `No clock in ${zone} shows ${clock} on that day, since clocks are put forward; this is ${formatInZone(zone, instant).slice(11, 16)}.`,
  }))
}

/** A clock time with an offset: one reading where the zone keeps it, else the clock and the instant. */
function withOffset(localMs: number, offset: string, zone: string | null): TimeReading[] {
  const instant = localMs - minutesOf(offset) * 60_000
  const local = new Date(localMs).toISOString().slice(0, 19)
  if (zone === null || offsetAt(zone, instant) === minutesOf(offset))
    return [{ value: `${local}${offset}`, why: 'A date and time are written in this form.' }]
  const clock = local.slice(11, 16)
  const readings = instantsOf(zone, localMs).map(each => ({
    value: formatInZone(zone, each),
    why: `The clock in ${zone} shows ${clock}; ${offset} is not its offset then.`,
  }))
  const exact = {
    value: formatInZone(zone, instant),
    why: `The instant is right; the clock in ${zone} shows another time.`,
  }
  return [...readings, exact]
}

function minutesOf(offset: string): number {
  const size = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6))
  return offset[0] === '-' ? -size : size
}

const clock = '(\\d{1,2})(?:[:.](\\d{2}))?(?::(\\d{2})(?:[.,]\\d{1,9})?)?'
const rest = ' ?([ap]\\.?m\\.?)? ?(z|utc|gmt|[+-]\\d{2}(?::?\\d{2})?)?(?:\\[([^\\]]{1,64})\\])?'
const yearFirst = new RegExp(`^(\\d{4})[-/](\\d{1,2})[-/](\\d{1,2})(?:[t ]|, ?| at ) ?${clock}${rest}$`, 'i')
const yearLast = new RegExp(`^(\\d{1,2})([/.-])(\\d{1,2})\\2(\\d{4})(?:[t ]|, ?| at ) ?${clock}${rest}$`, 'i')

/** The dates that a text can mean: day and month of 03/04/2027 can be read both ways. */
function written(text: string): Written[] {
  const first = yearFirst.exec(text)
  if (first) {
    const [, year, month, day, ...time] = first
    return dated(Number(year), Number(month), Number(day), time)
  }
  const last = yearLast.exec(text)
  if (!last) return []
  const [, one, sign, two, year, ...time] = last
  const dayFirst = dated(Number(year), Number(two), Number(one), time)
  const monthFirst = sign === '.' || one === two ? [] : dated(Number(year), Number(one), Number(two), time)
  return [...dayFirst, ...monthFirst]
}

function dated(year: number, month: number, day: number, time: (string | undefined)[]): Written[] {
  const [hours = '', minutes, seconds = '0', half, offset, zone = null] = time
  if (minutes === undefined && half === undefined) return []
  const hour = hourOf(Number(hours), half)
  const minute = Number(minutes ?? 0)
  const isMidnight = hour === 24 && minute === 0 && Number(seconds) === 0
  if (hour === null || (hour > 23 && !isMidnight) || minute > 59 || Number(seconds) > 59) return []
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || date.getUTCFullYear() !== year) return []
  const localMs = date.getTime() + ((hour * 60 + minute) * 60 + Number(seconds)) * secondMs
  return [{ localMs, offset: offsetOf(offset), zone }]
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return null
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}

function offsetOf(text: string | undefined): string | null {
  if (text === undefined) return null
  if (!/^[+-]/.test(text)) return 'Z'
  const digits = text.replace(':', '').padEnd(5, '0')
  return `${digits.slice(0, 3)}:${digits.slice(3, 5)}`
}
