// The bounds of a trusted author: a little higher for publication, the same for rejections and for what does the most harm.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeOf } from '../../src/moderation/embedded/outcome.ts'

const thresholds = {
  publish: { abuse: 0.2, lowQuality: 0.4, piece: 0.5, scam: 0.3, 'child-safety': 0.1 },
  reject: { scam: 0.9 },
}
const judged = (change: object) => ({
  ...{ abuse: 0, piece: 0, lowQuality: 0, categories: { scam: 0.05, 'child-safety': 0.01 } },
  ...change,
})
const both = (change: object) =>
  [null, { firm: ['child-safety'] }].map(trusted => outcomeOf(judged(change), thresholds, null, trusted).to)

test('a trusted author passes a little above each bound of publication, and not far above', () => {
  for (const [near, far] of [
    [{ abuse: 0.25 }, { abuse: 0.26 }],
    [{ piece: 0.57 }, { piece: 0.58 }],
    [{ lowQuality: 0.47 }, { lowQuality: 0.48 }],
    [{ categories: { scam: 0.36, 'child-safety': 0.01 } }, { categories: { scam: 0.37, 'child-safety': 0.01 } }],
  ]) {
    assert.deepEqual(both(near!), ['review', 'publish'], JSON.stringify(near))
    assert.deepEqual(both(far!), ['review', 'review'], JSON.stringify(far))
  }
})

test('no bound moves for what does the most harm, nor for a text that is likely of that kind', () => {
  assert.deepEqual(both({ categories: { scam: 0.2, 'child-safety': 0.11 } }), ['review', 'review'])
  assert.deepEqual(both({ abuse: 0.22, categories: { scam: 0.01, 'child-safety': 0.05 } }), ['review', 'review'])
})

test('a rejection is the same for a trusted author', () => {
  assert.deepEqual(both({ categories: { scam: 0.9, 'child-safety': 0.01 } }), ['reject', 'reject'])
  assert.deepEqual(both({ abuse: 0.9, categories: { scam: 0.89, 'child-safety': 0.01 } }), ['review', 'review'])
})
