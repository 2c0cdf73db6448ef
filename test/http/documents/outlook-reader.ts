// Reads the times of a calendar as Outlook does: by the RRULEs of its VTIMEZONEs, without RDATE and without built-in zones.
import assert from 'node:assert/strict'

type Rule = { startsAt: number; to: number }

/** UID and start of each entry of a calendar, epoch milliseconds. Fails on a zone that it cannot read. */
export function startsIn(calendar: string): Map<string, number> {
  const lines = calendar.replaceAll(/\r\n[ \t]/g, '').split('\r\n')
  const zones = new Map<string, string[]>()
  const starts = new Map<string, number>()
  for (const [i, line] of lines.entries()) {
    const rest = (end: string) => lines.slice(i + 1, lines.indexOf(end, i))
    if (line === 'BEGIN:VTIMEZONE') {
      const zone = rest('END:VTIMEZONE')
      assert.ok(!zone.some(one => one.startsWith('RDATE')), 'a VTIMEZONE without RDATE, which Outlook does not read')
      zones.set(zone.find(one => one.startsWith('TZID:'))!.slice(5), zone)
    }
    if (line !== 'BEGIN:VEVENT') continue
    const entry = rest('END:VEVENT')
    const uid = entry.find(one => one.startsWith('UID:'))!.slice(4)
    const start = entry.find(one => one.startsWith('DTSTART'))!
    const [, zone, time, z] = /^DTSTART(?:;TZID=([^:]+))?:(\d{8}T\d{6})(Z?)$/.exec(start) ?? []
    assert.ok(time && Boolean(zone) !== Boolean(z), start)
    const wall = wallTime(time)
    starts.set(uid, zone ? wall - offsetOn(zones.get(zone), wall) : wall)
  }
  return starts
}

function wallTime(text: string): number {
  return Date.parse(
    `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}T${text.slice(9, 11)}:${text.slice(11, 13)}:00Z`,
  )
}

const ms = (offset: string) =>
  (offset.startsWith('-') ? -1 : 1) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3, 5))) * 60_000

/** The offset of a zone at a local time: that of the last change before it, found by going through the days of the year. */
function offsetOn(zone: string[] | undefined, wall: number): number {
  assert.ok(zone, 'the calendar has the zone of each time')
  const parts = zone.join('\n').matchAll(/BEGIN:(?:STANDARD|DAYLIGHT)\n([\s\S]*?)END:/g)
  const rules: Rule[] = [...parts].flatMap(([, part]) => {
    const value = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(part!)?.[1]
    const [start, to, rrule] = [wallTime(value('DTSTART')!), ms(value('TZOFFSETTO')!), value('RRULE')]
    if (rrule === undefined) return [{ startsAt: start, to }]
    const { BYMONTH, BYDAY, FREQ } = Object.fromEntries(rrule.split(';').map(pair => pair.split('='))) as Record<
      string,
      string
    >
    assert.ok(FREQ === 'YEARLY' && BYMONTH && BYDAY, rrule)
    const year = new Date(wall).getUTCFullYear()
    return [year - 1, year].map(each => ({ startsAt: dayOf(each, Number(BYMONTH), BYDAY) + (start % 86_400_000), to }))
  })
  const before = rules.filter(({ startsAt }) => startsAt <= wall).sort((a, b) => b.startsAt - a.startsAt)
  assert.ok(before[0], 'the zone has a rule for this time')
  return before[0].to
}

/** The day of the month that BYDAY names, counted among the days of that name from the front or the back. */
function dayOf(year: number, month: number, byDay: string): number {
  const weekday = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'].indexOf(byDay.slice(-2))
  const days = Array.from({ length: 31 }, (_, day) => Date.UTC(year, month - 1, day + 1)).filter(
    day => new Date(day).getUTCMonth() === month - 1 && new Date(day).getUTCDay() === weekday,
  )
  const found = days.at(Number(byDay.slice(0, -2)) > 0 ? Number(byDay.slice(0, -2)) - 1 : Number(byDay.slice(0, -2)))
  assert.ok(found !== undefined)
  return found
}
