// Long texts are read in turns: an account that sends many at once waits for itself, and nobody else does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endReadingTurns, readInTurn } from '../../src/actions/reading-turns.ts'
import { limits } from '../../src/contract/limits.ts'
import type { Problem } from '../../src/contract/problems.ts'
import { hostOf, messageBody, storyBody, withSites } from '../harness.ts'

const refusal = (thrown: Problem) => thrown.code === 'overloaded' && thrown.extras.headers?.['retry-after'] === '1'

const nothing = () => {}

withSites('many long texts of one account', app => {
  const longBody = () => storyBody({ body: Array.from({ length: 1_500 }, (_, i) => `archipelago${i}`).join(' ') })

  test('hold up neither the posts of others nor reading', async () => {
    const [many, other] = [await app().account(), await app().account()]
    const host = hostOf('stories')
    let answered = 0
    const flood = Array.from({ length: 40 }, async () => {
      const { status } = await app().call('POST', '/v1/posts?dry_run=true', { host, key: many.key, body: longBody() })
      answered++
      assert.equal(status, 200)
    })
    const post = app().call('POST', '/v1/posts', { host: hostOf('messages'), key: other.key, body: messageBody() })
    const read = app().call('GET', '/v1/posts', { host })
    assert.deepEqual([(await post).status, (await read).status], [202, 200])
    assert.ok(answered < 30, `${answered} of 40 were answered first`)
    await Promise.all(flood)
  })

  test('take turns with those of other accounts, in the order in which they came', async () => {
    const order: string[] = []
    const turns = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map(text =>
      readInTurn(app().platform, text.charAt(0), 100, () => order.push(text)),
    )
    await Promise.all(turns)
    assert.deepEqual(order, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  test('that cannot be read fail alone', async () => {
    const { platform } = app()
    const failing = readInTurn(platform, 'a', 1, () => {
      throw new TypeError('unreadable')
    })
    await assert.rejects(failing, TypeError)
    assert.equal(await readInTurn(platform, 'a', 1, () => 'read'), 'read')
  })

  test('are overloaded past an amount that waits, with Retry-After, and the rest is read', async () => {
    const { platform } = app()
    const half = limits.textWaitingPerAccount / 2
    const turns = [half, half].map(length => readInTurn(platform, 'a', length, nothing))
    await assert.rejects(readInTurn(platform, 'a', 1, nothing), refusal)
    await readInTurn(platform, 'b', 1, nothing)
    await Promise.all(turns)
    await readInTurn(platform, 'a', 1, nothing)
  })

  test('are refused as overloaded when the platform ends, those that wait and those that come', async () => {
    const ending = { ...app().platform }
    const waits = ['a', 'a', 'b'].map(account => assert.rejects(readInTurn(ending, account, 1, nothing), refusal))
    endReadingTurns(ending)
    await Promise.all(waits)
    await assert.rejects(readInTurn(ending, 'c', 1, nothing), refusal)
  })
})
