// Long texts wait in a fair queue: an account that sends many at once waits for itself, and nobody else does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostOf, messageBody, storyBody, withSites } from '../harness.ts'

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
})
