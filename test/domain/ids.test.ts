// Ids and keys: ids are ordered by time, come from a seed, and never repeat.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { apiKey, idSource, isApiKey } from '../../src/domain/ids.ts'

const now = Date.UTC(2026, 11, 1)

test('ids sort in the order of their creation, whatever the seed', () => {
  const instant = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) })
  fc.assert(
    fc.property(instant, instant, fc.uuid(), fc.uuid(), (a, b, seedOfA, seedOfB) => {
      const [first, second] = [idSource(seedOfA, a).id('post'), idSource(seedOfB, b).id('post')]
      assert.match(first, /^p_[0-9A-Za-z]{20}$/)
      if (a !== b) assert.equal(first < second, a < b)
    }),
  )
})

test('a seed always gives the same ids, and no id twice', () => {
  const ids = () => {
    const source = idSource('0123456789abcdef', now)
    return Array.from({ length: 2_000 }, () => source.id('ledger'))
  }
  assert.deepEqual(ids(), ids())
  assert.equal(new Set(ids()).size, 2_000)
})

test('ids of the same millisecond share only the characters of the time', () => {
  const [a, b] = ['seed of one', 'seed of another'].map(seed => idSource(seed, now).id('account').slice('acct_'.length))
  assert.equal(a?.slice(0, 8), b?.slice(0, 8))
  assert.notEqual(a?.[8], b?.[8])
})

test('keys and tokens do not depend on the time', () => {
  assert.equal(idSource('a seed', now).text(32), idSource('a seed', now + 1_000).text(32))
  assert.match(idSource('a seed', now).text(500), /^[0-9A-Za-z]{500}$/)
})

test('the checksum of a key is the CRC-32 of the characters before it', () => {
  const key = 'ak_0123456789ABCDEFGHIJKLMNOPQRSTUV1Wf1r1'
  assert.equal(apiKey('ak_', '0123456789ABCDEFGHIJKLMNOPQRSTUV'), key)
  assert.equal(isApiKey(key), true)
  assert.equal(isApiKey(key.replace('A', 'B')), false)
})

test('a random number is from 0 up to 1, evenly spread, and the same for the same seed', () => {
  const source = idSource('a seed', now)
  const numbers = Array.from({ length: 10_000 }, () => source.chance())
  for (const number of numbers) assert.ok(number >= 0 && number < 1)
  for (let tenth = 0; tenth < 10; tenth++) {
    const inIt = numbers.filter(number => Math.floor(number * 10) === tenth).length
    assert.ok(inIt > 900 && inIt < 1_100, `${inIt} of 10,000 lie in the tenth from ${tenth / 10}`)
  }
  const [again, other] = [idSource('a seed', now), idSource('another seed', now)]
  assert.deepEqual(
    Array.from({ length: 100 }, () => again.chance()),
    numbers.slice(0, 100),
  )
  assert.notEqual(other.chance(), numbers[0])
})
