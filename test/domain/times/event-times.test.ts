// The rules about the times of an event: what is accepted, what is flagged, and the text of every error.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { siteRow } from '../../../src/contract/sites.ts'
import { checkEventTimes } from '../../../src/domain/times/event-times.ts'
import { formatInZone } from '../../../src/domain/times/zones.ts'

const run = { seed: 20261201, numRuns: 300 }
const now = Date.parse('2026-11-21T12:00:00Z')
const hourMs = 3_600_000
const timezone = 'Europe/Berlin'
const names = siteRow('events').timed!

type Occurrence = { starts_at: string; ends_at: string }

function single(starts_at: string, ends_at: string, zone = timezone) {
  return checkEventTimes(names, { timezone: zone, starts_at, ends_at }, now, 'event')
}

function series(occurrences: Occurrence[], zone = timezone) {
  return checkEventTimes(names, { timezone: zone, occurrences }, now, 'event')
}

/** `count` evenings of two hours, a day apart, from 1 December on. */
function evenings(count: number): Occurrence[] {
  return Array.from({ length: count }, (_, day) => {
    const start = Date.parse('2026-12-01T18:00:00Z') + day * 24 * hourMs
    return { starts_at: formatInZone(timezone, start), ends_at: formatInZone(timezone, start + 2 * hourMs) }
  })
}

describe('valid times', () => {
  test('a start and an end in the offset of the zone make one occurrence without flags', () => {
    assert.deepEqual(single('2026-12-01T19:00:00+01:00', '2026-12-01T22:00:00+01:00'), {
      errors: [],
      times: {
        occurrences: [{ startsAt: Date.parse('2026-12-01T18:00:00Z'), endsAt: Date.parse('2026-12-01T21:00:00Z') }],
        flags: [],
      },
    })
  })

  test('up to 52 occurrences are accepted and sorted by their start', () => {
    const { errors, times } = series(evenings(52).reverse())
    assert.deepEqual(errors, [])
    assert.equal(times?.occurrences.length, 52)
    assert.deepEqual(
      times?.occurrences,
      [...(times?.occurrences ?? [])].sort((a, b) => a.startsAt - b.startsAt),
    )
  })

  test('an event that has begun and not ended is accepted', () => {
    assert.deepEqual(single('2020-01-01T00:00:00+01:00', '2026-11-21T13:00:01+01:00').errors, [])
  })

  test('a series whose last end lies in the future is accepted, whatever its other times are', () => {
    const past = { starts_at: '2026-11-01T10:00:00+01:00', ends_at: '2026-11-01T11:00:00+01:00' }
    assert.deepEqual(series([past, ...evenings(1)]).errors, [])
  })

  test('29 February is a valid date only in leap years', () => {
    assert.deepEqual(single('2028-02-29T10:00:00+01:00', '2028-02-29T11:00:00+01:00').errors, [])
    assert.match(
      single('2027-02-29T10:00:00+01:00', '2027-03-01T11:00:00+01:00').errors.join(),
      /^\/starts_at: .*2027-02 has the days 01 to 28$/,
    )
  })

  for (const [text, instant] of [
    ['2026-12-01t19:00:00z', '2026-12-01T19:00:00Z'],
    ['2026-12-01T19:00:00.987654321Z', '2026-12-01T19:00:00Z'],
    ['2026-12-01T19:00Z', '2026-12-01T19:00:00Z'],
    ['2026-12-01T19:00:00-00:00', '2026-12-01T19:00:00Z'],
    ['2026-12-01T19:00:00+14:00', '2026-12-01T05:00:00Z'],
    ['2026-12-01T19:00:00-12:00', '2026-12-02T07:00:00Z'],
    ['2026-12-01T19:00:00+05:45', '2026-12-01T13:15:00Z'],
  ] as const) {
    test(`the time ${text} is read as ${instant}`, () => {
      const zone = { '+14:00': 'Pacific/Kiritimati', '-12:00': 'Etc/GMT+12', '+05:45': 'Asia/Kathmandu' }[
        text.slice(-6)
      ]
      assert.equal(single(text, '2026-12-09T00:00:00Z', zone).times?.occurrences[0]?.startsAt, Date.parse(instant))
    })
  }
})

