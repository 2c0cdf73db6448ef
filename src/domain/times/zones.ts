// Names of time zones and the offset a zone keeps at an instant.
import { rawTimeZones } from '@vvo/tzdb'
import { dayMs } from '../../contract/spans.ts'
import { distance, longestCompared } from '../text/nearest.ts'

// The valid names are those of the IANA time zone database. Intl also takes offsets, any case and short names, and its list has
// neither links nor Asia/Kolkata. The package has no names of the area Etc. A name that only the runtime knows is newer and valid.
const hours = (sign: string, last: number) => Array.from({ length: last + 1 }, (_, hour) => `GMT${sign}${hour}`)
const etc = ['GMT', 'GMT0', 'Greenwich', 'UCT', 'UTC', 'Universal', 'Zulu', ...hours('+', 12), ...hours('-', 14)]
const named = rawTimeZones.flatMap(({ name, group }) => [name, ...group])
const listed = new Set(['UTC', ...named.filter(name => name.includes('/')), ...etc.map(name => `Etc/${name}`)].sort())

// Short names are ambiguous (CST is three zones) or have a fixed offset where people mean the zone with summer time.
const shortNamesOf: Record<string, string> = {
  UTC: 'Z GMT GMT0 GMT+0 GMT-0 Greenwich UCT Universal Zulu',
  'Europe/London': 'BST',
  'Europe/Lisbon': 'WET WEST',
  'Europe/Paris': 'CET CEST MET',
  'Europe/Berlin': 'MEZ MESZ',
  'Europe/Athens': 'EET EEST',
  'Europe/Moscow': 'MSK',
  'Europe/Istanbul': 'TRT',
  'America/New_York': 'EST EDT EST5EDT ET',
  'America/Chicago': 'CST CDT CST6CDT CT',
  'America/Denver': 'MST MDT MST7MDT MT',
  'America/Los_Angeles': 'PST PDT PST8PDT PT',
  'America/Anchorage': 'AKST AKDT',
  'Pacific/Honolulu': 'HST',
  'America/Halifax': 'AST ADT',
  'America/St_Johns': 'NST',
  'America/Sao_Paulo': 'BRT',
  'America/Argentina/Buenos_Aires': 'ART',
  'Africa/Johannesburg': 'SAST',
  'Africa/Maputo': 'CAT',
  'Africa/Nairobi': 'EAT',
  'Africa/Lagos': 'WAT',
  'Asia/Dubai': 'GST',
  'Asia/Karachi': 'PKT',
  'Asia/Kolkata': 'IST',
  'Asia/Bangkok': 'ICT',
  'Asia/Jakarta': 'WIB',
  'Asia/Singapore': 'SGT',
  'Asia/Hong_Kong': 'HKT',
  'Asia/Seoul': 'KST',
  'Asia/Tokyo': 'JST',
  'Australia/Perth': 'AWST',
  'Australia/Adelaide': 'ACST',
  'Australia/Sydney': 'AEST AEDT',
  'Pacific/Auckland': 'NZST NZDT',
  'Pacific/Kwajalein': 'Kwajalein',
}

// The database has short names of its own too, such as Japan and GB.
const shortNames = new Map([
  ...rawTimeZones.flatMap(({ name, group }) => group.filter(link => !link.includes('/')).map(link => pair(link, name))),
  ...Object.entries(shortNamesOf).flatMap(([zone, names]) => names.split(' ').map(short => pair(short, zone))),
])

function pair(short: string, zone: string): [string, string] {
  return [short.toUpperCase(), zone]
}

const clocks = new Map<string, Intl.DateTimeFormat | null>()

function clockOf(zone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  // The form is checked before Intl is asked, so that neither offsets nor endless wrong names fill the cache.
  if (!listed.has(zone) && !/^[A-Z][A-Za-z]+(\/[A-Z][A-Za-z_-]+){1,2}$/.test(zone)) return null
  let clock: Intl.DateTimeFormat | null = null
  try {
    clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  } catch {
    return null
  }
  if (!listed.has(zone) && clock.resolvedOptions().timeZone !== zone) return null
  clocks.set(zone, clock)
  return clock
}

/** Whether the text is the name of an IANA time zone in the spelling of the database: Area/City, or UTC (contract.md §3). */
export function isTimeZone(id: string): boolean {
  return clockOf(id) !== null
}

