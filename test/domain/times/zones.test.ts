// What counts as a time zone, and how instants are written in a zone.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { formatInZone, isTimeZone, offsetAt, suggestTimeZone } from '../../../src/domain/times/zones.ts'

const run = { seed: 20261201, numRuns: 400 }
const runtimeZones = Intl.supportedValuesOf('timeZone').filter(zone => zone.includes('/'))

describe('the name of a time zone is checked:', () => {
  for (const zone of [
    'UTC',
    'Etc/UTC',
    'Europe/Berlin',
    'Europe/Kiev',
    'Europe/Kyiv',
    'Asia/Kolkata',
    'Asia/Calcutta',
    'US/Pacific',
    'America/Argentina/Buenos_Aires',
    'America/Indiana/Knox',
    'America/Port-au-Prince',
    'Etc/GMT+5',
    'Pacific/Chatham',
  ]) {
    test(`${zone} is a time zone`, () => assert.equal(isTimeZone(zone), true))
  }

  for (const text of [
    '',
    ' ',
    '+01:00',
    '-08:00',
    '+0100',
    '+01',
    'Etc/Bogus',
    'Etc/Unknown',
    'europe/berlin',
    'EUROPE/BERLIN',
    'Europe/berlin',
    'us/pacific',
    'utc',
    'EST',
    'CET',
    'GB',
    'Japan',
    'PST8PDT',
    'GMT',
    'Z',
    'Berlin',
    'Factory',
    'Europe',
    'Europe/',
    '/Berlin',
    'Europe/Berlin ',
    ' Europe/Berlin',
    'Europe/Berlin\n',
    'Europe//Berlin',
    '__proto__',
    'constructor',
  ]) {
    test(`${JSON.stringify(text)} is no time zone`, () => assert.equal(isTimeZone(text), false))
  }

  test('every area/city zone of the runtime is a time zone', () => {
    assert.deepEqual(
      runtimeZones.filter(zone => !isTimeZone(zone)),
      [],
    )
  })

  test('a zone in another case is no time zone', () => {
    const wrong = runtimeZones.flatMap(zone => [zone.toLowerCase(), zone.toUpperCase()]).filter(isTimeZone)
    assert.deepEqual(wrong, [])
  })
})

describe('an unknown zone:', () => {
  for (const [text, meant] of [
    ['europe/berlin', 'Europe/Berlin'],
    ['Berlin', 'Europe/Berlin'],
    ['new york', 'America/New_York'],
    ['America/New York', 'America/New_York'],
    ['Europe/Berlni', 'Europe/Berlin'],
    ['Zurich', 'Europe/Zurich'],
    ['CET', 'Europe/Paris'],
    ['PST', 'America/Los_Angeles'],
    ['EST', 'America/New_York'],
    ['gmt', 'UTC'],
    ['utc', 'UTC'],
    ['IST', 'Asia/Kolkata'],
    ['Japan', 'Asia/Tokyo'],
    ['Germany/Berlin', 'Europe/Berlin'],
    ['us/pacific', 'US/Pacific'],
  ] as const) {
    test(`${text} suggests ${meant}`, () => {
      assert.equal(suggestTimeZone(text), meant)
      assert.equal(isTimeZone(meant), true)
    })
  }

  for (const text of ['', '+01:00', 'Mars/Olympus_Mons', 'xyz', 'Etc/Bogus']) {
    test(`${JSON.stringify(text)} has no suggestion`, () => assert.equal(suggestTimeZone(text), undefined))
  }

  test('every suggestion is a time zone', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.constantFrom(...runtimeZones).map(zone => zone.slice(1)),
        ),
        text => {
          const meant = suggestTimeZone(text)
          return meant === undefined || isTimeZone(meant)
        },
      ),
      run,
    )
  })
})

describe('the offset of a zone', () => {
  for (const [zone, instant, minutes] of [
    ['UTC', '2026-07-01T00:00:00Z', 0],
    ['Europe/London', '2026-01-01T00:00:00Z', 0],
    ['Europe/London', '2026-07-01T00:00:00Z', 60],
    ['Asia/Kolkata', '2026-01-01T00:00:00Z', 330],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', 345],
    ['America/St_Johns', '2026-01-01T00:00:00Z', -210],
    ['Pacific/Kiritimati', '2026-01-01T00:00:00Z', 840],
    ['Etc/GMT+5', '2026-01-01T00:00:00Z', -300],
    ['Europe/Berlin', '2026-03-29T00:59:59Z', 60],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 120],
    ['Europe/Berlin', '2026-10-25T00:59:59Z', 120],
    ['Europe/Berlin', '2026-10-25T01:00:00Z', 60],
    ['Australia/Lord_Howe', '2026-01-01T00:00:00Z', 660],
    ['Australia/Lord_Howe', '2026-07-01T00:00:00Z', 630],
  ] as const) {
    test(`${zone} keeps ${minutes} minutes at ${instant}`, () =>
      assert.equal(offsetAt(zone, Date.parse(instant)), minutes))
  }

  test('an unknown zone has no offset', () => {
    assert.throws(() => offsetAt('+01:00', 0), RangeError)
    assert.throws(() => formatInZone('CET', 0), RangeError)
  })
})

describe('an instant written in a zone', () => {
  for (const [zone, instant, text] of [
    ['Europe/Berlin', '2026-12-01T18:00:00Z', '2026-12-01T19:00:00+01:00'],
    ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29T01:59:59+01:00'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:00'],
    ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T02:30:00+02:00'],
    ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00+01:00'],
    ['America/New_York', '2027-01-01T04:00:00Z', '2026-12-31T23:00:00-05:00'],
    ['America/St_Johns', '2026-01-01T00:00:00Z', '2025-12-31T20:30:00-03:30'],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', '2026-01-01T05:45:00+05:45'],
    ['UTC', '2026-12-01T18:00:00.999Z', '2026-12-01T18:00:00+00:00'],
  ] as const) {
    test(`${instant} is ${text} in ${zone}`, () => assert.equal(formatInZone(zone, Date.parse(instant)), text))
  }

  const second = fc.integer({ min: 0, max: 4_102_444_800 }).map(seconds => seconds * 1_000)

  test('an instant written in a zone reads back as the same instant in every zone', () => {
    fc.assert(
      fc.property(fc.constantFrom('UTC', ...runtimeZones), second, (zone, instant) => {
        const text = formatInZone(zone, instant)
        assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
        assert.equal(Date.parse(text), instant)
      }),
      run,
    )
  })

  test('an instant written in a zone shows the wall clock of the zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...runtimeZones),
        fc.integer({ min: 946_684_800, max: 1_956_528_000 }),
        (timeZone, seconds) => {
          const wall = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
            seconds * 1_000,
          )
          assert.equal(formatInZone(timeZone, seconds * 1_000).slice(0, 19), wall.replace(' ', 'T'))
        },
      ),
      run,
    )
  })
})
