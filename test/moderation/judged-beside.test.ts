// A candidate of the embedded model judges from the reading that the service makes anyway, and its faults stay its own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgementOn, opinionsOn } from '../../src/moderation/embedded/embedded-model.ts'
import { createJudgedBeside } from '../../src/moderation/embedded/judged-beside.ts'
import { learn } from '../../src/moderation/embedded/learn.ts'
import { packagedModel } from '../../src/moderation/embedded/packaged-model.ts'
import { createTextReader } from '../../src/moderation/text-reader.ts'
import { postsOf, soundingFine } from './kinds-of-posts.ts'

const posts = postsOf(soundingFine[0]!.decided).slice(0, 12)
const lessons = posts.map(post => ({ opinions: opinionsOn(post), label: 'scam' }))
const learned = learn('m', lessons, [], packagedModel().model.settings)

test('a candidate judges from the reading of the service, both judgements are as alone, and a candidate that fails fails alone', async t => {
  const reader = createTextReader({ isQuick: () => false })
  t.after(() => reader.close())
  let readings = 0
  const counting = {
    judge: (...of: Parameters<typeof reader.judge>) => reader.judge(...of).finally(() => readings++),
    judgeBeside: (...of: Parameters<typeof reader.judgeBeside>) => reader.judgeBeside(...of).finally(() => readings++),
  }
  const { judged, follow } = createJudgedBeside(counting)
  const [post, other, third] = posts as [(typeof posts)[0], (typeof posts)[0], (typeof posts)[0]]
  follow(learned)
  assert.deepEqual(await judged(post, null), judgementOn(post, null))
  assert.deepEqual(await judged(post, learned), judgementOn(post, learned))
  assert.notEqual(judgementOn(post, learned).abuse, judgementOn(post, null).abuse)
  assert.equal(readings, 1, 'one reading for both')
  follow('same')
  await judged(other, null)
  await judged(other, null)
  assert.equal(readings, 2, 'a candidate with the heads of the service costs no reading')
  const broken = { ...learned, weights: null as never }
  follow(broken)
  assert.deepEqual(await judged(third, null), judgementOn(third, null))
  await assert.rejects(judged(third, broken), /candidate fail/)
})
