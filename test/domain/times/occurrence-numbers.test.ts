// The numbers of occurrences after a change of times: which occurrence stays, moves, is added or is removed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstNumbering, renumbered } from '../../../src/domain/times/occurrence-numbers.ts'

/** The numbers and the former starts after each change. The event begins with the first list. */
function after(...lists: number[][]) {
  let [before = []] = lists
  let known = firstNumbering(before.length)
  for (const starts of lists.slice(1)) {
    known = renumbered(before, known, starts)
    before = starts
  }
  return known.occurrences.map(({ number, previousStartsAt }) => [number, previousStartsAt])
}

test('the same number of occurrences keep their numbers in order, even when all move past each other', () => {
  assert.deepEqual(after([10, 20, 30], [16, 26, 36]), [
    [0, 10],
    [1, 20],
    [2, 30],
  ])
})

test('when one occurrence is removed and another moves, the moved one keeps the number of the nearest former one', () => {
  assert.deepEqual(after([10, 20, 30], [10, 31]), [
    [0, null],
    [2, 30],
  ])
})

test('an added occurrence gets a number that was never used, and the others keep their former starts', () => {
  assert.deepEqual(after([10, 20], [10, 21], [10], [5, 10]), [
    [2, null],
    [0, null],
  ])
  assert.deepEqual(after([10, 20], [10, 21], [10, 21, 30]), [
    [0, null],
    [1, 20],
    [2, null],
  ])
})
