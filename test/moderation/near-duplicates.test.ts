// Near-duplicates: a text with a few changed words is one. Texts of one author that share a sentence or a form are not.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { PostText } from '../../src/domain/posts/post-text.ts'
import { likeness, nearDuplicateFrom, nearDuplicateKeys, shinglesOf } from '../../src/moderation/near-duplicates.ts'
import { duplicateText } from '../../src/moderation/prefilter/fingerprint.ts'
import { ordinaryPosts } from './prefilter-ordinary-posts.ts'

const post = (body: string, title: string | null = null): PostText => ({
  site: 'events',
  title,
  body,
  topics: [],
  urls: [],
})
const shingles = (text: PostText) => shinglesOf(duplicateText(text))
const keysOf = (text: PostText, whole = false) => nearDuplicateKeys(text.site, duplicateText(text), whole)
const alike = (a: PostText, b: PostText) => likeness(shingles(a), shingles(b))
const shareKey = (a: PostText, b: PostText) => {
  const keys = new Set(keysOf(a))
  return keysOf(b).some(key => keys.has(key))
}

const choir =
  'The district choir opens its rehearsal to everybody who likes to listen or to sing along. We begin with an hour of scales and rounds, take a short break with tea and cake, and then sing through the programme of the spring concert. Scores are at the entrance, and nobody has to read them.'

describe('a near-duplicate', () => {
  const copies: readonly (readonly [how: string, text: string])[] = [
    ['another day', choir.replace('an hour', 'two hours')],
    [
      'another price and place',
      choir.replace('tea and cake', 'coffee and cake').replace('district choir', 'parish choir'),
    ],
    ['other capitals, quotes and spaces', choir.toUpperCase().replaceAll(' ', '   ')],
    ['a sentence more', `${choir} Bring a friend.`],
    ['an exclamation in front', `Don't miss it!!! ${choir}`],
    ['accents', choir.replace('choir', 'chöir')],
  ]
  for (const [how, text] of copies)
    test(`a text with ${how} is a near-duplicate`, () => {
      assert.ok(alike(post(choir), post(text)) >= nearDuplicateFrom, String(alike(post(choir), post(text))))
    })

  test('a title and body that were one text before are a near-duplicate', () => {
    assert.equal(alike(post(choir), post(choir.slice(choir.indexOf(' ') + 1), 'The')), 1)
  })

  test('a text in a script without spaces with a character changed is a near-duplicate', () => {
    const text =
      '区の合唱団は、聴きたい人と一緒に歌いたい人のために稽古を公開します。最初の一時間は音階と輪唱、それからお茶の休憩です。'
    assert.ok(alike(post(text), post(text.replace('一時間', '二時間'))) >= nearDuplicateFrom)
  })

  test('a text with one word in ten replaced is a near-duplicate, and most such copies share a key', () => {
    const words = choir.split(' ')
    let shared = 0
    for (let first = 0; first < 10; first++) {
      const copy = words.map((word, i) => (i % 10 === first ? `other${i}` : word)).join(' ')
      assert.ok(alike(post(choir), post(copy)) >= nearDuplicateFrom, String(alike(post(choir), post(copy))))
      if (shareKey(post(choir), post(copy))) shared++
    }
    assert.ok(shared >= 6, `${shared} of 10`)
  })

  test('a near-duplicate nearly always shares a key with the original', () => {
    const words = choir.split(' ')
    let found = 0
    for (let i = 0; i < words.length; i++) if (shareKey(post(choir), post(words.with(i, `word${i}`).join(' ')))) found++
    assert.ok(found >= words.length * 0.95, `${found} of ${words.length}`)
  })
})

describe('texts that are no near-duplicates', () => {
  const boiler =
    'Tickets are sold at the door from seven on, children come in for free, and the bar is open until midnight. The hall can be reached by bus 12.'
  const programme = [
    'A string quartet plays Haydn and two pieces that were written in this town last year.',
    'Four songwriters take turns on one microphone, with stories between the songs.',
    'The big band of the music school swings through half a century and invites to dance.',
    'An evening of slow films about rivers, with a talk by the woman who made them.',
  ]
  test('different events of one organiser that end with the same sentences are no near-duplicates', () => {
    for (const a of programme)
      for (const b of programme)
        if (a !== b) assert.ok(alike(post(`${a} ${boiler}`), post(`${b} ${boiler}`)) < nearDuplicateFrom)
  })

  test('no two ordinary posts are near-duplicates', () => {
    const posts = ordinaryPosts.map(({ title, body }) => shingles(post(body, title)))
    for (const [i, a] of posts.entries())
      for (const b of posts.slice(i + 1)) assert.ok(likeness(a, b) < 0.3, String(likeness(a, b)))
  })

  test('texts that are too short for a comparison are no near-duplicates', () => {
    assert.equal(alike(post('Good morning from the tram depot'), post('Good morning from the tram depot')), 0)
    assert.deepEqual(keysOf(post('Good morning')), [])
  })
})

test('the keys of near-duplicates are safe integers, and belong to one site', () => {
  const keys = keysOf(post(choir), true)
  assert.equal(keys.length, 6)
  assert.ok(keys.every(key => Number.isSafeInteger(key) && key >= 0 && key < 2 ** 52))
  const elsewhere = { ...post(choir), site: 'stories' } as const
  assert.deepEqual(
    keysOf(elsewhere, true).filter(key => keys.includes(key)),
    [],
  )
})
