// Reading texts in a pool of threads: a fair queue by account, limits, a time-out for each text, and the same result as in place.
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { limits } from '../../src/contract/limits.ts'
import type { Problem } from '../../src/contract/problems/problem.ts'
import type { PostText } from '../../src/domain/posts/post-text.ts'
import { judgementOn } from '../../src/moderation/embedded/embedded-model.ts'
import { compareTexts } from '../../src/moderation/near-duplicates.ts'
import { readMessage, readText } from '../../src/moderation/reading.ts'
import {
  createTextReader,
  ownTurn,
  type ReadingTurn,
  sharedTurn,
  type TextReaderOptions,
} from '../../src/moderation/text-reader.ts'
import { knownTexts, postAround } from './plain-rules/texts.ts'

const overloaded = (thrown: Problem) => thrown.code === 'overloaded' && thrown.extras.headers?.['retry-after'] === '1'

const textOf = (body: string): PostText => ({ site: 'messages', title: null, body, topics: [], urls: [] })

const turn = (name: string, late?: AbortSignal): ReadingTurn => ({ of: () => name, late })

/** A reader with one thread for every text, unless `isQuick` says otherwise. It closes after the test. */
function readerOf(t: TestContext, options: TextReaderOptions = {}) {
  const reader = createTextReader({ threads: 1, isQuick: () => false, ...options })
  t.after(() => reader.close())
  return reader
}

const stuckThread = new URL('./stuck-thread.ts', import.meta.url)

