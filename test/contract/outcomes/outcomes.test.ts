// The stream of outcomes: the outcomes of a key's posts, oldest first, with a cursor that misses none.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { appendEvent, eventsOfKey } from '../../../src/store/delivery/events.ts'
import { freshDatabase } from '../../databases.ts'
import { eventBody, onEveryDatabase, startApp, type TestApp, withApp } from '../../harness.ts'
import { secondKey } from '../../kit/second-key.ts'

withApp('GET /v1/outcomes', app => {
  const publish = async (key: string) => {
    const { json } = await app().call('POST', '/v1/posts', { key, body: eventBody() })
    await app().moderate()
    return json.id as string
  }
  const page = async (key: string, query = '') => (await app().call('GET', `/v1/outcomes${query}`, { key })).json

  test('the stream of outcomes gives every outcome once, oldest first; an empty page has a cursor to continue from', async () => {
    const { key } = await app().account()
    const empty = await page(key)
    assert.deepEqual([empty.items, empty.has_more], [[], false])
    const posts = []
    for (let i = 0; i < 5; i++) posts.push(await publish(key))
    const seen: string[] = []
    let { cursor } = empty
    for (let more = true; more; ) {
      const next = await page(key, `?after=${cursor}&limit=2`)
      seen.push(...next.items.map((item: any) => item.data.id))
      cursor = next.cursor
      more = next.has_more
    }
    assert.deepEqual(seen, posts)
    const end = await page(key, `?after=${cursor}`)
    assert.deepEqual(end, { items: [], cursor, has_more: false })
    const later = await publish(key)
    assert.deepEqual(
      (await page(key, `?after=${cursor}`)).items.map((item: any) => item.data.id),
      [later],
    )
    assert.equal((await page(key)).items.length, 6)
  })

  test('the stream of outcomes has the same events as webhooks: id, type, timestamp, and the post as the owning key sees it', async () => {
    const { key } = await app().account()
    const id = await publish(key)
    const items: any[] = (await page(key)).items
    const own = (await app().call('GET', `/v1/posts/${id}`, { key })).json
    assert.match(items[0].id, /^msg_[0-9A-Za-z]{16,}$/)
    assert.deepEqual(items, [{ id: items[0].id, type: 'post.published', timestamp: '2026-11-21T12:00:00Z', data: own }])
  })

  test('a public edit has two events: post.published for the decision and post.edited for the author; a refused edit has none', async () => {
    const { key } = await app().account()
    const id = await publish(key)
    const { cursor } = await page(key)
    const edit = async (body: object) => (await app().call('PATCH', `/v1/posts/${id}`, { key, body })).status
    const eventsOf = async () =>
      (await page(key, `?after=${cursor}`)).items.map(({ type, data }: any) => [
        type,
        data.status,
        data.edit?.status,
        data.post.title,
      ])
    const title = 'Another evening of clay'
    assert.equal(await edit({ title }), 202)
    assert.deepEqual(await eventsOf(), [], 'an edit without a decision has no outcome')
    await app().moderate()
    const applied = [
      ['post.published', 'published', 'applied', title],
      ['post.edited', 'published', 'applied', title],
    ]
    assert.deepEqual(await eventsOf(), applied)
    assert.equal(await edit({ body: 'asdf asdf asdf asdf' }), 422)
    assert.deepEqual(await eventsOf(), applied, 'a refused edit has no event')
  })

  test('a free change has an event at once, equal to the answer to the request without its changes; a repeated request adds none', async () => {
    const { key } = await app().account()
    const id = await publish(key)
    const { cursor } = await page(key)
    const change = (event_status: string) =>
      app().call('PATCH', `/v1/posts/${id}`, {
        key,
        body: { event_status },
        headers: { 'idempotency-key': `make it ${event_status}` },
      })
    const answers = [await change('cancelled'), await change('cancelled'), await change('scheduled')]
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')]),
      [
        [200, null],
        [200, 'true'],
        [200, null],
      ],
    )
    const { items } = await page(key, `?after=${cursor}`)
    assert.deepEqual(
      items.map(({ type, data }: any) => ({ type, data })),
      [answers[0], answers[2]].map(answer => {
        const { changes, ...data } = answer?.json ?? {}
        assert.equal(changes.length, 1)
        return { type: 'post.edited', data }
      }),
    )
  })

  test('a post that its author cancels or deletes has one event, also after a repeat', async () => {
    const { key } = await app().account()
    const submit = async () => (await app().call('POST', '/v1/posts', { key, body: eventBody() })).json.id as string
    const [cancelled, deleted] = [await submit(), await submit()]
    for (let i = 0; i < 2; i++)
      assert.equal((await app().call('POST', `/v1/posts/${cancelled}/cancel`, { key })).status, 200)
    for (let i = 0; i < 2; i++) assert.equal((await app().call('DELETE', `/v1/posts/${deleted}`, { key })).status, 200)
    const { items } = await page(key)
    assert.deepEqual(
      items.map(({ type, data }: any) => [type, data.id, data.status]),
      [
        ['post.cancelled', cancelled, 'cancelled'],
        ['post.deleted', deleted, 'deleted'],
      ],
    )
  })

  test('an outcome is shown only to the key that posted, not to another account or another key of the account', async () => {
    const { key, accountId } = await app().account()
    const stranger = await app().account()
    const second = await secondKey(app(), accountId)
    const [first, other] = [await publish(key), await publish(second)]
    const ids = async (of: string) => (await page(of)).items.map((item: any) => item.data.id)
    assert.deepEqual([await ids(key), await ids(second), await ids(stranger.key)], [[first], [other], []])
  })

  test('the stream of outcomes names a wrong cursor, limit or parameter', async () => {
    const { key } = await app().account()
    for (const query of [
      '?after=x',
      '?after=',
      '?limit=0',
      '?limit=51',
      '?since=2026',
      '?after=ZS4wMQ',
      '?after=ZC4x',
    ]) {
      const { status, json } = await app().call('GET', `/v1/outcomes${query}`, { key })
      assert.deepEqual([status, json.code], [400, 'invalid'], query)
      assert.match(json.errors[0], /^\/(after|limit|since):/)
    }
  })

  test('the stream of outcomes keeps events for 30 days', async () => {
    const { key } = await app().account()
    await publish(key)
    const day = 86_400_000
    app().clock.advance(30 * day)
    assert.equal((await page(key)).items.length, 1)
    app().clock.advance(1)
    assert.equal((await page(key)).items.length, 0)
    await app().platform.act('sweep', { limit: 500 })
    assert.equal((await app().platform.db.selectFrom('events').selectAll().execute()).length, 0)
  })
})

