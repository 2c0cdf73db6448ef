// The calendar of a list is bounded in entries and bytes, begins with what is soonest, and leaves other requests their turn.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { listCalendar, postCalendar } from '../../../src/http/public/feeds/calendar.ts'

const site = { id: 'events', baseUrl: 'http://events.test' } as const
const dayMs = 86_400_000
const first = Date.parse('2027-01-01T18:00:00Z')
const now = first - dayMs
const utc = (ms: number) => new Date(ms).toISOString().replace('.000', '')

/** A series whose first date is `day` days after the first of all. */
const series = (day: number, { dates = 52, words = 'Course', id = `p_${String(day).padStart(20, '0')}` } = {}) => ({
  json: JSON.stringify({
    ...{ id, site: 'events', url: `http://events.test/p/${id}`, title: `Course ${day}`, topics: ['courses'] },
    body: `${`${words} `.repeat(690)}the last words`,
    occurrences: Array.from({ length: dates }, (_, i) => ({
      starts_at: utc(first + (day + 7 * i) * dayMs),
      ends_at: utc(first + (day + 7 * i) * dayMs + 7_200_000),
    })),
    ...{ timezone: 'UTC', published_at: '2026-11-01T00:00:00Z', expires_at: null, author: { handle: 'ada' } },
    ...{ attribution: '“Course” by @ada', content_trust: 'untrusted', license: { id: 'CC-BY-4.0', url: '' } },
  }),
  version: 1,
  event: null,
})

const unfolded = (ics: string) => ics.replaceAll('\r\n ', '')
const startsOf = (ics: string) =>
  [...ics.slice(ics.indexOf('BEGIN:VEVENT')).matchAll(/^DTSTART[^:]*:(\S+)/gm)].map(([, start]) => start)
const descriptions = (ics: string) =>
  [...unfolded(ics).matchAll(/^DESCRIPTION:(.*)\r$/gm)].map(([, text]) => text ?? '')

test('200 long series make a calendar of bounded entries and bytes, the soonest first', async () => {
  const posts = Array.from({ length: 200 }, (_, day) => series(day))
  const ics = await listCalendar(site, { now, name: 'Events', posts })
  const starts = startsOf(ics)
  assert.ok(starts.length > 100 && starts.length <= limits.calendarEntries, String(starts.length))
  assert.ok(Buffer.byteLength(ics) <= limits.calendarBytes + 10_000, String(Buffer.byteLength(ics)))
  assert.deepEqual(starts, starts.toSorted())
  assert.equal(starts[0], '20270101T180000')
  for (const line of ics.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, line)
})

test('a series has its whole text at its first date, and an excerpt with the address at every further one', async () => {
  const ics = await listCalendar(site, {
    now,
    name: 'Events',
    posts: [series(0, { dates: 3, words: 'Grüße 😀', id: 'p_short' })],
  })
  const [whole, ...others] = descriptions(ics)
  assert.match(whole ?? '', /the last words/)
  assert.equal(others.length, 2)
  for (const text of others) {
    assert.doesNotMatch(text, /the last words/)
    assert.match(text, /http:\/\/events\.test\/p\/p_short/)
  }
  assert.ok(ics.isWellFormed() && !ics.includes('\ufffd'), 'no character is cut in two')
})

test('the calendar of one post is whole, however long it is', () => {
  assert.equal(startsOf(postCalendar(site, 'Course', series(0))).length, 52)
})

test('other work has its turn between two posts of a calendar', async () => {
  let turns = 0
  let writing = true
  const count = () => {
    turns++
    if (writing) setImmediate(count)
  }
  setImmediate(count)
  await listCalendar(site, { now, name: 'Events', posts: Array.from({ length: 50 }, (_, day) => series(day + 1_000)) })
  writing = false
  assert.ok(turns >= 49, String(turns))
})

test('a post that has changed is not shown from the entries that are kept', async () => {
  const before = series(3, { id: 'p_changed', dates: 1 })
  await listCalendar(site, { now, name: 'Events', posts: [before] })
  const after = { ...before, json: before.json.replace('Course 3', 'Course, moved'), version: 2 }
  assert.match(await listCalendar(site, { now, name: 'Events', posts: [after] }), /SUMMARY:Course\\, moved/)
})

test('an occurrence that is over comes after those that are not, and a withdrawn one takes its place among them', async () => {
  const at = (day: number) => ({ start: utc(first + day * dayMs), end: utc(first + day * dayMs + 7_200_000) })
  const withdrawn = [
    {
      ...{ id: 'p_gone', url: 'http://events.test/p/p_gone', version: 2, hiddenAt: first, zone: 'UTC' },
      times: [{ ...at(9), number: 0 }],
    },
  ]
  const later = first + 3 * dayMs
  const ics = await listCalendar(site, {
    now: later,
    name: 'Events',
    posts: [series(0, { dates: 3, id: 'p_over' })],
    withdrawn,
  })
  assert.deepEqual(
    startsOf(ics).map(start => start?.slice(0, 8)),
    ['20270108', '20270110', '20270115', '20270101'],
  )
})