describe('texts that wait to be read', () => {
  test('texts that wait to be read take turns by account, in the order in which they came', async t => {
    const reader = readerOf(t)
    const order: string[] = []
    const bodies = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']
    await Promise.all(bodies.map(body => reader.read(turn(body.charAt(0)), textOf(body)).then(() => order.push(body))))
    assert.deepEqual(order, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
  })

  test('texts of accounts that share a turn wait for each other; another account waits for two of them at most', async t => {
    const reader = readerOf(t)
    const order: string[] = []
    const read = (name: string, body: string) => reader.read(turn(name), textOf(body)).then(() => order.push(body))
    const flood = Array.from({ length: 20 }, (_, i) => read(sharedTurn, `shared ${i}`))
    await read('honest', 'honest')
    assert.deepEqual(order, ['shared 0', 'shared 1', 'honest'])
    await Promise.all(flood)
  })

  test('texts of accounts that share a turn leave a thread free for all other accounts', async t => {
    const reader = readerOf(t, { threads: 3, file: stuckThread, deadlineMs: 4_000 })
    const stuck = Array.from({ length: 3 }, () =>
      reader.read(turn(sharedTurn), textOf('never ends')).catch(error => error),
    )
    for (let i = 0; i < 3; i++) assert.ok(await reader.read(turn('honest'), textOf(`fine ${i}`)))
    for (const error of await Promise.all(stuck)) assert.ok(overloaded(error))
  })

  test('a waiting text is given up when its request has timed out, and delays no other text', async t => {
    const reader = readerOf(t)
    const late = new AbortController()
    const first = reader.read(turn('a'), textOf('first'))
    const second = reader.read(turn('a', late.signal), textOf('second'))
    const third = reader.read(turn('a'), textOf('third'))
    while (!late.signal.aborted) await Promise.resolve().then(() => late.abort(new Error('too late')))
    await assert.rejects(second, /too late/)
    assert.equal((await first).normalText, 'first')
    assert.equal((await third).normalText, 'third')
    await assert.rejects(reader.read(turn('a', late.signal), textOf('fourth')), /too late/)
  })

  test('a text that cannot be read fails alone', async t => {
    const reader = readerOf(t, { file: stuckThread })
    const [failing, fine] = ['unreadable', 'A fine text'].map(body => reader.read(turn('a'), textOf(body)))
    await assert.rejects(failing!, /unreadable/)
    assert.equal((await fine!).normalText, 'a fine text')
  })

  test('texts beyond an amount for each account are refused as overloaded with Retry-After, and the others are read', async t => {
    // Long texts take a second, and several on a busy machine.
    const reader = readerOf(t, { deadlineMs: 60_000 })
    const half = textOf('x '.repeat(limits.textWaitingPerAccount / 4))
    const turns = [textOf('first'), half, half].map(text => reader.read(turn('a'), text))
    await assert.rejects(reader.read(turn('a'), textOf('y')), overloaded)
    await reader.read(turn('b'), textOf('y'))
    await Promise.all(turns)
    await reader.read(turn('a'), textOf('y'))
  })

  test('texts beyond an amount for all accounts together are refused as overloaded', async t => {
    const reader = readerOf(t)
    const most = textOf('x '.repeat(limits.textWaitingPerAccount / 2))
    const accounts = limits.textWaiting / limits.textWaitingPerAccount
    const outcomes = Array.from({ length: accounts + 1 }, (_, i) =>
      reader.read(turn(`account ${i}`), most).catch(error => error),
    )
    await assert.rejects(reader.read(turn('one more'), textOf('y')), overloaded)
    await reader.close()
    for (const error of (await Promise.all(outcomes)).slice(1)) assert.ok(overloaded(error))
  })

  test('texts are refused as overloaded when the reader closes, waiting and new ones', async t => {
    const reader = readerOf(t)
    const waits = ['a', 'a', 'b'].map(account => assert.rejects(reader.read(turn(account), textOf('y')), overloaded))
    await reader.close()
    await Promise.all(waits)
    await assert.rejects(reader.read(turn('c'), textOf('y')), overloaded)
  })
})

test('a text that takes too long is given up with the reason, and the texts of others are read', async t => {
  const reader = readerOf(t, { file: stuckThread, deadlineMs: 3_000 })
  const endless = reader.read(turn('a'), textOf('never ends'))
  const others = ['one', 'two'].map(body => reader.read(turn('b'), textOf(body)))
  await assert.rejects(endless, (thrown: Problem) => overloaded(thrown) && /longer than 3 s/.test(thrown.message))
  assert.deepEqual(await Promise.all(others.map(async each => (await each).normalText)), ['one', 'two'])
})

test('a short plain text is read in place, any other text in a thread, and every text is judged in a thread', async t => {
  // The thread file does not exist, so work that needs a thread fails.
  const file = new URL('./no-such-thread.ts', import.meta.url)
  const reader = createTextReader({ threads: 1, file })
  t.after(() => reader.close())
  assert.equal((await reader.read(turn('a'), textOf('A short text, “plain” enough.'))).refusal, null)
  for (const body of ['long '.repeat(1_000), 'Größe', 'plain \ufdfa'])
    await assert.rejects(reader.read(turn('a'), textOf(body)), /no-such-thread/)
  await assert.rejects(reader.judge(textOf('A short text, “plain” enough.'), null), /no-such-thread/)
})

test('a thread gives the same reading, judgement and comparison of a text as in place', async t => {
  const reader = readerOf(t)
  const posts = knownTexts()
    .filter((_, i) => i % 8 === 0)
    .map(postAround)
  for (const [i, post] of posts.entries()) {
    assert.deepEqual(await reader.read(turn('a'), post), readText(post))
    assert.deepEqual(await reader.readMessage(turn('a'), post), readMessage(post))
    assert.deepEqual(await reader.judge(post, null), judgementOn(post))
    const others = posts.slice(Math.max(0, i - 2), i + 2)
    assert.deepEqual(await reader.compare(ownTurn, post, others), compareTexts(post, others))
  }
})

test('the comparison distinguishes the same text, a near-duplicate and another text', async t => {
  const reader = readerOf(t)
  const choir = 'The choir sings songs of the sea on Friday evening in the old town hall, doors open at seven'
  const others = [`${choir}!`, choir.replace('seven', 'eight'), 'Chess in the library on Friday.'].map(textOf)
  assert.deepEqual(await reader.compare(ownTurn, textOf(choir.toUpperCase()), others), ['same', 'near', null])
})
