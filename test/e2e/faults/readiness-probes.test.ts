// A flood of probes of /readyz, which anybody may call: it writes nothing, and paying callers are answered meanwhile.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { dialectOf } from '../../../src/store/database/dialect.ts'
import type { Database } from '../../../src/store/database/schema.ts'
import { tableNames } from '../../../src/store/database/tables.ts'
import { freePort, freshFolder } from '../../databases.ts'
import { eventBody, onOneDatabase, startApp } from '../../harness.ts'
import { sizeOf } from '../../kit/long.ts'
import { startService } from '../process.ts'

const probes = sizeOf({ small: 1_000, full: 5_000 })
const probers = 50
const posts = 100

/** Every row of the database except the places, which nothing writes, and the lease that a node renews. */
async function rowsOf(db: Kysely<Database>): Promise<Record<string, unknown[]>> {
  const tables = tableNames.filter(table => table !== 'places' && table !== 'nodes')
  const rows = tables.map(async table => {
    const of = await sql`select * from ${sql.table(table)}`.execute(db)
    return [table, of.rows.map(row => JSON.stringify(row)).sort()] as const
  })
  return Object.fromEntries(await Promise.all(rows))
}

onOneDatabase('PostgreSQL', `${probes} probes of /readyz`, ({ fresh }) => {
  test('5,000 probes of /readyz write nothing, and every paid post sent meanwhile is accepted', {
    timeout: 300_000,
  }, async () => {
    const url = await fresh()
    const setUp = await startApp(url)
    const { key } = await setUp.account({ balance: posts * 1_000_000 })
    await setUp.app.close()
    const port = await freePort()
    const secretKey = Buffer.alloc(32, 7).toString('base64')
    const service = await startService({
      DATABASE_URL: url,
      DATA_DIR: freshFolder(),
      PORT: String(port),
      // Without workers, only requests write.
      ROLE: 'api',
      SECRET_KEY: secretKey,
      PLATFORM_RPS: '0',
    })
    const connection = dialectOf(url).open(url, 'read')
    const { origin } = service
    const flood = async () => {
      const seen = new Map<string, number>()
      const one = async (times: number) => {
        for (let i = 0; i < times; i++) {
          const response = await fetch(`${origin}/readyz`)
          const { status, database } = (await response.json()) as Record<string, unknown>
          const said = `${response.status} ${status} ${database}`
          seen.set(said, (seen.get(said) ?? 0) + 1)
        }
      }
      await Promise.all(Array.from({ length: probers }, () => one(probes / probers)))
      return Object.fromEntries(seen)
    }
    const post = async () => {
      const response = await fetch(`${origin}/v1/posts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(eventBody()),
      })
      await response.arrayBuffer()
      return response.status
    }
    const postAll = async () => {
      const statuses: number[] = []
      while (statuses.length < posts) statuses.push(...(await Promise.all(Array.from({ length: 5 }, post))))
      return statuses
    }
    const countOf = async (table: 'posts' | 'ledger') => (await rowsOf(connection.db))[table]!.length
    try {
      const before = await rowsOf(connection.db)
      assert.deepEqual(await flood(), { '200 ok ok': probes })
      assert.deepEqual(await rowsOf(connection.db), before)
      const [answers, statuses] = await Promise.all([flood(), postAll()])
      assert.deepEqual(answers, { '200 ok ok': probes })
      assert.deepEqual(new Set(statuses), new Set([202]))
      assert.equal(await countOf('posts'), posts)
      assert.equal(await countOf('ledger'), before.ledger!.length + posts)
      assert.deepEqual((await rowsOf(connection.db)).heartbeats, before.heartbeats)
    } finally {
      await connection.close()
      await service.stop()
    }
  })
})
