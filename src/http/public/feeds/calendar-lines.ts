// Texts, times and lines of iCalendar (RFC 5545).
import { offsetAt } from '../../../domain/times/zones.ts'
import { type ZoneBlock, zoneBlock } from './time-zones.ts'

/** A time as parameter and value, and the zone that it names; in UTC when the yearly rules of the zone do not give its offset. */
export function moment(zone: string, time: string): { value: string; block: ZoneBlock | null } {
  const instant = Date.parse(time)
  const block = zoneBlock(zone)
  if (!block || block.offsetAt(instant) !== offsetAt(zone, instant)) return { value: `:${utc(instant)}`, block: null }
  return { value: `;TZID=${block.id}:${time.slice(0, 19).replace(/[-:]/g, '')}`, block }
}

/** An instant, epoch milliseconds, as a value in UTC. */
export function utc(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** A text as a value (RFC 5545 §3.3.11). */
export function textValue(value: string): string {
  return value
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(unprintable, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

const lineOctets = 75

/** Lines folded at 75 octets (RFC 5545 §3.1), never within a character, each with its end. */
export function foldedLines(lines: readonly string[]): string {
  return lines.map(line => `${folded(line)}\r\n`).join('')
}

function folded(line: string): string {
  if (line.length * 3 <= lineOctets) return line
  // A continued line begins with a space.
  const ends = /^[\x00-\x7f]*$/.test(line) ? asciiEnds(line) : endsOf(line)
  return ends.map((end, i) => (i === 0 ? '' : ' ') + line.slice(i === 0 ? 0 : ends[i - 1], end)).join('\r\n')
}

/** Where the pieces of a line end. */
function asciiEnds({ length }: string): number[] {
  const ends: number[] = []
  for (let end = lineOctets; end < length; end += lineOctets - 1) ends.push(end)
  return [...ends, length]
}

function endsOf(line: string): number[] {
  const ends: number[] = []
  let octets = 0
  let at = 0
  while (at < line.length) {
    const code = line.codePointAt(at) as number
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (octets + size > lineOctets) {
      ends.push(at)
      octets = 1
    }
    octets += size
    at += code < 0x10000 ? 1 : 2
  }
  return [...ends, line.length]
}
