// What a test key does beyond posting: webhooks with their retries, auto-recharge, expiry, deletion, MCP, and two requests at once.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { freshDatabase } from '../../databases.ts'
import { eventBody, startApp, type TestApp } from '../../harness.ts'
import { isSigned, type TestNetwork, testNetwork } from '../../kit/webhook-receiver.ts'
import { callTool, connect, eras } from '../../mcp/clients.ts'

describe('in the world of a test key', () => {
  let app: TestApp
  let network: TestNetwork

  before(async () => {
    network = testNetwork()
    app = await startApp(await freshDatabase('SQLite'), { overrides: { webhookNetwork: network } })
  })
  after(async () => {
    await app.close()
    network.close()
  })

  const signUp = async () =>
    (await app.platform.testWorlds!.signUp({ name: 'Ada', email: 'ada@example.org', handle: undefined })).apiKey
  const advance = async (key: string, duration: string): Promise<void> => {
    const { status, json, text } = await app.call('POST', '/v1/test/clock', { key, body: { advance: duration } })
    assert.equal(status, 200, text)
    if (json.left_seconds > 0) await advance(key, `PT${json.left_seconds}S`)
  }
  const post = async (key: string, change = {}) =>
    (await app.call('POST', '/v1/posts', { key, body: eventBody(change) })).json

  test('a receiver that fails gets the retries on their schedule, signed with the real time', async () => {
    const key = await signUp()
    const receiver = await network.receiver('world')
    const { json: endpoint } = await app.call('POST', '/v1/webhooks', { key, body: { url: receiver.url } })
    receiver.answer = (_, reply) => reply.writeHead(500).end()
    const { id } = await post(key)
    await advance(key, 'PT0S')
    assert.equal(receiver.received.length, 1)
    await advance(key, 'PT6S')
    assert.equal(receiver.received.length, 2)
    await advance(key, 'PT40S')
    assert.equal(receiver.received.length, 3)
    receiver.answer = (_, reply) => reply.end('ok')
    await advance(key, 'P1D')
    assert.equal(receiver.received.length, 4)
    const last = receiver.received.at(-1)!
    assert.ok(isSigned(last, endpoint.secret))
    assert.equal(Number(last.headers['webhook-timestamp']) * 1000, app.clock.now())
    const { type, data } = JSON.parse(last.body)
    assert.deepEqual([type, data.id, data.status], ['post.published', id, 'published'])
    assert.deepEqual(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  })

  test('an event that has ended leaves the lists of its account, when the clock has passed its end', async () => {
    const key = await signUp()
    const { id } = await post(key)
    await advance(key, 'PT0S')
    const listed = async () => (await app.call('GET', '/v1/posts', { key })).json.items.length
    assert.equal(await listed(), 1)
    await advance(key, 'P120D')
    assert.equal(await listed(), 0)
    assert.equal((await app.call('GET', `/v1/posts/${id}`, { key })).json.status, 'published')
  })

  test('two requests at once are both stored, and a world that another process has changed is read again', async () => {
    const key = await signUp()
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(key)))
    assert.equal(new Set(answers.map(({ id }) => id)).size, 12)
    await advance(key, 'PT0S')
    await app.platform.testWorlds!.close()
    assert.equal((await app.call('GET', '/v1/posts?mine=true', { key })).json.items.length, 12)
    assert.equal((await app.call('GET', '/v1/account', { key })).json.balance, 88_000_000)
  })

  test('a second process on the database sees what the first has stored, and neither overwrites the other', async () => {
    const second = await startApp(app.databaseUrl, { clock: app.clock })
    try {
      const key = await signUp()
      const first = await post(key)
      const there = (path: string) => second.call('GET', path, { key })
      assert.equal((await there(`/v1/posts/${first.id}`)).json.id, first.id)
      // Else the first process may be deciding its post at that moment, and the second one is asked to try again.
      await advance(key, 'PT0S')
      const other = await second.call('POST', '/v1/posts', { key, body: eventBody() })
      assert.equal(other.status, 202, other.text)
      for (let i = 0; i < 3; i++)
        await Promise.all([
          app.call('POST', '/v1/posts', { key, body: eventBody() }),
          second.call('POST', '/v1/posts', { key, body: eventBody() }),
        ]).then(both => {
          for (const { status, json } of both)
            if (status !== 202) assert.deepEqual([status, json.code], [503, 'overloaded'])
        })
      const mine = async (of: TestApp) => (await of.call('GET', '/v1/posts?mine=true', { key })).json.items.length
      assert.equal(await mine(app), await mine(second))
    } finally {
      await second.close()
    }
  })

  for (const era of eras)
    test(`a model posts and reads with a test key over MCP (${era})`, async () => {
      const key = await signUp()
      const client = await connect(app, { era, key })
      const posted = await callTool(client, 'post_event', eventBody())
      assert.equal(posted.value.status, 'queued', posted.text)
      await advance(key, 'PT0S')
      const read = await callTool(client, 'get_post', { id: posted.value.id })
      assert.equal(read.value.status, 'published')
      assert.equal((await callTool(client, 'browse_posts')).value.items.length, 1)
      assert.equal((await callTool(client, 'get_account')).value.test, true)
      await client.close()
      const anyone = await connect(app, { era })
      assert.equal((await callTool(anyone, 'get_post', { id: posted.value.id })).isError, true)
      await anyone.close()
    })

  test('a world with many long texts loses nothing that it acknowledged', async () => {
    const key = await signUp()
    const long = 'A long evening with many words, each of them told in full. '.repeat(80)
    const ids: string[] = []
    for (let i = 0; i < 20; i++) {
      const { status, json } = await app.call('POST', '/v1/posts', { key, body: eventBody({ body: `${i} ${long}` }) })
      if (status === 202) ids.push(json.id)
    }
    await app.platform.testWorlds!.close()
    for (const id of ids) assert.equal((await app.call('GET', `/v1/posts/${id}`, { key })).json.id, id)
  })
})
