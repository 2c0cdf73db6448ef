// The answers to callers while the database server is away, silent or blocked by somebody else. Nothing is lost or done twice.
import assert from 'node:assert/strict'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import pg from 'pg'
import { StoreUnavailable } from '../../../src/store/database/unavailable.ts'
import * as moderationWorker from '../../../src/workers/moderation.ts'
import { freshDatabase, startDatabaseServer } from '../../databases.ts'
import { type Answer, eventBody, startApp, type TestApp } from '../../harness.ts'
import { type DatabaseRelay, openDatabaseRelay } from '../../kit/database-relay.ts'

const price = 1_000_000
const balance = 50_000_000

/** An app that reaches its database through a relay. */
async function relayedApp(t: TestContext): Promise<{ app: TestApp; relay: DatabaseRelay; databaseUrl: string }> {
  const databaseUrl = await freshDatabase('PostgreSQL')
  const relay = await openDatabaseRelay(databaseUrl)
  const app = await startApp(relay.url)
  t.after(async () => {
    relay.restore()
    await app.close()
    relay.close()
  })
  return { app, relay, databaseUrl }
}

function assertUnavailable({ status, headers, json }: Answer<any>, detail: RegExp): void {
  assert.equal(status, 503)
  assert.equal(json.code, 'overloaded')
  assert.match(json.detail, detail)
  assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
}

/** Resolves once the first use of a key is written, which is a commit of its own. */
async function useIsNoted(app: TestApp, key: string): Promise<void> {
  await app.call('GET', '/v1/account', { key })
  const unused = () => app.platform.db.selectFrom('api_keys').select('id').where('last_used_at', 'is', null).execute()
  while ((await unused()).length > 0);
}

const callTool = (app: TestApp, key: string, name: string, args: object) =>
  app.call('POST', '/mcp', {
    key,
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  })

describe('a database server that is lost', { concurrency: true }, () => {
  for (const cut of ['before', 'after'] as const)
    test(`a connection that is cut ${cut} the commit causes a 503; the same Idempotency-Key then gives one post and one charge`, async t => {
      const { app, relay } = await relayedApp(t)
      const { key } = await app.account({ balance })
      const post = () =>
        app.call('POST', '/v1/posts', { key, body, headers: { 'idempotency-key': 'once and only once' } })
      const body = eventBody()
      await useIsNoted(app, key)
      relay.cutAtCommit(cut)
      assertUnavailable(await post(), /repeat it with its Idempotency-Key/)
      const { json: between } = await app.call('GET', '/v1/account', { key })
      assert.equal(between.balance, cut === 'before' ? balance : balance - price)
      const repeated = await post()
      assert.equal(repeated.status, 202)
      assert.equal((await post()).json.id, repeated.json.id)
      assert.equal((await app.call('GET', '/v1/account', { key })).json.balance, balance - price)
      const { json: mine } = await app.call('GET', '/v1/posts?mine=true', { key })
      assert.equal(mine.items.length, 1)
    })

  test('a lost database server causes a 503 everywhere; workers try again, and everything works once the server is back', async t => {
    const { app, relay } = await relayedApp(t)
    const { key } = await app.account({ balance })
    const { json: queued } = await app.call('POST', '/v1/posts', { key, body: eventBody() })
    const { json: standing } = await app.call('GET', '/v1/account', { key })
    const another = await app.account()
    assert.equal((await app.call('GET', '/v1/posts?topic=art')).status, 200)
    relay.refuseConnections()
    const away = /^The database does not answer\. Nothing was stored or charged\.$/
    assertUnavailable(await app.call('POST', '/v1/posts', { key, body: eventBody() }), away)
    assertUnavailable(await app.call('GET', `/v1/posts/${queued.id}`, { key }), away)
    assertUnavailable(await app.call('GET', '/v1/posts'), away)
    assertUnavailable(await app.call('GET', '/v1/account', { key: another.key }), away)
    const tool = await callTool(app, key, 'get_account', {})
    assert.equal(tool.json.result.isError, true)
    assert.equal(tool.json.result.structuredContent.code, 'overloaded')
    assert.match(tool.json.result.content[0].text, /Try again in \d+ seconds\./)
    const entered = await fetch(standing.account_url.replace('http://events.test', app.origin), { redirect: 'manual' })
    const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const page = await fetch(`${app.origin}/account`, { headers: { cookie } })
    assert.equal(page.status, 503)
    assert.match(await page.text(), /Not right now/)
    app.clock.advance(10_000)
    assert.equal((await app.call('GET', '/v1/posts?topic=art')).status, 200, 'what was shown lately is shown again')
    await assert.rejects(moderationWorker.runOnce(app.platform), StoreUnavailable)
    relay.restore()
    await app.moderate()
    assert.equal((await app.call('GET', `/v1/posts/${queued.id}`, { key })).json.status, 'published')
    assert.equal((await app.call('POST', '/v1/posts', { key, body: eventBody() })).status, 202)
  })

  test('a database server that falls silent causes a time-out, and the next request gets a new connection', async t => {
    const { app, relay } = await relayedApp(t)
    const { key } = await app.account({ balance })
    // From here on both pools have connections, and only answers are missing.
    assert.equal((await app.call('POST', '/v1/posts', { key, body: eventBody() })).status, 202)
    relay.goSilent()
    assertUnavailable(
      await app.call('POST', '/v1/posts', { key, body: eventBody() }),
      /^The (database does not answer\.|answer was not ready in )/,
    )
    relay.restore()
    assert.equal((await app.call('POST', '/v1/posts', { key, body: eventBody() })).status, 202)
  })

  test('a lost database server delays a decision: the text is judged again, and does not go to a person', async t => {
    const { app, relay } = await relayedApp(t)
    const { key } = await app.account({ balance })
    const { json: queued } = await app.call('POST', '/v1/posts', { key, body: eventBody() })
    for (let time = 0; time < 6; time++) {
      const { decide } = app.platform.model
      app.platform.model.decide = (...args) => {
        relay.refuseConnections()
        return decide.call(app.platform.model, ...args)
      }
      await assert.rejects(moderationWorker.runOnce(app.platform), StoreUnavailable)
      app.platform.model.decide = decide
      relay.restore()
      app.clock.advance(61_000)
    }
    await app.moderate()
    assert.equal((await app.call('GET', `/v1/posts/${queued.id}`, { key })).json.status, 'published')
  })
})

