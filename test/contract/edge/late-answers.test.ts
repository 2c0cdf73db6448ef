// Answers that take too long: 503 before anything is done, and no lost answer after something was done.
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import BetterSqlite3 from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import { counted } from '../../../src/store/accounts/counters.ts'
import type { Database } from '../../../src/store/database/schema.ts'
import { freshDatabase } from '../../databases.ts'
import { eventBody, onEveryDatabase, startApp, startOfTests, type TestAccount, type TestApp } from '../../harness.ts'

const day = new Date(startOfTests).toISOString().slice(0, 10)
const turn = () => new Promise(resolve => setImmediate(resolve))

/** Blocks every other connection from writing until the returned function is called. */
async function holdWrites({ platform, databaseUrl }: TestApp): Promise<() => Promise<void>> {
  const connection = platform.dialect.open(databaseUrl, 'write')
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = connection.transaction(async db => {
    if (!platform.dialect.singleWriter)
      await sql`lock table accounts, ledger, counters, webhooks, event_positions in exclusive mode`.execute(db)
    held.resolve()
    await released.promise
  })
  await held.promise
  return async () => {
    released.resolve()
    await holding
    await connection.close()
  }
}

/** Waits until the writer has finished or cancelled every action. */
async function settled({ app }: TestApp): Promise<void> {
  while (app.writer.pending() > 0) await turn()
}

const chargesOf = async ({ platform }: TestApp, { accountId }: TestAccount) =>
  (await platform.db.selectFrom('ledger').select('type').where('account_id', '=', accountId).execute())
    .map(row => row.type)
    .filter(type => type !== 'topup')

onEveryDatabase('a request that cannot be answered in time', ({ fresh }) => {
  test('a late request gets 503 overloaded while another transaction holds the database, and changes nothing then or later', async () => {
    const app = await startApp(await fresh(), { overrides: { times: { answerMs: 60_000 } } })
    try {
      const { platform } = app
      const account = await app.account()
      const { key, accountId } = account
      const webhook = await app.call('POST', '/v1/webhooks', { key, body: { url: 'https://example.org/hook' } })
      for (let i = 0; i < 100; i++) await app.call('GET', '/v1/search?q=jazz', { key })
      const before = await Promise.all([
        webhooksOf(platform.db),
        counted(platform.db, 'search-key', await keyOf(app), day),
      ])
      const body = eventBody()
      const headers = { 'idempotency-key': 'late-answer' }
      // The page is opened before, since on a slow machine it would be late too.
      const sendForm = await topUpForm(app, key)
      platform.times.answerMs = 150
      const release = await holdWrites(app)
      for (const [method, path, options] of [
        ['POST', '/v1/posts', { body, headers }],
        ['GET', '/v1/search?q=jazz', {}],
        ['POST', `/v1/webhooks/${webhook.json.id}/test`, {}],
        ['POST', '/v1/webhooks', { body: { url: 'https://example.org/other' } }],
        ['PATCH', '/v1/account', { body: { auto_recharge: { enabled: false } } }],
      ] as const) {
        const late = await app.call(method, path, { key, ...options })
        assert.deepEqual([late.status, late.json.code], [503, 'overloaded'], `${method} ${path}`)
        assert.equal(late.headers.get('retry-after'), '1')
      }
      const tool = await callTool(app, key, 'post_event', { ...body, idempotency_key: 'late-answer' })
      assert.deepEqual([tool.isError, tool.structuredContent.code], [true, 'overloaded'])
      const form = await sendForm()
      assert.equal(form.status, 503)
      await release()
      await settled(app)
      assert.deepEqual(await chargesOf(app, account), [])
      assert.deepEqual(
        await Promise.all([webhooksOf(platform.db), counted(platform.db, 'search-key', await keyOf(app), day)]),
        before,
      )
      assert.equal((await app.call('GET', '/v1/account', { key })).json.balance, 10_000_000)
      platform.times.answerMs = 60_000
      assert.equal((await app.call('POST', '/v1/posts', { key, body, headers })).status, 202)
      assert.deepEqual(await chargesOf(app, { ...account, accountId }), ['charge'])
    } finally {
      await app.close()
    }
  })

  test('a late answer is true: each 202 is charged once and no 503 is charged, however short the time limit is', async () => {
    const app = await startApp(await fresh())
    try {
      const account = await app.account({ balance: 200_000_000 })
      const statuses: number[] = []
      const caller = async (first: number) => {
        for (let i = first; i < first + 20; i++) {
          app.platform.times.answerMs = i % 10
          const { status } = await app.call('POST', '/v1/posts', { key: account.key, body: eventBody() })
          statuses.push(status)
        }
      }
      await Promise.all([0, 1, 2, 3, 4].map(caller))
      await settled(app)
      assert.deepEqual(
        statuses.filter(status => status !== 202 && status !== 503),
        [],
      )
      assert.equal((await chargesOf(app, account)).length, statuses.filter(status => status === 202).length)
    } finally {
      await app.close()
    }
  })

  test('a late request is answered on a connection that was long silent, and an idle connection is closed', async () => {
    const app = await startApp(await fresh(), { overrides: { times: { connectionIdleMs: 100 } } })
    try {
      const account = await app.account()
      const release = await holdWrites(app)
      const slow = app.call('POST', '/v1/posts', { key: account.key, body: eventBody() })
      while (app.app.writer.pending() === 0) await turn()
      for (let i = 0; i < 3; i++) await closedByServer(app)
      await release()
      assert.equal((await slow).status, 202)
      assert.deepEqual(await chargesOf(app, account), ['charge'])
    } finally {
      await app.close()
    }
  })
})