describe('an offset that contradicts the zone is refused with both readings', () => {
  const errorsOf = (start: string, end: string, zone = timezone) => single(start, end, zone).errors

  test('the error about a wrong offset suggests the local time and the instant, for the start and for the end', () => {
    assert.deepEqual(errorsOf('2027-03-06T19:00:00-05:00', '2027-03-06T21:00:00-05:00', 'Europe/Paris'), [
      '/starts_at: got "2027-03-06T19:00:00-05:00", but Europe/Paris keeps +01:00 then; write "2027-03-06T19:00:00+01:00" if the clock there shows 19:00, or "2027-03-07T01:00:00+01:00" if the instant is right',
      '/ends_at: got "2027-03-06T21:00:00-05:00", but Europe/Paris keeps +01:00 then; write "2027-03-06T21:00:00+01:00" if the clock there shows 21:00, or "2027-03-07T03:00:00+01:00" if the instant is right',
    ])
    assert.deepEqual(errorsOf('2026-12-01T19:00:00+01:00', '2026-12-01T22:00:00+00:00'), [
      '/ends_at: got "2026-12-01T22:00:00+00:00", but Europe/Berlin keeps +01:00 then; write "2026-12-01T22:00:00+01:00" if the clock there shows 22:00, or "2026-12-01T23:00:00+01:00" if the instant is right',
    ])
  })

  test('the winter offset is refused in summer', () => {
    assert.deepEqual(errorsOf('2027-07-01T19:00:00+01:00', '2027-07-01T22:00:00+02:00'), [
      '/starts_at: got "2027-07-01T19:00:00+01:00", but Europe/Berlin keeps +02:00 then; write "2027-07-01T19:00:00+02:00" if the clock there shows 19:00, or "2027-07-01T20:00:00+02:00" if the instant is right',
    ])
  })

  test('each reading that the error about a wrong offset suggests is accepted', () => {
    for (const [start, zone] of [
      ['2027-03-06T19:00:00+09:00', 'America/St_Johns'],
      ['2027-07-06T00:15:00-08:00', 'Australia/Lord_Howe'],
      ['2027-10-31T02:30:00+05:00', 'Europe/Berlin'],
    ] as const) {
      const [error = ''] = errorsOf(start, '2027-12-01T19:00:00Z', zone)
      const readings = [...error.matchAll(/(?:write|or) "([^"]+)"/g)].map(match => match[1]!)
      assert.equal(readings.length, 2, error)
      assert.equal(readings[0]?.slice(0, 19), start.slice(0, 19))
      assert.equal(Date.parse(readings[1]!), Date.parse(start))
      for (const reading of readings) assert.deepEqual(errorsOf(reading, '2027-12-01T19:00:00Z', zone), [])
    }
  })

  test('both offsets of the hour that the clock shows twice are accepted', () => {
    assert.deepEqual(errorsOf('2027-10-31T02:30:00+02:00', '2027-10-31T02:30:00+01:00'), [])
  })

  test('the error for an hour that the clock skips suggests only the instant', () => {
    assert.deepEqual(errorsOf('2027-03-28T02:30:00+01:00', '2027-03-28T05:00:00+02:00'), [
      '/starts_at: got "2027-03-28T02:30:00+01:00", but Europe/Berlin keeps +02:00 then; no clock there shows 02:30 on that day, so write "2027-03-28T03:30:00+02:00" if the instant is right',
    ])
    assert.deepEqual(errorsOf('2027-03-28T01:30:00+01:00', '2027-03-28T03:30:00+02:00'), [])
  })

  test('times with Z and -00:00 state an instant and are accepted in any zone', () => {
    for (const zone of ['UTC', 'Europe/London', 'Europe/Berlin', 'Pacific/Kiritimati'])
      assert.deepEqual(errorsOf('2026-12-01T19:00:00Z', '2026-12-01T20:00:00-00:00', zone), [])
  })

  test('an unknown zone adds no error about offsets', () => {
    assert.equal(errorsOf('2026-12-01T19:00:00-05:00', '2026-12-01T20:00:00+07:00', 'Nowhere/Land').length, 2)
  })
})

describe('the flag occurrences_overlap', () => {
  test('the flag occurrences_overlap is set when an occurrence begins before an earlier occurrence ends', () => {
    const [first, second, third] = evenings(3) as [Occurrence, Occurrence, Occurrence]
    assert.deepEqual(series([{ ...first, ends_at: third.ends_at }, second]).times?.flags, ['occurrences_overlap'])
    assert.deepEqual(series([third, { ...first, ends_at: third.ends_at }, second]).times?.flags, [
      'occurrences_overlap',
    ])
  })

  test('the flag occurrences_overlap is not set when one occurrence begins as the other ends', () => {
    const [first] = evenings(1) as [Occurrence]
    assert.deepEqual(
      series([first, { starts_at: first.ends_at, ends_at: '2026-12-02T01:00:00+01:00' }]).times?.flags,
      [],
    )
  })
})

