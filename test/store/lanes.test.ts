// The lanes of the writer: how many transactions of an account run at once, in which order, and what a shared failure ends.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreUnavailable } from '../../src/store/database/unavailable.ts'
import { createLanes } from '../../src/writer/lanes.ts'

/** Work that ends on command; `running` counts what runs now, `begun` names what has begun. */
function controlled() {
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const work = (name: string) => async () => {
    begun.push(name)
    const end = Promise.withResolvers<void>()
    ends.set(name, end)
    await end.promise
    return name
  }
  return {
    begun,
    work,
    end: (name: string) => ends.get(name)!.resolve(),
    fail: (name: string, error: Error) => ends.get(name)!.reject(error),
  }
}
const turn = () => new Promise(setImmediate)

test('a lane runs as many pieces at once as it is wide, the rest in their order; another key and no key do not wait', async () => {
  const { begun, work, end } = controlled()
  const lanes = createLanes(2, 'unwritable')
  const all = ['a', 'b', 'c', 'd'].map(name => lanes('one', work(name)))
  all.push(lanes('other', work('x')), lanes(undefined, work('y')))
  await turn()
  assert.deepEqual(begun, ['a', 'b', 'x', 'y'])
  end('b')
  await turn()
  assert.deepEqual(begun, ['a', 'b', 'x', 'y', 'c'])
  end('a')
  await turn()
  assert.deepEqual(begun.at(-1), 'd')
  for (const name of ['c', 'd', 'x', 'y']) end(name)
  assert.deepEqual(await Promise.all(all), ['a', 'b', 'c', 'd', 'x', 'y'])
  const again = lanes('one', work('e'))
  await turn()
  assert.equal(begun.at(-1), 'e', 'the lane is free again')
  end('e')
  await again
})

test('a failure that the waiting work would share fails it at once; any other failure fails only itself', async () => {
  const { begun, work, end, fail } = controlled()
  const lanes = createLanes(1, 'unwritable')
  const [first, second] = [lanes('one', work('a')), lanes('one', work('b'))]
  await turn()
  fail('a', new Error('its own'))
  await assert.rejects(first, /its own/)
  const third = lanes('one', work('c'))
  await turn()
  assert.deepEqual(begun, ['a', 'b'])
  const shared = new StoreUnavailable('unwritable', 'the disk is full')
  fail('b', shared)
  await assert.rejects(second, shared)
  await assert.rejects(third, shared)
  const after = lanes('one', work('d'))
  await turn()
  end('d')
  assert.equal(await after, 'd')
})
