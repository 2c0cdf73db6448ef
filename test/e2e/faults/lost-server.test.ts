// Two nodes under load while connections to PostgreSQL are cut and its server is restarted: no acknowledged post is lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startDatabaseServer } from '../../databases.ts'
import { eventBody } from '../../harness.ts'
import { sizeOf } from '../../kit/long.ts'
import { type Answer, account, auditOf, call, environment } from '../caller.ts'
import { startService } from '../process.ts'

const kills = sizeOf({ small: 8, full: 30 })
const restarts = sizeOf({ small: 1, full: 3 })
const clientsOfNode = 6
const price = 1_000_000
const balance = 500_000 * price

test(`two nodes lose no post, charge no post twice, answer 503 and recover through ${kills} cut connections and ${restarts} restarts of the server`, {
  timeout: 120_000 + (kills + restarts) * 10_000,
}, async t => {
  const server = await startDatabaseServer()
  t.after(() => server.stop())
  await onServer(`${server.url}/postgres`, client => client.query('create database faults'))
  const envs = await Promise.all([1, 2].map(() => environment(`${server.url}/faults`)))
  // Both nodes prepare the empty database at once.
  const nodes = await Promise.all(envs.map(env => startService(env)))
  t.after(() => Promise.all(nodes.map(node => node.kill())))
  const { key } = await account(envs[0]!, nodes[0]!.origin, balance)

  const acknowledged = new Map<string, string>()
  const repeated = { unavailable: 0, unanswered: 0 }
  let onAcknowledged = () => {}
  let clients: Promise<void>[] = []
  const reach = (count: number) => {
    const reached = new Promise<void>(resolve => {
      onAcknowledged = () => acknowledged.size >= count && resolve()
    })
    return Promise.race([reached, Promise.all(clients)])
  }
  let running = true
  let sent = 0
  let up = Promise.resolve()
  const post = (origin: string, idempotencyKey: string, body: object) =>
    call(origin, '/v1/posts', key, body, { 'idempotency-key': idempotencyKey })
  const client = async (origin: string) => {
    while (running) {
      const body = eventBody()
      const idempotencyKey = `fault-test-${sent++}`
      for (;;) {
        await up
        const answer = await post(origin, idempotencyKey, body)
        if (answer?.status === 202) {
          acknowledged.set(idempotencyKey, answer.json.id)
          onAcknowledged()
          break
        }
        if (answer) assertUnavailable(answer)
        repeated[answer ? 'unavailable' : 'unanswered']++
      }
    }
  }
  clients = nodes.flatMap(({ origin }) => Array.from({ length: clientsOfNode }, () => client(origin)))
  const restartAfter = new Set(
    Array.from({ length: restarts }, (_, i) => Math.floor(((i + 1) * kills) / (restarts + 1))),
  )
  for (let kill = 0; kill < kills; kill++) {
    await reach(acknowledged.size + 20)
    await onServer(`${server.url}/faults`, client => client.query(endOneConnection))
    if (!restartAfter.has(kill)) continue
    const { promise, resolve } = Promise.withResolvers<void>()
    up = promise
    await server.shutDown()
    for (const { origin } of nodes) {
      assertUnavailable(await post(origin, `while away ${kill}`, eventBody()))
      assertUnavailable(await call(origin, '/v1/posts', key))
      assert.equal((await call(origin, '/healthz', null))?.status, 200)
    }
    await server.start()
    resolve()
    await reach(acknowledged.size + 20)
  }
  running = false
  await Promise.all(clients)
  t.diagnostic(
    `${acknowledged.size} posts acknowledged; repeated after 503: ${repeated.unavailable}, after no answer: ${repeated.unanswered}`,
  )
  assert.equal(repeated.unanswered, 0, 'every request is answered')
  for (const { process, log } of nodes) {
    assert.equal(process.exitCode, null, log())
    const lines = log().split('\n').filter(Boolean)
    assert.ok(lines.length <= 4 * (restarts + 1), `the log mentions an outage only now and then:\n${log()}`)
  }

  const ids = [...acknowledged.values()]
  assert.equal(new Set(ids).size, ids.length)
  for (let i = 0; i < ids.length; i += 64)
    await Promise.all(
      ids.slice(i, i + 64).map(async (id, j) => {
        const answer = await call(nodes[j % 2]!.origin, `/v1/posts/${id}`, key)
        assert.equal(answer?.status, 200, `acknowledged post ${id} is lost`)
      }),
    )
  const standing = await call(nodes[0]!.origin, '/v1/account', key)
  assert.equal(standing?.json.balance, balance - ids.length * price, 'every post is charged exactly once')
  // The workers run again too: a new post is decided.
  const last = await post(nodes[0]!.origin, 'after it all', eventBody())
  for (let status = 'queued'; status === 'queued'; )
    status = (await call(nodes[1]!.origin, `/v1/posts/${last?.json.id}`, key))?.json.status
  for (const node of nodes) assert.equal(await node.stop(), 0)
  assert.equal(await auditOf(envs[0]!), 'in order')
})

const endOneConnection = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'handbill' order by state = 'active' desc, random() limit 1`

function assertUnavailable(answer: Answer): void {
  assert.equal(answer?.status, 503, JSON.stringify(answer))
  assert.equal(answer.json.code, 'overloaded')
  assert.match(answer.retryAfter ?? '', /^[1-9]\d*$/)
}

async function onServer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
