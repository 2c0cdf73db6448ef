// Work that is done for several askers at once: who shares a group, and what a failure costs the others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGroups } from '../../src/moderation/groups.ts'

/** Groups of texts that belong together while they begin alike. `groups`: what was worked on, in its order. */
function grouped() {
  const groups: string[][] = []
  const ask = createGroups<string, string>(
    (one, group) => one[0] === group[0]?.[0],
    async group => {
      groups.push([...group])
      if (group.includes('a bad')) throw new Error('it cannot be judged')
      return group.map(one => one.toUpperCase())
    },
  )
  return { ask, groups }
}

test('those that ask in one turn share groups of eight at most, and each gets its own result', async () => {
  const { ask, groups } = grouped()
  const asked = [...Array.from({ length: 9 }, (_, i) => `a${i}`), 'b0', 'a9']
  const made = await Promise.all(asked.map(ask))
  assert.deepEqual(
    made,
    asked.map(one => one.toUpperCase()),
  )
  assert.deepEqual(groups, [asked.slice(0, 8), ['a8'], ['b0'], ['a9']])
  assert.equal(await ask('a10'), 'A10')
})

test('in a group that fails each is done by itself, and fails no other', async () => {
  const { ask, groups } = grouped()
  const made = await Promise.allSettled(['a good', 'a bad', 'a better'].map(ask))
  assert.deepEqual(
    made.map(one => (one.status === 'fulfilled' ? one.value : one.reason.message)),
    ['A GOOD', 'it cannot be judged', 'A BETTER'],
  )
  assert.deepEqual(groups.slice(1), [['a good'], ['a bad'], ['a better']])
})
