// The check of values against schemas: a text that is too long costs no more than its length.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { longestWithoutMaxLength } from '../../src/domain/length-first.ts'
import { bodyShape, nearestOf, queryShape, suggestion } from '../../src/domain/shape.ts'

const members = Type.Object({
  topic: Type.Optional(Type.String({ pattern: '^(a+)+$', maxLength: 20 })),
  email: Type.Optional(Type.String({ format: 'email', maxLength: 20 })),
  time: Type.Optional(Type.String({ format: 'date-time' })),
  free: Type.Optional(Type.String({ pattern: '^(b+)+$' })),
})

test('a text longer than its maxLength is not compared with its pattern or format, and has that error alone', () => {
  for (const check of [bodyShape(members), queryShape(members)]) {
    // The pattern takes hours on this text.
    assert.deepEqual(check({ topic: `${'a'.repeat(60_000)}!` }), [
      `/topic: got "${'a'.repeat(76)}…; it has 60001 characters and takes at most 20`,
    ])
    assert.match(check({ email: 'T'.repeat(60_000) })[0] as string, /^\/email: .* at most 20$/)
    assert.equal(check({ email: 'T'.repeat(21) }).length, 1)
  }
})

test('a text without maxLength is compared with its pattern or format up to a length, and fails past it', () => {
  const check = bodyShape(members)
  assert.deepEqual(check({ free: 'b'.repeat(longestWithoutMaxLength) }), [])
  assert.match(check({ free: `${'b'.repeat(60_000)}!` })[0] as string, /takes text of the form \^\(b\+\)\+\$$/)
  assert.match(check({ time: 'T'.repeat(60_000) })[0] as string, /takes a date and time with an offset/)
})

test('a text of the allowed length is compared with its pattern and format', () => {
  const check = queryShape(members)
  assert.deepEqual(check({ topic: 'aaa', email: 'a@example.org', time: '2027-03-06T14:00:00+01:00' }), [])
  assert.match(check({ topic: 'b' })[0] as string, /takes text of the form/)
  assert.match(check({ email: 'b' })[0] as string, /takes an e-mail address/)
  assert.match(check({ time: '2027-03-06T14:00:00 01:00' })[0] as string, /\+ of an offset is written %2B$/)
  assert.match(check({ time: '2027-03-06T14:00:00.5 01:00' })[0] as string, /%2B$/)
})

test('the cost of an error grows no faster than the text that it is about', () => {
  const check = bodyShape(members)
  const cpu = (length: number) => {
    const text = 'T'.repeat(length)
    let least = Infinity
    for (let run = 0; run < 5; run++) {
      const begun = process.cpuUsage()
      for (let i = 0; i < 10; i++) check({ email: text, time: text, topic: text })
      const { user, system } = process.cpuUsage(begun)
      least = Math.min(least, user + system)
    }
    return least
  }
  cpu(1_000)
  // Four times the text: four times the cost, where a quadratic one takes sixteen.
  assert.ok(cpu(8_000) < cpu(2_000) * 9 + 2_000)
})

test('a name longer than every known one is compared with none', () => {
  assert.equal(nearestOf('titles', ['title']), 'title')
  assert.equal(nearestOf('title'.repeat(13), ['title']), undefined)
  assert.equal(suggestion('title'.repeat(10_000), ['title', 'body']), 'it takes title, body')
})
