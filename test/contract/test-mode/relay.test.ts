// The relay in the world of a test key: messages are kept, told and answered there, and nothing of them leaves the world.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { freshDatabase } from '../../databases.ts'
import { allSites, bodyFor, startApp, type TestApp } from '../../harness.ts'

describe('the relay in the world of a test key', () => {
  const host = 'classifieds.test'
  let app: TestApp

  before(async () => {
    app = await startApp(await freshDatabase('SQLite'), { env: { SITES: allSites } })
  })
  after(() => app.close())

  test('a test key writes, reads and answers a message in its world, and nobody outside gets a mail, a message or a count', async () => {
    const tester = { name: 'Ada', email: 'ada@example.org', handle: undefined }
    const key = (await app.platform.testWorlds!.signUp(tester)).apiKey
    const call = (method: string, path: string, body?: unknown) =>
      app.call(method, path, { host, key, ...(body !== undefined && { body }) })
    const { json: post } = await call('POST', '/v1/posts', bodyFor.classifieds())
    await call('POST', '/v1/test/clock', { advance: 'PT1M' })
    const question = 'Is the bicycle still there? I could come on Saturday.'
    const asked = { post_id: post.id, message: question, reply_email: 'buyer@example.com' }
    assert.deepEqual((await call('POST', '/v1/relay', asked)).json, { sent: true })
    // The world is at rest when it is closed: else its work would still store a state.
    await call('POST', '/v1/test/clock', { advance: 'PT0S' })
    await app.platform.testWorlds!.close()
    const [message] = (await call('GET', '/v1/relay/messages')).json.items
    assert.deepEqual([message.post_id, message.message, message.reply_email], [post.id, question, undefined])
    const outcomes = (await call('GET', '/v1/outcomes?limit=50')).json.items
    assert.ok(outcomes.some(({ type, data }: any) => type === 'relay.message' && data.id === message.id))
    const answer = { message: 'Yes, it is. Saturday at ten suits me well.' }
    assert.deepEqual((await call('POST', `/v1/relay/messages/${message.id}/reply`, answer)).json, { sent: true })
    assert.equal((await call('GET', '/v1/relay/messages')).json.items[0].reply_email, 'buyer@example.com')
    await call('POST', '/v1/test/clock', { advance: 'P91D' })
    assert.deepEqual((await call('GET', '/v1/relay/messages')).json.items, [], 'the clock of the world ends its time')

    const { db } = app.platform
    assert.deepEqual(await db.selectFrom('mail').selectAll().execute(), [])
    assert.deepEqual(await db.selectFrom('relay_messages').selectAll().execute(), [])
    const counters = await db.selectFrom('counters').select('scope').execute()
    assert.ok(!counters.some(({ scope }) => /^rel|^reply/.test(scope)))
    const outsider = await app.account()
    const outside = await app.call('POST', '/v1/relay', { host, key: outsider.key, body: asked })
    assert.equal(outside.json.code, 'not_found')
  })
})