describe('an invalid date-time is refused with a correct example', () => {
  for (const [text, says] of [
    ['2026-12-01', /date without a time.*write it as/],
    ['2026-12-01T19:00:00', /has no offset.*write "2026-12-01T19:00:00\+01:00"/],
    ['2026-12-01T19:00', /has no offset/],
    ['2026-12-01 19:00:00', /has no offset/],
    ['2026-12-01 19:00:00+01:00', /space.*put "T"/],
    ['2026-12-01T19:00:00+01', /offset without minutes or colon/],
    ['2026-12-01T19:00:00+0100', /offset without minutes or colon/],
    ['2026-12-01T19:00:00+01:00[Europe/Berlin]', /zone in brackets/],
    ['2026-12-01T19:00:00+15:00', /offset that no zone keeps/],
    ['2026-12-01T19:00:00-12:30', /offset that no zone keeps/],
    ['2026-12-01T19:00:00+01:60', /offset that no zone keeps/],
    ['2026-02-30T19:00:00+01:00', /no such day.*2026-02 has the days 01 to 28/],
    ['2026-04-31T19:00:00+01:00', /2026-04 has the days 01 to 30/],
    ['2026-00-10T19:00:00+01:00', /no such month/],
    ['2026-13-10T19:00:00+01:00', /no such month/],
    ['2026-12-00T19:00:00+01:00', /no such day/],
    ['2026-12-01T24:00:00+01:00', /hour 24.*00:00 of the next day/],
    ['2026-12-01T25:00:00+01:00', /no such hour/],
    ['2026-12-01T19:60:00+01:00', /no such minute/],
    ['2026-12-31T23:59:60Z', /leap second.*00 to 59/],
    ['2026-12-01T19:00:61Z', /no such second/],
    ['1795978800000', /is a number/],
    ['tomorrow at 8', /no RFC 3339 date-time/],
    ['', /no RFC 3339 date-time/],
    [' 2026-12-01T19:00:00Z', /no RFC 3339 date-time/],
    ['2026-12-01T19:00:00Z\n', /no RFC 3339 date-time/],
    ['２026-12-01T19:00:00Z', /no RFC 3339 date-time/],
    ['+002026-12-01T19:00:00Z', /no RFC 3339 date-time/],
  ] as const) {
    test(`the invalid date-time ${JSON.stringify(text)} is refused with a correct example`, () => {
      const { errors, times } = single(text, '2026-12-09T00:00:00Z')
      assert.equal(times, null)
      assert.equal(errors.length, 1, errors.join('\n'))
      assert.match(errors[0]!, /^\/starts_at: /)
      assert.match(errors[0]!, says)
      assert.ok(errors[0]!.includes(`got "${text}"`))
    })
  }
})

