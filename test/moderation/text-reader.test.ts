// The fair queue of texts that wait to be read.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '../../src/contract/limits.ts'
import type { Problem } from '../../src/contract/problem.ts'
import type { PostText } from '../../src/domain/post-text.ts'
import { type Reading, readText } from '../../src/moderation/reading.ts'
import { createTextReader } from '../../src/moderation/text-reader.ts'

const overloaded = (thrown: Problem) => thrown.code === 'overloaded' && thrown.extras.headers?.['retry-after'] === '1'

const textOf = (body: string): PostText => ({ site: 'messages', title: null, body, topics: [], urls: [] })

describe('texts that wait to be read', () => {
  test('take turns with those of other accounts, in the order in which they came', async () => {
    const order: string[] = []
    const reader = createTextReader(text => {
      order.push(text.body)
      return readText(text)
    })
    await Promise.all(['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(body => reader.read(body.charAt(0), textOf(body))))
    assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  test('fail alone when they cannot be read', async () => {
    const reader = createTextReader((text): Reading => {
      if (text.body === 'bad') throw new TypeError('unreadable')
      return readText(text)
    })
    const failing = reader.read('a', textOf('bad'))
    await assert.rejects(failing, TypeError)
    assert.equal((await reader.read('a', textOf('A fine text'))).normalText, 'a fine text')
  })

  test('are overloaded past an amount that waits, with Retry-After, and the rest is read', async () => {
    const reader = createTextReader(() => readText(textOf('short')))
    const half = textOf('x'.repeat(limits.textWaitingPerAccount / 2))
    const turns = [half, half].map(text => reader.read('a', text))
    await assert.rejects(reader.read('a', textOf('y')), overloaded)
    await reader.read('b', textOf('y'))
    await Promise.all(turns)
    await reader.read('a', textOf('y'))
  })

  test('are refused as overloaded when the reader closes, those that wait and those that come', async () => {
    const reader = createTextReader()
    const waits = ['a', 'a', 'b'].map(account => assert.rejects(reader.read(account, textOf('y')), overloaded))
    await reader.close()
    await Promise.all(waits)
    await assert.rejects(reader.read('c', textOf('y')), overloaded)
  })
})