describe('an action that can no longer be cancelled is waited for, however late it is', () => {
  test('an action is waited for while it commits, however late it is (PostgreSQL)', async () => {
    const app = await startApp(await freshDatabase('PostgreSQL'))
    const { platform, databaseUrl } = app
    const connection = platform.dialect.open(databaseUrl, 'write')
    const release = Promise.withResolvers<void>()
    try {
      const account = await app.account()
      const other = await app.account()
      // A commit of a revision waits for a lock that the test holds.
      await connection.command(
        'create function wait_at_commit() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(1); return null; end $$',
      )
      await connection.command(
        'create constraint trigger at_commit after insert on revisions deferrable initially deferred for each row execute function wait_at_commit()',
      )
      const held = Promise.withResolvers<void>()
      const holding = connection.transaction(async db => {
        await sql`select pg_advisory_xact_lock(1)`.execute(db)
        await db.updateTable('accounts').set({ strikes: 0 }).where('id', '=', other.accountId).execute()
        held.resolve()
        await release.promise
      })
      await held.promise
      platform.times.answerMs = 1_000
      const slow = app.call('POST', '/v1/posts', { key: account.key, body: eventBody() })
      while (!(await waitsAtCommit(platform.db))) await turn()
      const later = await app.call('POST', '/v1/posts', { key: other.key, body: eventBody() })
      assert.equal(later.status, 503, 'the request behind it has run out of time too')
      release.resolve()
      await holding
      assert.equal((await slow).status, 202)
      assert.deepEqual(await chargesOf(app, account), ['charge'])
    } finally {
      release.resolve()
      await connection.close()
      await app.close()
    }
  })

  test('an action is waited for once it has begun to write, however late it is (SQLite)', async () => {
    const app = await startApp(await freshDatabase('SQLite'))
    const { platform, databaseUrl } = app
    const file = new BetterSqlite3(databaseUrl.slice('sqlite:'.length), { timeout: 0 })
    try {
      file.exec(`create trigger slow after insert on accounts begin
        select (with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000000) select max(i) from n); end`)
      const late = new AbortController()
      const call = { now: startOfTests, seed: '0'.repeat(48) }
      const input = { name: 'Late', email: 'late@example.org', handle: 'late' }
      const slow = app.app.writer.act('createAccount', input, call, late.signal)
      while (!isHeld(file)) await turn()
      for (let i = 0; i < 200; i++) await turn()
      late.abort(new Error('taken back'))
      assert.equal((await slow).handle, 'late')
      const found = platform.db.selectFrom('accounts').select('id').where('handle', '=', 'late')
      assert.equal((await found.execute()).length, 1)
    } finally {
      file.close()
      await app.close()
    }
  })
})

const webhooksOf = (db: Kysely<Database>) => db.selectFrom('webhooks').select('id').execute()

async function keyOf({ platform }: TestApp): Promise<string> {
  return (await platform.db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow()).id
}

/** The result of a call of a tool. */
async function callTool({ call }: TestApp, key: string, name: string, args: object): Promise<any> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }
  return (await call('POST', '/mcp', { key, body: message, headers: { accept: 'application/json' } })).json.result
}

/** The answer to the form by which the owner tops up. */
/** Opens the form of a top-up. Returns a function that sends it. */
async function topUpForm({ platform, call }: TestApp, key: string) {
  const { json } = await call('GET', '/v1/account', { key })
  const opened = await call('GET', new URL(json.account_url).pathname + new URL(json.account_url).search)
  const cookie = opened.headers.get('set-cookie')!.split(';')[0]!
  const page = await call('GET', '/account', { headers: { cookie } })
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)![1]!
  const form = {
    csrf: field('csrf'),
    nonce: field('nonce'),
    terms: field('terms'),
    amount: '10000000',
    card: '4242424242424242',
  }
  assert.equal(platform.payments.entry, 'form')
  return () =>
    call('POST', '/account/top-up', {
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    })
}

/** Resolves when the server closes a connection on which nothing was sent. */
async function closedByServer({ origin }: TestApp): Promise<void> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  await new Promise(resolve =>
    socket
      .on('close', resolve)
      .on('error', () => {})
      .resume(),
  )
}

async function waitsAtCommit(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted`.execute(db)
  return rows.length > 0
}

/** Whether another connection has begun to write. */
function isHeld(file: BetterSqlite3.Database): boolean {
  try {
    file.exec('begin immediate; rollback')
    return false
  } catch {
    return true
  }
}
