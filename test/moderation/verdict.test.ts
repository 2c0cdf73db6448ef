// A model's answer decides a post only if it is a well-formed and sufficiently confident verdict. Any other answer goes to a
// person.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Policy, PolicyCategory } from '../../src/contract/moderation/policy.ts'
import { decide, publishConfidence, reasonLimit, rejectConfidence } from '../../src/moderation/verdict.ts'

function category(id: string, fields: Partial<PolicyCategory> = {}): PolicyCategory {
  return {
    id,
    title: id,
    sites: ['messages', 'stories', 'classifieds', 'events'],
    definition: id,
    action: 'reject',
    penalized: true,
    severity: 'high',
    disallowed_examples: ['a', 'b'],
    allowed_examples: ['c', 'd'],
    sources: [],
    added: '2026-11-21',
    ...fields,
  }
}

const policy: Policy = {
  version: '2026.11.21-1',
  updated: '2026-11-21',
  penalty_multiplier: 10,
  quality_bar: [],
  categories: [
    category('scam'),
    category('gibberish', { penalized: false, action: 'reject_low_quality' }),
    category('contact-details', { penalized: false, action: 'reject_low_quality', sites: ['classifieds'] }),
  ],
}

const publish = { outcome: 'publish', category: null, confidence: 0.9, reason: 'Fine.' }
const reject = { outcome: 'reject', category: 'scam', confidence: 0.9, reason: 'Promises to double money.' }
const seed = { seed: 20261121, numRuns: 500 }

describe('a verdict has the outcome of contract §4:', () => {
  const cases: readonly [string, unknown, 'published' | 'review' | 'rejected', boolean][] = [
    ['publish, sure', publish, 'published', false],
    ['publish at the limit', { ...publish, confidence: publishConfidence }, 'published', false],
    ['publish below the limit', { ...publish, confidence: 0.599 }, 'review', false],
    ['publish without a category', { outcome: 'publish', confidence: 0.9, reason: 'Fine.' }, 'published', false],
    ['publish that names a category', { ...publish, category: 'scam' }, 'review', false],
    ['review', { ...publish, outcome: 'review' }, 'review', false],
    ['reject abuse, sure', reject, 'rejected', true],
    ['reject at the limit', { ...reject, confidence: rejectConfidence }, 'rejected', true],
    ['reject below the limit', { ...reject, confidence: 0.849 }, 'review', false],
    ['reject low quality', { ...reject, category: 'gibberish' }, 'rejected', false],
    ['reject without a category', { ...reject, category: null }, 'review', false],
    ['reject under a made-up category', { ...reject, category: 'rudeness' }, 'review', false],
    ['reject under a category of another site', { ...reject, category: 'contact-details' }, 'review', false],
    ['with scores', { ...reject, scores: { scam: 0.9, gibberish: 0 } }, 'rejected', true],
  ]
  for (const [name, answer, to, penalized] of cases) {
    test(`the verdict “${name}” has the outcome of contract §4`, () => {
      const decision = decide(answer, 'events', policy)
      assert.equal(decision.to, to, decision.why)
      assert.equal(decision.penalized, penalized)
      assert.notEqual(decision.verdict, null)
      assert.notEqual(decision.why, '')
    })
  }
  test('a category of one site rejects on that site', () => {
    assert.equal(decide({ ...reject, category: 'contact-details' }, 'classifieds', policy).to, 'rejected')
  })
  test('a policy asks for more confidence in all texts, or in those of a language, and for less never', () => {
    const to = (answer: object, language?: string) => decide(answer, 'events', stricter, { language }).to
    const stricter = { ...policy, thresholds: { publish: 0.95, reject: 0.97, languages: { de: { publish: 0.6 } } } }
    assert.deepEqual([to(publish), to(publish, 'en'), to(publish, 'de-AT')], ['review', 'review', 'published'])
    assert.deepEqual(
      [to(reject), to(reject, 'de'), to({ ...reject, confidence: 0.98 })],
      ['review', 'review', 'rejected'],
    )
    assert.equal(decide(publish, 'events', stricter, { trusted: true }).to, 'review', 'trust lowers the usual one only')
    assert.equal(to(publish, 'constructor'), 'review')
  })
  test('the thresholds are those of the contract', () =>
    assert.deepEqual([publishConfidence, rejectConfidence], [0.6, 0.85]))
})