onEveryDatabase('a reader that never stops', ({ fresh }) => {
  let app: TestApp
  before(async () => {
    app = await startApp(await fresh())
  })
  after(() => app.close())

  test('a reader that never stops sees every one of 300 outcomes decided at once, each exactly once', async () => {
    const { key } = await app.account({ balance: 400_000_000 })
    const post = async () => (await app.call('POST', '/v1/posts', { key, body: eventBody() })).json.id
    const posts: string[] = []
    for (let i = 0; i < 10; i++) posts.push(...(await Promise.all(Array.from({ length: 30 }, post))))
    const seen: string[] = []
    let cursor = ''
    const read = async () => {
      const { json } = await app.call('GET', `/v1/outcomes?limit=50${cursor && `&after=${cursor}`}`, { key })
      seen.push(...json.items.map((item: any) => item.data.id))
      cursor = json.cursor
      return json.items.length as number
    }
    let deciding = true
    const reader = (async () => {
      while (deciding) await read()
    })()
    await Promise.all(Array.from({ length: 4 }, () => app.moderate()))
    deciding = false
    await reader
    while ((await read()) > 0);
    assert.equal(seen.length, 300)
    assert.deepEqual([...seen].sort(), [...posts].sort())
  })
})

test('of two transactions at once the one that numbers its event first commits first, so that no cursor misses the event (PostgreSQL)', async t => {
  const app = await startApp(await freshDatabase('PostgreSQL'))
  t.after(() => app.close())
  const { key, accountId } = await app.account()
  const { json } = await app.call('POST', '/v1/posts', { key, body: eventBody() })
  const post = await app.platform.db.selectFrom('posts').selectAll().where('id', '=', json.id).executeTakeFirstOrThrow()
  const connections = [0, 1].map(() => app.platform.dialect.open(app.databaseUrl, 'write'))
  t.after(() => Promise.all(connections.map(connection => connection.close())))
  const event = (id: string) => ({
    id,
    type: 'post.review' as const,
    account_id: accountId,
    key_id: post.key_id,
    post_id: post.id,
    site: post.site,
    payload: '{}',
    created_at: app.clock.now(),
  })
  const [one, two] = await Promise.all(connections.map(connection => connection.db.startTransaction().execute()))
  assert.ok(one && two)
  await appendEvent(one, event('msg_slow'))
  let committed = false
  const second = appendEvent(two, event('msg_fast'))
    .then(() => two.commit().execute())
    .then(() => {
      committed = true
    })
  // The second transaction waits for the first: pg_stat_activity says so.
  const waiting = async () =>
    (
      await app.platform.db
        .selectFrom('pg_stat_activity' as never)
        .select('pid' as never)
        .where('wait_event_type' as never, '=', 'Lock' as never)
        .where('datname' as never, '=', new URL(app.databaseUrl).pathname.slice(1) as never)
        .execute()
    ).length
  while ((await waiting()) === 0);
  const read = (past: number) => eventsOfKey(app.platform.db, { keyId: post.key_id, past, since: 0, limit: 50 })
  assert.deepEqual(await read(0), [])
  assert.equal(committed, false)
  await one.commit().execute()
  await second
  assert.deepEqual(
    (await read(0)).map(({ id }) => id),
    ['msg_slow', 'msg_fast'],
  )
})
