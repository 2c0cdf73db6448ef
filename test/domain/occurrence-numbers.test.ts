// Which occurrence is which after a change of times: what stays, what moves, what comes and goes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstNumbering, renumbered } from '../../src/domain/occurrence-numbers.ts'

/** Numbers and former starts after each change, of an event that begins with the first list. */
function after(...lists: number[][]) {
  let [before = []] = lists
  let known = firstNumbering(before.length)
  for (const starts of lists.slice(1)) {
    known = renumbered(before, known, starts)
    before = starts
  }
  return known.occurrences.map(({ number, previousStartsAt }) => [number, previousStartsAt])
}

test('as many as before are the same in their order, also where all are moved past each other', () => {
  assert.deepEqual(after([10, 20, 30], [16, 26, 36]), [
    [0, 10],
    [1, 20],
    [2, 30],
  ])
})

test('where one goes and another moves, the nearest is the one that moved', () => {
  assert.deepEqual(after([10, 20, 30], [10, 31]), [
    [0, null],
    [2, 30],
  ])
})

test('one that comes takes a number that none had, and those that stay keep when they were to start before', () => {
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
