// Reading texts in a pool of threads: a fair queue by account, bounds, a deadline for each text, the same result as in place.
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { limits } from '../../src/contract/limits.ts'
import type { Problem } from '../../src/contract/problem.ts'
import type { PostText } from '../../src/domain/post-text.ts'
import { compareTexts } from '../../src/moderation/near-duplicates.ts'
import { readText } from '../../src/moderation/reading.ts'
import { weigh } from '../../src/moderation/rules-model.ts'
import { createTextReader, type TextReaderOptions } from '../../src/moderation/text-reader.ts'
import { knownTexts, postAround } from './plain-rules/texts.ts'

const overloaded = (thrown: Problem) => thrown.code === 'overloaded' && thrown.extras.headers?.['retry-after'] === '1'

const textOf = (body: string): PostText => ({ site: 'messages', title: null, body, topics: [], urls: [] })

/** A reader with one thread, for everything unless `isQuick` says otherwise, which the test closes. */
function readerOf(t: TestContext, options: TextReaderOptions = {}) {
  const reader = createTextReader({ threads: 1, isQuick: () => false, ...options })
  t.after(() => reader.close())
  return reader
}

const stuckThread = new URL('./stuck-thread.ts', import.meta.url)

describe('texts that wait to be read', () => {
  test('take turns with those of other accounts, in the order in which they came', async t => {
    const reader = readerOf(t)
    const order: string[] = []
    const bodies = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']
    await Promise.all(bodies.map(body => reader.read(body.charAt(0), textOf(body)).then(() => order.push(body))))
    assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  test('fail alone when they cannot be read', async t => {
    const reader = readerOf(t, { file: stuckThread })
    const [failing, fine] = ['unreadable', 'A fine text'].map(body => reader.read('a', textOf(body)))
    await assert.rejects(failing!, /unreadable/)
    assert.equal((await fine!).normalText, 'a fine text')
  })

  test('are overloaded past an amount that waits, with Retry-After, and the rest is read', async t => {
    const reader = readerOf(t)
    const half = textOf('x '.repeat(limits.textWaitingPerAccount / 4))
    const turns = [textOf('first'), half, half].map(text => reader.read('a', text))
    await assert.rejects(reader.read('a', textOf('y')), overloaded)
    await reader.read('b', textOf('y'))
    await Promise.all(turns)
    await reader.read('a', textOf('y'))
  })

  test('are refused as overloaded when the reader closes, those that wait and those that come', async t => {
    const reader = readerOf(t)
    const waits = ['a', 'a', 'b'].map(account => assert.rejects(reader.read(account, textOf('y')), overloaded))
    await reader.close()
    await Promise.all(waits)
    await assert.rejects(reader.read('c', textOf('y')), overloaded)
  })
})

test('a text that takes too long is given up with the cause, and the texts of others are read', async t => {
  const reader = readerOf(t, { file: stuckThread, deadlineMs: 3_000 })
  const endless = reader.read('a', textOf('never ends'))
  const others = ['one', 'two'].map(body => reader.read('b', textOf(body)))
  await assert.rejects(endless, (thrown: Problem) => overloaded(thrown) && /longer than 3 s/.test(thrown.message))
  assert.deepEqual(await Promise.all(others.map(async each => (await each).normalText)), ['one', 'two'])
})

test('short plain texts are read in place, and all others in a thread', async t => {
  // A file that does not exist: what needs a thread fails.
  const file = new URL('./no-such-thread.ts', import.meta.url)
  const reader = createTextReader({ threads: 1, file })
  t.after(() => reader.close())
  assert.equal((await reader.read('a', textOf('A short text, “plain” enough.'))).refusal, null)
  for (const body of ['long '.repeat(1_000), 'Größe', 'plain \ufdfa'])
    await assert.rejects(reader.read('a', textOf(body)), /no-such-thread/)
})

test('a text is read, weighed and compared in a thread as it is in place', async t => {
  const reader = readerOf(t)
  const posts = knownTexts()
    .filter((_, i) => i % 8 === 0)
    .map(postAround)
  for (const [i, post] of posts.entries()) {
    assert.deepEqual(await reader.read('a', post), readText(post))
    assert.deepEqual(await reader.weigh(post), weigh(post))
    const others = posts.slice(Math.max(0, i - 2), i + 2)
    assert.deepEqual(await reader.compare(post, others), compareTexts(post, others))
  }
})

test('comparing tells the same text from a near-duplicate and from another text', async t => {
  const reader = readerOf(t)
  const choir = 'The choir sings songs of the sea on Friday evening in the old town hall, doors open at seven'
  const others = [`${choir}!`, choir.replace('seven', 'eight'), 'Chess in the library on Friday.'].map(textOf)
  assert.deepEqual(await reader.compare(textOf(choir.toUpperCase()), others), ['same', 'near', null])
})