/** The time zone that a text most likely means (other case, a city alone, an abbreviation, a typing slip), or undefined. */
export function suggestTimeZone(id: string): string | undefined {
  if (id.length > longestCompared) return undefined
  const key = id.trim().toUpperCase().replace(/\s+/g, '_')
  if (key === '') return undefined
  const short = shortNames.get(key)
  if (short) return short
  const wanted = `/${cityOf(key)}`
  let nearest: { zone: string; steps: number } | undefined
  for (const zone of listed) {
    const upper = zone.toUpperCase()
    if (upper === key) return zone
    const name = upper.includes('/') && key.includes('/') ? upper : cityOf(upper)
    const steps = upper.endsWith(wanted) ? 0.5 : distance(name, key)
    if (!nearest || steps < nearest.steps) nearest = { zone, steps }
  }
  return nearest && nearest.steps <= Math.min(2, key.length / 4) ? nearest.zone : undefined
}

const zonesByCountry = Map.groupBy(rawTimeZones, ({ countryCode }) => countryCode)

/** The time zone of a country that has only one; else undefined. `country` is an ISO 3166-1 alpha-2 code. */
export function onlyZoneOf(country: string): string | undefined {
  const [zone, ...others] = zonesByCountry.get(country) ?? []
  return others.length === 0 ? zone?.name : undefined
}

const namesOfTimes = new Map(
  rawTimeZones.flatMap(({ name, group, alternativeName }) =>
    [name, ...group].map((zone): [string, string] => [zone, alternativeName]),
  ),
)

/**
 * The names of the time of a zone: "Paris time", and "Central European Time" where it has such a name. A zone of the area Etc is
 * named by its offset from UTC, whose sign is the opposite of the sign in its name.
 */
export function zoneWords(zone: string): { short: string; name: string | undefined } {
  const [, sign, hours] = /^Etc\/GMT([+-])(\d+)$/.exec(zone) ?? []
  if (sign && hours !== '0') return { short: `UTC${sign === '+' ? '−' : '+'}${hours}`, name: undefined }
  if (zone === 'UTC' || zone.startsWith('Etc/')) return { short: 'UTC', name: 'Coordinated Universal Time' }
  return { short: `${cityOf(zone).replaceAll('_', ' ')} time`, name: namesOfTimes.get(zone) }
}

function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1)
}

/**
 * The offset of a zone from UTC at an instant: whole minutes, east positive. `epochMs` in milliseconds since 1970 in UTC.
 * Throws a RangeError for a name that isTimeZone refuses.
 */
export function offsetAt(zone: string, epochMs: number): number {
  const clock = clockOf(zone)
  if (!clock) throw new RangeError(`"${zone}" is no IANA time zone`)
  return readOffset(clock.format(epochMs))
}

function readOffset(text: string): number {
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(text)
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return match[1] === '-' ? -minutes : minutes
}

/**
 * The instant at which a clock in the zone shows a time, in epoch milliseconds; `localMs` is that time read as if it were UTC. Where
 * the clock shows the time twice, one of the two instants; where the clock skips the time, null. Throws as offsetAt does.
 */
export function instantOf(zone: string, localMs: number): number | null {
  const near = localMs - offsetAt(zone, localMs) * 60_000
  const instant = localMs - offsetAt(zone, near) * 60_000
  return instant + offsetAt(zone, instant) * 60_000 === localMs ? instant : null
}

/**
 * Every instant at which a clock in the zone shows a time, in epoch milliseconds, ascending: two where the clock is put back, none
 * where the clock skips the time. `localMs` is that time read as if it were UTC. Throws as offsetAt does.
 */
export function instantsOf(zone: string, localMs: number): number[] {
  const offsets = new Set([-1, 0, 1].map(days => offsetAt(zone, localMs + days * dayMs)))
  return [...offsets]
    .map(offset => localMs - offset * 60_000)
    .filter(instant => instant + offsetAt(zone, instant) * 60_000 === localMs)
    .sort((a, b) => a - b)
}

/** The instant as RFC 3339 in the zone's own offset, whole seconds: 2026-12-01T19:00:00+01:00. Throws as offsetAt does. */
export function formatInZone(zone: string, epochMs: number): string {
  const minutes = offsetAt(zone, epochMs)
  const local = new Date(epochMs + minutes * 60_000).toISOString().slice(0, 19)
  return local + writeOffset(minutes)
}

function writeOffset(minutes: number): string {
  const size = Math.abs(minutes)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
