// The clocks of test worlds take turns: one moves at a time, in order, and too many are asked to come back.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns } from '../../../src/worlds/turns.ts'

test('clocks move one at a time and in order, and the next one moves after one that failed', async () => {
  const turns = createTurns(10)
  const done: number[] = []
  let running = 0
  const move = (i: number) =>
    turns(async () => {
      assert.equal(++running, 1)
      await new Promise(setImmediate)
      running--
      if (i === 1) throw new Error('broken')
      done.push(i)
    })
  const moves = await Promise.allSettled([0, 1, 2, 3].map(move))
  assert.deepEqual(done, [0, 2, 3])
  assert.deepEqual(
    moves.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  )
})

test('a clock past the bound of waiting ones is answered overloaded, and moves later', async () => {
  const turns = createTurns(1)
  const held = Promise.withResolvers<void>()
  const first = turns(() => held.promise)
  await new Promise(setImmediate)
  const second = turns(async () => 'second')
  await assert.rejects(
    turns(async () => 'third'),
    { code: 'overloaded' },
  )
  held.resolve()
  await first
  assert.equal(await second, 'second')
  assert.equal(await turns(async () => 'third'), 'third')
})
