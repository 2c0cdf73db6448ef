// When a decision is estimated: the defaults before anything is measured, and the estimates from measured times.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ModelLife, moderationEstimate, usualOf } from '../../../src/domain/review/moderation-estimate.ts'

const second = 1_000
const minute = 60 * second
const now = Date.UTC(2026, 10, 21, 12)

const life = (change: Partial<ModelLife>): ModelLife => ({
  ...{ state: 'running', since: null, queued: 1, decision: null, start: null },
  ...change,
})

/** The seconds until the estimated decision, the seconds until the next request, and the end of the note. */
function estimate(change: Partial<ModelLife>, waitedMs = 0): [number, number, string] {
  const {
    estimated_decision_at: at,
    retry_after_seconds: retry,
    note,
  } = moderationEstimate(life(change), now - waitedMs, now)
  return [(Date.parse(at) - now) / second, retry, note.replace(/.* within /, '')]
}

test('the median and the 90th percentile are measured times, never interpolated', () => {
  assert.equal(usualOf([]), null)
  assert.deepEqual(usualOf([7]), { median: 7, p90: 7 })
  assert.deepEqual(usualOf([9, 1, 8, 2, 7, 3, 6, 4, 5, 100]), { median: 5, p90: 9 })
})

test('without measured times the estimate is one minute, and twenty minutes while the model starts', () => {
  assert.deepEqual(estimate({}), [60, 2, '1 minute.'])
  assert.deepEqual(estimate({ queued: 400 }), [60, 20, '1 minute.'])
  assert.deepEqual(estimate({ queued: 1_000_000 }), [60, 60, '1 minute.'])
  assert.deepEqual(estimate({ state: 'starting' }), [1_200, 1_200, '20 minutes.'])
  const since = now - 15 * minute
  assert.deepEqual(estimate({ state: 'starting', since }), [300, 300, '5 minutes.'], 'a start that is under way')
})

test('measured times replace the defaults: the median sets the next request, the 90th percentile sets the estimate', () => {
  const decision = { median: 5 * second, p90: 90 * second }
  assert.deepEqual(estimate({ decision }), [90, 5, '2 minutes.'])
  assert.deepEqual(estimate({ decision, queued: 200 }), [90, 10, '2 minutes.'], 'a longer queue')
  const start = { median: 3 * minute, p90: 4 * minute }
  assert.deepEqual(
    estimate({ state: 'starting', start, decision }),
    [330, 185, '6 minutes.'],
    'the start, then the decision',
  )
  const since = now - 2 * minute
  assert.deepEqual(estimate({ state: 'starting', start, decision, since }), [210, 65, '4 minutes.'])
})

test('the time that a text has waited is subtracted; after the 90th percentile a quarter of the time waited is added', () => {
  const decision = { median: 10 * second, p90: 100 * second }
  assert.deepEqual(estimate({ decision }, 4 * second).slice(0, 2), [96, 6])
  assert.deepEqual(estimate({ decision }, 40 * second).slice(0, 2), [60, 10])
  assert.deepEqual(estimate({ decision }, 98 * second).slice(0, 2), [2, 2])
  assert.deepEqual(estimate({ decision }, 200 * second).slice(0, 2), [50, 50])
  assert.deepEqual(estimate({ state: 'starting' }, 40 * minute).slice(0, 2), [600, 600])
})

test('the estimate for a text that waited for the model to start counts from the end of the start', () => {
  const decision = { median: 10 * second, p90: 20 * second }
  assert.deepEqual(estimate({ decision, since: now - 4 * second }, 30 * minute).slice(0, 2), [16, 6])
})

test('the next request is never more than twenty minutes away, and never less than a second', () => {
  const start = { median: 300 * minute, p90: 400 * minute }
  assert.deepEqual(estimate({ state: 'starting', start }).slice(0, 2), [24_060, 1_200])
  assert.deepEqual(estimate({ decision: { median: 3, p90: 4 }, queued: 0 }).slice(0, 2), [1, 1])
})
