// Learning is bounded: no author, no reviewer and no run of publications loosens what the model holds elsewhere.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fineLabel, isLowQuality } from '../../src/domain/review/policy-category.ts'
import { opinionsOn } from '../../src/moderation/embedded/embedded-model.ts'
import { corpusOf, packagedPosts, postTextOf } from '../../src/moderation/embedded/labelled-posts.ts'
import { isCertainAbuse, learn } from '../../src/moderation/embedded/learn.ts'
import type { Learned } from '../../src/moderation/embedded/learned.ts'
import { lessonWeights, publicationsInFull, type Taught } from '../../src/moderation/embedded/lesson-weights.ts'
import { packagedModel } from '../../src/moderation/embedded/packaged-model.ts'
import { figuresOf } from '../../src/moderation/outcome-figures.ts'
import { loadPolicy } from '../../src/moderation/policy-file.ts'
import { readText } from '../../src/moderation/reading.ts'
import { decidedWith, ordinaryVectors } from '../../src/usecases/learning/read-posts.ts'
import { sizeOf } from '../kit/long.ts'

const taught = (count: number, change: Partial<Taught> | ((i: number) => Partial<Taught>)): Taught[] =>
  Array.from({ length: count }, (_, i) => ({
    ...{ label: 'scam', author: `author ${i}`, reviewer: 'ann' },
    ...(typeof change === 'function' ? change(i) : change),
  }))
const sum = (weights: readonly number[]) => weights.reduce((total, each) => total + each, 0)

describe('the weights of decisions', () => {
  test('few decisions of one author and one reviewer count in full', () => {
    assert.deepEqual(lessonWeights(taught(25, { author: 'one' })), Array(25).fill(1))
  })

  test('one author counts a fifth at most, however many texts are decided', () => {
    const of = (i: number) => ({ reviewer: `reviewer ${i % 5}` })
    const lessons = [...taught(400, i => ({ ...of(i), author: 'one' })), ...taught(400, of)]
    const weights = lessonWeights(lessons)
    assert.ok(Math.abs(sum(weights.slice(0, 400)) / sum(weights) - 1 / 5) < 1e-9)
  })

  test('one reviewer counts half at most beside others', () => {
    const lessons = [...taught(1_000, { reviewer: 'ann' }), ...taught(200, { reviewer: 'bob' })]
    const weights = lessonWeights(lessons)
    assert.ok(Math.abs(sum(weights.slice(0, 1_000)) - 200) < 1e-9)
  })

  test('all publications together count as fifty, and rejections in full', () => {
    const lessons = [...taught(400, { label: fineLabel }), ...taught(60, i => ({ author: `${i}`, reviewer: 'bob' }))]
    const weights = lessonWeights(lessons)
    assert.ok(Math.abs(sum(weights.slice(0, 400)) - publicationsInFull) < 1e-9)
    assert.deepEqual(weights.slice(400), Array(60).fill(1))
  })
})

describe('the figures of what is learned', () => {
  const policy = loadPolicy()
  const { model } = packagedModel()
  /** Every n-th post of a split that the model judges by its words. */
  const read = (split: 'dev' | 'test', every: number) =>
    corpusOf(packagedPosts(), split)
      .posts.filter(({ lang }, i) => (lang ?? 'en') === 'en' && i % every === 0)
      .map(post => {
        const text = postTextOf(post)
        const { refusal, flags } = readText(text)
        return { label: post.category, text, flags, refused: refusal !== null, opinions: opinionsOn(text) }
      })
  const every = sizeOf({ small: 3, full: 1 })
  const [decided, measured] = [read('test', every), read('dev', every)]
  const figures = (learned: Learned | null) =>
    figuresOf(
      measured.map(post => ({ label: post.label, to: decidedWith(post, learned, policy) })),
      label => isLowQuality(policy, label),
    )
  const isAbuse = (label: string) => label !== fineLabel && !isLowQuality(policy, label)
  type Decided = (typeof decided)[number]
  const learned = (posts: readonly Decided[], of: (i: number) => Partial<Taught>) => {
    const lessons = posts.map((post, i) => ({ ...post, author: `${i}`, reviewer: 'ann', ...of(i) }))
    const weights = lessonWeights(lessons)
    return learn(
      'm',
      lessons.map((lesson, i) => ({ ...lesson, weight: weights[i]! })),
      ordinaryVectors(),
      model.settings,
    )
  }
  const before = figures(null)
  /** One abusive post in the measured ones, as a share. */
  const onePost = 1 / measured.filter(({ label }) => isAbuse(label)).length + 1e-9

  test('hundreds of publications of one board publish no more abuse elsewhere, and hold less', () => {
    const fine = decided.filter(({ label }) => label === fineLabel)
    assert.ok(fine.length > 100, `${fine.length}`)
    const after = figures(learned(fine, () => ({})))
    assert.ok(after.abusive_published! <= before.abusive_published! + onePost, JSON.stringify([before, after]))
    assert.ok(after.fine_held! < before.fine_held!, JSON.stringify([before, after]))
  })

  test('a lenient reviewer who publishes subtle abuse beside honest decisions moves nothing', () => {
    const held = decided.filter(post => decidedWith(post, null, policy) === 'review')
    const subtle = (post: Decided) => isAbuse(post.label) && !isCertainAbuse(post.opinions)
    const honest = held.filter(post => !subtle(post))
    const lenient = decided.filter(subtle).slice(0, 40)
    assert.ok(honest.length > 50 && lenient.length > 20, `${honest.length}, ${lenient.length}`)
    const all = [...honest, ...lenient.map(post => ({ ...post, label: fineLabel }))]
    const after = figures(learned(all, i => ({ reviewer: i < honest.length ? 'ann' : 'eve' })))
    assert.ok(after.abusive_published! <= before.abusive_published! + onePost, JSON.stringify([before, after]))
    assert.ok(after.fine_held! < before.fine_held!, JSON.stringify([before, after]))
  })
})
