// WebSub and IndexNow: what a real hub and a real search engine receive about published, changed and deleted posts.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import * as announcements from '../../src/workers/announcements.ts'
import { eventBody, onEveryDatabase, startApp, type TestApp } from '../harness.ts'

const key = 'a1b2c3d4-index-now'
const minute = 60_000

type Sent = { path: string; type: string; body: string }

onEveryDatabase('announcements', ({ fresh }) => {
  let server: Server
  let app: TestApp
  let account: { key: string; handle: string }
  let received: Sent[] = []
  let answer = 204
  before(async () => {
    server = createServer((request, reply) => {
      let body = ''
      request.on('data', chunk => (body += chunk))
      request.on('end', () => {
        received.push({ path: request.url!, type: request.headers['content-type']!, body })
        reply.writeHead(answer).end()
      })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const env = { WEBSUB_HUB: `${origin}/hub`, INDEXNOW_KEY: key, INDEXNOW_URL: `${origin}/indexnow` }
    app = await startApp(await fresh(), { env })
    account = await app.account()
  })
  after(async () => {
    await app?.close()
    server?.close()
  })

  const publish = async () => {
    const body = eventBody({ topics: ['art'] })
    const { json } = await app.call('POST', '/v1/posts', { key: account.key, body })
    await app.moderate()
    assert.equal((await app.call('GET', `/p/${json.id}`)).status, 200)
    return json.id as string
  }
  /** Runs the worker until nothing is due, and returns the feeds sent to the hub and the addresses sent to IndexNow. */
  const announced = async () => {
    received = []
    while ((await announcements.runOnce(app.platform)) > 0);
    const hub = received.filter(({ path }) => path === '/hub')
    const engine = received.filter(({ path }) => path === '/indexnow')
    return {
      feeds: hub.flatMap(({ body }) => new URLSearchParams(body).getAll('hub.url')),
      modes: new Set(hub.map(({ type, body }) => `${type} ${new URLSearchParams(body).get('hub.mode')}`)),
      engine: engine.map(({ body }) => JSON.parse(body)),
    }
  }
  const queued = () => app.platform.db.selectFrom('announcements').selectAll().execute()

  test('announcements are sent once for each published, changed or deleted post: its feeds to the hub, its address to IndexNow', async () => {
    const id = await publish()
    const places = ['/in/FR/', '/in/FR/FR-IDF/', '/in/FR/FR-IDF/2988507/']
    const feeds = ['/', '/topics/art/', ...places, `/by/${account.handle}/`, '/topics/', '/in/']
      .flatMap(path => ['index.json', 'feed.xml'].map(file => `http://events.test${path}${file}`))
      .sort()
    const of = (url: string) => ({
      host: 'events.test',
      key,
      keyLocation: `http://events.test/${key}.txt`,
      urlList: [url],
    })
    const address = of(`http://events.test/p/${id}`)
    const published = await announced()
    assert.deepEqual(published.feeds.sort(), feeds)
    assert.deepEqual([...published.modes], ['application/x-www-form-urlencoded publish'])
    assert.deepEqual(published.engine, [address])
    assert.deepEqual(await announced(), { feeds: [], modes: new Set(), engine: [] })
    await app.call('PATCH', `/v1/posts/${id}`, { key: account.key, body: { event_status: 'cancelled' } })
    assert.deepEqual((await announced()).engine, [address])
    await app.call('DELETE', `/v1/posts/${id}`, { key: account.key })
    const deleted = await announced()
    assert.deepEqual([deleted.feeds.sort(), deleted.engine], [feeds, [address]])
    assert.deepEqual(await queued(), [])
  })

  test('announcements are retried when a server refuses them, and finally given up; a queued post has none', async () => {
    await app.call('POST', '/v1/posts', { key: account.key, body: eventBody() })
    assert.deepEqual(await queued(), [])
    await app.moderate()
    answer = 503
    assert.equal((await announced()).engine.length, 1)
    assert.equal((await queued()).length, 2)
    assert.equal((await announced()).engine.length, 0, 'the retry is not immediate')
    answer = 200
    app.clock.advance(minute)
    assert.equal((await announced()).engine.length, 1)
    assert.deepEqual(await queued(), [])
    answer = 500
    await publish()
    for (let i = 0; i < 6; i++) {
      await announced()
      app.clock.advance(121 * minute)
    }
    assert.deepEqual(await queued(), [])
    answer = 204
  })

  test('announcements are prepared by feeds that name the hub and themselves, in text and headers, and by a key where IndexNow looks for it', async () => {
    for (const path of ['/index.json', '/topics/art/index.json', '/feed.xml', '/in/FR/feed.xml?topic=art']) {
      const { headers, text } = await app.call('GET', path)
      const [, hub, self] = /^<([^>]*)>; rel="hub", <([^>]*)>; rel="self"$/.exec(headers.get('link') ?? '') ?? []
      assert.equal(self, `http://events.test${path}`)
      const named = path.includes('.json')
        ? JSON.parse(text).hubs
        : /<atom:link href="([^"]*)" rel="hub"\/>/.exec(text)?.[1]
      assert.deepEqual(named, path.includes('.json') ? [{ type: 'WebSub', url: hub }] : hub)
    }
    const served = await app.call('GET', `/${key}.txt`)
    assert.deepEqual([served.status, served.text], [200, key])
  })
})

onEveryDatabase('announcements without configuration', ({ fresh }) => {
  test('announcements without configuration are not written, and feeds name no hub', async t => {
    const app = await startApp(await fresh())
    t.after(() => app.close())
    const { key } = await app.account()
    await app.call('POST', '/v1/posts', { key, body: eventBody() })
    await app.moderate()
    assert.deepEqual(await app.platform.db.selectFrom('announcements').selectAll().execute(), [])
    const { headers, json } = await app.call('GET', '/index.json')
    assert.deepEqual([json.items.length, json.hubs, headers.get('link')], [1, undefined, null])
    assert.equal((await app.call('GET', '/a1b2c3d4-index-now.txt')).status, 404)
  })
})
