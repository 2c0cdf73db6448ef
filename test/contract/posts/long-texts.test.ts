// Long texts of one account delay nobody else. (test/moderation/text-reader.test.ts has the order in which texts are read.)
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostOf, messageBody, storyBody, withSites } from '../../harness.ts'

withSites('many long texts of one account', app => {
  const longBody = () => storyBody({ body: Array.from({ length: 1_500 }, (_, i) => `archipelago${i}`).join(' ') })

  test('many long texts of one account delay neither the posts of others nor reading, and are all answered', async () => {
    const [many, other] = [await app().account(), await app().account()]
    const host = hostOf('stories')
    const flood = Array.from({ length: 40 }, () =>
      app().call('POST', '/v1/posts?dry_run=true', { host, key: many.key, body: longBody() }),
    )
    const post = app().call('POST', '/v1/posts', { host: hostOf('messages'), key: other.key, body: messageBody() })
    const read = app().call('GET', '/v1/posts', { host })
    assert.deepEqual([(await post).status, (await read).status], [202, 200])
    for (const { status } of await Promise.all(flood)) assert.equal(status, 200)
  })
})
