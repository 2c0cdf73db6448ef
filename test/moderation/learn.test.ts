// Learning from decisions beside a model: texts of that kind change their outcome, ordinary texts do not, and no change exceeds
// the bound.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgementOf, judgementOn } from '../../src/moderation/embedded/embedded-model.ts'
import type { Opinion } from '../../src/moderation/embedded/judge.ts'
import { isCertainAbuse, type Lesson, learn } from '../../src/moderation/embedded/learn.ts'
import { additionsOf, type Learned, packed, unpacked } from '../../src/moderation/embedded/learned.ts'
import { countsOf, rarityOf, tokensOf, vectorOf } from '../../src/moderation/embedded/text-features.ts'
import { figuresOf, type LabelledOutcome, worsened } from '../../src/moderation/outcome-figures.ts'
import { createTextReader } from '../../src/moderation/text-reader.ts'
import { crudeAbuse, postsOf, soundingBad, soundingFine } from './kinds-of-posts.ts'

const settings = {
  categories: ['scam', 'vague'],
  lowQuality: ['vague'],
  thresholds: { publish: { abuse: 0.3, lowQuality: 0.9, scam: 0.5, vague: 0.5 }, reject: {} },
}
const [gold, testers] = soundingBad
const [essays] = soundingFine
const counted = (text: string) => countsOf(tokensOf(text, 'events'))
const texts = (sentences: readonly string[]) => postsOf(sentences).map(({ title, body }) => `${title} . ${body}`)
const everything = [gold!, testers!, essays!].flatMap(({ decided, unseen }) => texts([...decided, ...unseen]))
const rarity = rarityOf(everything.map(counted))
const vector = (text: string) => vectorOf(counted(text), rarity)
const ordinary = texts(testers!.decided)
const anchors = ordinary.slice(0, 200).map(vector)

/** The opinion of a model that judges every text alike. */
const opinion = (text: string, abuse: number, scam = -4): Opinion => ({
  logOdds: { abuse, lowQuality: -4, scam, vague: -4 },
  vector: vector(text),
  passageFor: () => null,
})
const lessons = (kind: readonly string[], label: string, abuse: number, count = 50): Lesson[] =>
  texts(kind)
    .slice(0, count)
    .map(text => ({ opinions: [opinion(text, abuse)], label }))
const abuseOf = (learned: Learned, text: string, abuse: number) => judgementOf([opinion(text, abuse)], learned).abuse
const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length

test('fifty decisions publish unseen texts of a kind that was held, and do not change ordinary texts', () => {
  const learned = learn('m', lessons(gold!.decided, 'fine', 0), anchors, settings)
  const unseen = texts(gold!.unseen).map(text => abuseOf(learned, text, 0))
  assert.ok(mean(unseen) < 0.3, `unseen ${mean(unseen)}`)
  const others = ordinary.slice(200).map(text => abuseOf(learned, text, 0))
  assert.ok(Math.abs(mean(others) - 0.5) < 0.05, `ordinary ${mean(others)}`)
})

test('fifty decisions for a category hold unseen texts of the kind, and name the category if the model has it', () => {
  for (const [label, other] of [
    ['scam', 'vague'],
    ['vague', 'scam'],
    ['of the operator', 'scam'],
  ] as const) {
    const learned = learn('m', lessons(essays!.decided, label, -3), anchors, settings)
    const unseen = texts(essays!.unseen).map(text => judgementOf([opinion(text, -3)], learned))
    assert.ok(mean(unseen.map(({ abuse }) => abuse)) > 0.3, label)
    assert.equal(learned.targets.includes(label), label in settings.thresholds.publish)
    assert.ok(!learned.targets.includes(other))
  }
})

test('decisions lower a category that wrongly holds texts which people publish', () => {
  const held = texts(gold!.decided)
    .slice(0, 50)
    .map(text => ({ opinions: [opinion(text, 0, 1)], label: 'fine' }))
  const learned = learn('m', held, anchors, settings)
  const unseen = texts(gold!.unseen).map(text => judgementOf([opinion(text, 0, 1)], learned).categories.scam!)
  assert.ok(mean(unseen) < 0.5, `${mean(unseen)}`)
})

test('decisions never unlearn abuse of which the model is certain, however many they are', () => {
  const many = Array.from({ length: 10 }, () => lessons(crudeAbuse, 'fine', 8, 100)).flat()
  const learned = learn('m', many, anchors, settings)
  for (const text of texts(crudeAbuse)) {
    const added = additionsOf(learned, vector(text)).abuse!
    assert.ok(added >= -4 && added < 0, `${added}`)
  }
  assert.ok(abuseOf(learned, texts(crudeAbuse)[0]!, 8) > 0.9)
  assert.ok(isCertainAbuse([opinion('x', 8)]) && !isCertainAbuse([opinion('x', 1)]))
})

test('a learnt version is stored as text, read back unchanged, and used by the threads of the text reader', async t => {
  const learned = learn('m', lessons(gold!.decided, 'scam', -1), anchors, settings)
  const again = unpacked('m', packed(learned))
  assert.deepEqual(again, learned)
  assert.ok(again.weights.buffer instanceof SharedArrayBuffer)
  assert.throws(() => unpacked('m', packed({ ...learned, targets: ['abuse'] })), /another form/)

  const reader = createTextReader({ isQuick: () => false })
  t.after(() => reader.close())
  const post = postsOf(gold!.unseen)[0]!
  const read = await reader.judge(post, learned)
  assert.deepEqual(read, judgementOn(post, learned))
  assert.ok(read.abuse > judgementOn(post, null).abuse)
})

test('the figures say how often people and model disagree', () => {
  const outcomes: LabelledOutcome[] = [
    { label: 'fine', to: 'published' },
    { label: 'fine', to: 'review' },
    { label: 'fine', to: 'rejected' },
    { label: 'fine', to: 'published' },
    { label: 'scam', to: 'published' },
    { label: 'scam', to: 'review' },
    { label: 'vague', to: 'rejected' },
    { label: 'vague', to: 'published' },
  ]
  assert.deepEqual(
    figuresOf(outcomes, label => label === 'vague'),
    {
      posts: 8,
      abusive_published: 0.5,
      low_quality_published: 0.5,
      fine_held: 0.25,
      fine_rejected: 0.25,
      agreement: 0.5,
    },
  )
  const none = figuresOf([], () => false)
  assert.deepEqual([none.abusive_published, none.agreement], [null, null])
})

test('a version is worse if an error grows or the agreement falls by more than the bound', () => {
  const before = { abusive_published: 0.03, fine_held: 0.1, fine_rejected: 0, agreement: 0.9 }
  const after = { abusive_published: 0.035, fine_held: 0.09, fine_rejected: 0.001, agreement: 0.88 }
  assert.deepEqual(worsened('there', before, after, 0.5), ['agreement there: 90.0 % before, 88.0 % after'])
  assert.deepEqual(worsened('there', before, after, 2), [])
  assert.equal(worsened('there', before, after, 0.05).length, 3)
  assert.deepEqual(worsened('there', before, { ...after, agreement: null, abusive_published: null }, 1), [])
})