describe('an error is given for', () => {
  test('an end that is not later than its start gets an error', () => {
    const same = '2026-12-01T19:00:00+01:00'
    assert.deepEqual(single(same, same).errors, [`/ends_at: must be later than starts_at ("${same}"), got "${same}"`])
    assert.match(single(same, '2026-12-01T18:59:59Z').errors.join(), /^$/)
    assert.match(single(same, '2026-12-01T18:00:00+01:00').errors.join(), /^\/ends_at: must be later/)
  })

  test('an event whose end is now or earlier, to the second, gets an error', () => {
    assert.match(
      single('2026-11-21T10:00:00Z', '2026-11-21T12:00:00Z').errors.join(),
      /^\/ends_at: the event is over: its last end is 2026-11-21T12:00:00Z/,
    )
    assert.deepEqual(single('2026-11-21T10:00:00Z', '2026-11-21T12:00:01Z').errors, [])
  })

  test('a series that is over gets an error that names the last end', () => {
    const { errors } = series([
      { starts_at: '2026-11-02T10:00:00Z', ends_at: '2026-11-02T11:00:00Z' },
      { starts_at: '2026-11-01T10:00:00Z', ends_at: '2026-11-01T11:00:00Z' },
    ])
    assert.equal(errors.length, 1)
    assert.match(errors[0]!, /^\/occurrences\/0\/ends_at: the event is over/)
  })

  test('a start or an end more than three years ahead, to the second, gets an error', () => {
    assert.deepEqual(single('2029-11-21T11:00:00Z', '2029-11-21T12:00:00Z').errors, [])
    assert.match(
      single('2029-11-21T12:00:01Z', '2029-11-21T13:00:00Z').errors.join(),
      /^\/starts_at: is more than 3 years ahead.*the latest is 2029-11-21T12:00:00Z$/,
    )
  })

  test('an event with no times at all, half of them, or both forms gets an error', () => {
    const start = '2026-12-01T19:00:00+01:00'
    const check = (fields: object) => checkEventTimes(names, { timezone, ...fields }, now, 'event').errors
    assert.match(check({}).join(), /^\/starts_at: the event has no time; give starts_at and ends_at, or occurrences$/)
    assert.match(check({ starts_at: start }).join(), /^\/ends_at: is missing beside starts_at/)
    assert.match(check({ ends_at: start }).join(), /^\/starts_at: is missing beside ends_at/)
    assert.match(
      check({ starts_at: start, occurrences: evenings(1) }).join(),
      /^\/occurrences: got both starts_at and occurrences/,
    )
    assert.match(
      check({ starts_at: start, ends_at: start, occurrences: evenings(1) }).join(),
      /got both starts_at and ends_at and occurrences/,
    )
  })

  test('a series of no occurrence, or of more than 52, gets an error', () => {
    assert.match(series([]).errors.join(), /^\/occurrences: got none; give 1 to 52/)
    assert.match(series(evenings(53)).errors.join(), /^\/occurrences: got 53; give at most 52/)
  })

  test('two occurrences that start at the same instant, in any notation, get an error', () => {
    const [first] = evenings(1) as [Occurrence]
    const { errors, times } = series([first, { starts_at: '2026-12-01T18:00:00Z', ends_at: '2026-12-01T23:00:00Z' }])
    assert.equal(times, null)
    assert.deepEqual(errors, [
      '/occurrences/1/starts_at: is the same instant as /occurrences/0/starts_at, 2026-12-01T18:00:00Z; leave one out',
    ])
  })

  test('an unknown zone gets an error that suggests the nearest zone', () => {
    assert.deepEqual(single('2026-12-01T19:00:00+01:00', '2026-12-01T20:00:00+01:00', 'CET').errors, [
      '/timezone: "CET" is no IANA time zone of the form Area/City; did you mean "Europe/Paris"?',
    ])
    assert.match(
      single('2026-12-01T19:00:00Z', '2026-12-01T20:00:00Z', '+01:00').errors.join(),
      /^\/timezone: "\+01:00".*take a name such as "Europe\/Berlin"/,
    )
  })

  test('every wrong member of the times gets an error at once, each with its pointer', () => {
    const { errors } = series(
      [
        { starts_at: 'soon', ends_at: '2026-12-01' },
        ...evenings(1),
        { starts_at: '2026-12-05T19:00:00+01:00', ends_at: '2026-12-05T18:00:00+01:00' },
        { starts_at: '2030-01-01T00:00:00Z', ends_at: '2030-01-01T25:00:00Z' },
      ],
      'PST',
    )
    assert.deepEqual(
      errors.map(error => error.slice(0, error.indexOf(':'))),
      [
        '/timezone',
        '/occurrences/0/starts_at',
        '/occurrences/0/ends_at',
        '/occurrences/2/ends_at',
        '/occurrences/3/ends_at',
        '/occurrences/3/starts_at',
      ],
    )
  })
})

describe('any times', () => {
  const zone = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Chatham',
  )
  const soon = fc.integer({ min: 1, max: 3 * 365 * 24 * 60 }).map(minutes => now + minutes * 60_000)

  test('any times written in the offset of their zone are read as the same instants, without a flag', () => {
    fc.assert(
      fc.property(zone, fc.uniqueArray(soon, { minLength: 1, maxLength: 52 }), (timezone, starts) => {
        const gap = 60_000
        const occurrences = starts.map(start => ({
          starts_at: formatInZone(timezone, start),
          ends_at: formatInZone(timezone, start + gap),
        }))
        const sorted = [...starts].sort((a, b) => a - b)
        assert.deepEqual(checkEventTimes(names, { timezone, occurrences }, now, 'event'), {
          errors: [],
          times: { occurrences: sorted.map(start => ({ startsAt: start, endsAt: start + gap })), flags: [] },
        })
      }),
      run,
    )
  })

  test('any times are refused with pointers or accepted completely, and never make the check throw', () => {
    const digits = fc.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/)
    const text = fc.oneof(digits, fc.string())
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.record({ starts_at: text, ends_at: text }), { maxLength: 4 }),
        (timezone, occurrences) => {
          const { errors, times } = checkEventTimes(names, { timezone, occurrences }, now, 'event')
          assert.equal(errors.length === 0, times !== null)
          for (const error of errors) assert.match(error, /^\/(timezone|occurrences(\/\d+\/(starts|ends)_at)?): /)
        },
      ),
      run,
    )
  })
})
