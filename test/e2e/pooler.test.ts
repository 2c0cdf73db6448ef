// A connection pooler before PostgreSQL: one that does not keep a connection as it is ends the start in one line that names what to
// set, and with those settings the service runs behind it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { freshDatabase } from '../databases.ts'
import { eventBody } from '../harness.ts'
import { noPgBouncer, startPgBouncer } from '../kit/pgbouncer.ts'
import { account, auditOf, call, environment } from './caller.ts'
import { runCommand, startService } from './process.ts'

const timeouts = { statement_timeout: 10_000, lock_timeout: 5_000, idle_in_transaction_session_timeout: 10_000 }
const ignored = `ignore_startup_parameters = ${Object.keys(timeouts).join(',')}`

/** Sets the time-outs for every connection to a database, as an operator does for its role. */
async function setTimeouts(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  for (const [name, ms] of Object.entries(timeouts))
    await client.query(`alter database ${new URL(url).pathname.slice(1)} set ${name} = ${ms}`)
  await client.end()
}

const faults: [string, { settings: string[]; set: boolean; line: RegExp }][] = [
  [
    'that refuses the settings of a connection',
    {
      settings: [],
      set: true,
      line: /^configuration: DATABASE_URL: PgBouncer refuses .*ignore_startup_parameters = statement_timeout,/,
    },
  ],
  [
    'that drops the settings of a connection',
    {
      settings: [ignored],
      set: false,
      line: /^configuration: DATABASE_URL: statement_timeout is 0 ms .* ALTER ROLE … SET statement_timeout = 10000/,
    },
  ],
  [
    'that loses prepared statements between transactions',
    {
      settings: [ignored, 'pool_mode = transaction'],
      set: true,
      line: /^configuration: DATABASE_URL: the pooler loses prepared statements .*pool_mode = session/,
    },
  ],
]

for (const [what, { settings, set, line }] of faults)
  test(`a pooler ${what} ends the start in one line that names the setting`, {
    skip: noPgBouncer,
    timeout: 180_000,
  }, async t => {
    const url = await freshDatabase('PostgreSQL')
    if (set) await setTimeouts(url)
    const pooler = await startPgBouncer(url, settings)
    t.after(() => pooler.stop())
    const env = { ...(await environment(pooler.url)), LOG_LEVEL: 'silent' }
    const { status, stderr } = await runCommand(env, ['serve'])
    assert.equal(status, 1)
    assert.match(stderr, line)
    assert.equal(stderr.trimEnd().split('\n').length, 1, stderr)
  })

const modes: [string, { mode: string; query: string }][] = [
  ['sessions', { mode: 'session', query: '' }],
  ['transactions', { mode: 'transaction', query: '?prepared=off' }],
]
for (const [what, { mode, query }] of modes)
  test(`behind a pooler of ${what}, with the settings that the lines name, the service takes and publishes posts`, {
    skip: noPgBouncer,
    timeout: 240_000,
  }, async t => {
    const url = await freshDatabase('PostgreSQL')
    await setTimeouts(url)
    // The service opens 20 connections at most: transactions share a few.
    const size = mode === 'session' ? 60 : 4
    const pooler = await startPgBouncer(url, [ignored, `pool_mode = ${mode}`, `default_pool_size = ${size}`])
    t.after(() => pooler.stop())
    const env = await environment(pooler.url + query)
    const service = await startService(env)
    t.after(() => service.kill())
    const { key } = await account(env, service.origin, 50_000_000)
    const posts = await Promise.all(
      Array.from({ length: 40 }, () => call(service.origin, '/v1/posts', key, eventBody())),
    )
    for (const posted of posts) assert.equal(posted?.status, 202, JSON.stringify(posted))
    const decided = await call(service.origin, `/v1/posts/${posts[0]!.json.id}?wait=30`, key)
    assert.equal(decided?.json.status, 'published')
    assert.equal(await service.stop(), 0)
    assert.equal(await auditOf(env), 'in order')
  })