describe('a malformed answer is a review with a reason and without a verdict:', () => {
  const throwing = Object.defineProperty({ ...publish }, 'reason', {
    enumerable: true,
    get: () => {
      throw new Error('no')
    },
  })
  const cases: Record<string, unknown> = {
    nothing: undefined,
    null: null,
    'a string of JSON': JSON.stringify(publish),
    'a list': [publish],
    'a number': 1,
    'an empty object': {},
    'an unknown outcome': { ...publish, outcome: 'approve' },
    'an outcome in capitals': { ...publish, outcome: 'PUBLISH' },
    'confidence as text': { ...publish, confidence: '0.9' },
    'confidence NaN': { ...publish, confidence: Number.NaN },
    'confidence above one': { ...publish, confidence: 1.01 },
    'confidence in percent': { ...publish, confidence: 95 },
    'negative confidence': { ...publish, confidence: -0.1 },
    'infinite confidence': { ...publish, confidence: Number.POSITIVE_INFINITY },
    'no confidence': { outcome: 'publish', category: null, reason: 'Fine.' },
    'no reason': { outcome: 'publish', category: null, confidence: 0.9 },
    'an empty reason': { ...publish, reason: '  ' },
    'a reason that is too long': { ...publish, reason: 'a'.repeat(reasonLimit + 1) },
    'a category that is a list': { ...reject, category: ['scam'] },
    'an empty category': { ...reject, category: '' },
    'an unknown member': { ...publish, note: 'x' },
    'a symbol as a member': { ...publish, [Symbol('x')]: 1 },
    'scores that are text': { ...publish, scores: { scam: 'high' } },
    'scores out of range': { ...publish, scores: { scam: 2 } },
    'a getter that throws': throwing,
  }
  for (const [name, answer] of Object.entries(cases)) {
    test(`a malformed answer is a review with a reason and without a verdict: ${name}`, () => {
      const decision = decide(answer, 'events', policy)
      assert.equal(decision.to, 'review')
      assert.equal(decision.penalized, false)
      assert.equal(decision.verdict, null)
      assert.match(decision.why, /malformed: ./)
    })
  }
})

test('no answer throws, and only a confident verdict publishes or rejects', () => {
  fc.assert(
    fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }), answer => {
      assert.equal(decide(answer, 'events', policy).to, 'review')
    }),
    seed,
  )
})

test('an answer with one broken field never publishes or rejects', () => {
  const broken = fc.oneof(
    fc.tuple(
      fc.constant('outcome'),
      fc.anything().filter(value => !['publish', 'review', 'reject'].includes(value as string)),
    ),
    fc.tuple(
      fc.constant('category'),
      fc.anything().filter(value => value !== null && value !== undefined && typeof value !== 'string'),
    ),
    fc.tuple(
      fc.constant('confidence'),
      fc.anything().filter(value => !(typeof value === 'number' && value >= 0 && value <= 1)),
    ),
    fc.tuple(
      fc.constant('reason'),
      fc.anything().filter(value => typeof value !== 'string'),
    ),
    fc.tuple(
      fc.string().filter(key => !['outcome', 'category', 'confidence', 'reason', 'scores'].includes(key)),
      fc.anything(),
    ),
  )
  fc.assert(
    fc.property(fc.constantFrom(publish, reject), broken, (answer, [key, value]) => {
      // As an own property, as in JSON, even for names such as __proto__.
      const copy = Object.defineProperty({ ...answer }, key, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
      assert.equal(decide(copy, 'events', policy).to, 'review')
    }),
    seed,
  )
})

test('only the confidence separates a review from the other outcomes', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), confidence => {
      assert.equal(decide({ ...publish, confidence }, 'events', policy).to, confidence >= 0.6 ? 'published' : 'review')
      assert.equal(decide({ ...reject, confidence }, 'events', policy).to, confidence >= 0.85 ? 'rejected' : 'review')
    }),
    seed,
  )
})