test('a server that is a standby now counts as away, for reads too, until it is promoted', async t => {
  const server = await startDatabaseServer(['wal_level=replica'])
  let app: TestApp | undefined
  t.after(async () => {
    await app?.close()
    await server.stop()
  })
  const folder = await onServer(server.url, async client => {
    await client.query('create database roles')
    return (await client.query('show data_directory')).rows[0].data_directory as string
  })
  app = await startApp(`${server.url}/roles`)
  const { key } = await app.account({ balance })
  await server.shutDown()
  writeFileSync(join(folder, 'standby.signal'), '')
  chmodSync(join(folder, 'standby.signal'), 0o666)
  const promoted = server.start()
  while (!(await onServer(server.url, async () => true).catch(() => false)));
  const away = /^The database does not answer\./
  assertUnavailable(await app.call('POST', '/v1/posts', { key, body: eventBody() }), away)
  assertUnavailable(await app.call('GET', '/v1/account', { key }), away)
  await onServer(server.url, client => client.query('select pg_promote()'))
  await promoted
  assert.equal((await app.call('POST', '/v1/posts', { key, body: eventBody() })).status, 202)
})

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

describe('a row that a foreign transaction holds', { concurrency: true }, () => {
  test('a row that a foreign transaction holds delays only its own account, which gets 503 after the lock time-out', async t => {
    const { app, databaseUrl } = await relayedApp(t)
    const [held, free] = [await app.account({ balance }), await app.account({ balance })]
    const foreign = await holdAccount(t, databaseUrl, held.accountId)
    let answered = 0
    const waiting = Array.from({ length: 30 }, () =>
      app.call('POST', '/v1/posts', { key: held.key, body: eventBody() }).finally(() => answered++),
    )
    for (let i = 0; i < 20; i++)
      assert.equal((await app.call('POST', '/v1/posts', { key: free.key, body: eventBody() })).status, 202)
    assert.equal(answered, 0, 'the other accounts were answered first')
    assertUnavailable(await Promise.race(waiting), /holds a lock for too long/)
    await foreign.release()
    const accepted = (await Promise.all(waiting)).filter(({ status }) => status === 202).length
    const { json: standing } = await app.call('GET', '/v1/account', { key: held.key })
    assert.equal(standing.balance, balance - accepted * price)
    assert.equal((await app.call('POST', '/v1/posts', { key: held.key, body: eventBody() })).status, 202)
  })

  test('a row that a foreign transaction holds delays no post of another account', async t => {
    const { app, databaseUrl } = await relayedApp(t)
    const [held, free] = [await app.account({ balance }), await app.account({ balance })]
    const ids: Record<'held' | 'free', string[]> = { held: [], free: [] }
    for (let i = 0; i < 3; i++)
      for (const [name, { key }] of [
        ['held', held],
        ['free', free],
      ] as const)
        ids[name].push((await app.call('POST', '/v1/posts', { key, body: eventBody() })).json.id)
    const foreign = await holdAccount(t, databaseUrl, held.accountId)
    await moderationWorker.runOnce(app.platform)
    const statusOf = async (id: string, { key }: { key: string }) =>
      (await app.call('GET', `/v1/posts/${id}`, { key })).json.status
    for (const id of ids.free) assert.equal(await statusOf(id, free), 'published')
    for (const id of ids.held) assert.equal(await statusOf(id, held), 'queued')
    await foreign.release()
    app.clock.advance(61_000)
    await app.moderate()
    for (const id of ids.held) assert.equal(await statusOf(id, held), 'published')
  })
})

/** Locks the rows of an account and of its events, as somebody else's transaction does that never ends. */
async function holdAccount(t: TestContext, databaseUrl: string, accountId: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  let held = true
  const release = async () => {
    if (held) await client.end()
    held = false
  }
  t.after(release)
  await client.query('begin')
  await client.query('select id from accounts where id = $1 for update', [accountId])
  await client.query('select last from event_positions where account_id = $1 for update', [accountId])
  return { release }
}
