// Posters: the same for the same post on every machine, other ones for other posts, and small.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { posterOf } from '../../src/domain/posts/poster.ts'

const topics =
  'music art markets sports outdoors garden history books science workshops community festival unheard-of'.split(' ')

test('a poster follows from the id, the topics and the hour of a post', () => {
  const post = { id: 'p_0Vbbm4fIbkSyFW6PazTg', topics: ['community', 'music'], hour: 21 }
  assert.deepEqual(posterOf(post), posterOf({ ...post }))
  assert.deepEqual(posterOf({ id: 'p_1', topics: ['music'], hour: 9 }), {
    spot: 'M34 5.6a28 28 0 1 0 .1 0z',
    ink: 'M96 84a12 12 0 1 0 .1 0zM96 72a24 24 0 1 0 .1 0zM96 60a36 36 0 1 0 .1 0zM96 48a48 48 0 1 0 .1 0zM96 36a60 60 0 1 0 .1 0zM96 24a72 72 0 1 0 .1 0zM96 12a84 84 0 1 0 .1 0z',
  })
  assert.notEqual(posterOf({ ...post, id: 'p_2' }).ink, posterOf(post).ink)
  assert.notEqual(posterOf({ ...post, topics: ['books'] }).ink, posterOf(post).ink)
  assert.notEqual(posterOf({ ...post, hour: 9 }).spot, posterOf(post).spot)
})

test('no poster has more than 1,500 characters, and every number in it is one', () => {
  for (const topic of topics)
    for (let n = 0; n < 200; n++) {
      const { spot, ink } = posterOf({ id: `p_${n}`, topics: [topic], hour: n % 24 })
      assert.ok(spot.length + ink.length <= 1_500, `${topic} ${n}: ${spot.length + ink.length}`)
      assert.match(spot + ink, /^[MLHVZahlmqtvz\d .-]+$/, topic)
    }
})
