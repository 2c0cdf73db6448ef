// GET /readyz is open to anybody and outside the rate limit: a request costs the database next to nothing (contract.md §2).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import type { Connection } from '../../../src/store/database/dialect.ts'
import { type Hindrance, StoreUnavailable } from '../../../src/store/database/unavailable.ts'
import { onEveryDatabase, quietLog, startApp, type TestApp } from '../../harness.ts'

/** Blocks the writer of an app until the returned function is called. */
async function blockWriter({ platform, databaseUrl }: TestApp): Promise<() => Promise<void>> {
  const connection: Connection = platform.dialect.open(databaseUrl, 'write')
  const blocked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const held = connection.transaction(async db => {
    // On SQLite a begun transaction holds the only lock.
    if (!platform.dialect.singleWriter) await db.schema.alterTable('meta').addColumn('blocked', 'text').execute()
    else await db.selectFrom('meta').selectAll().execute()
    blocked.resolve()
    await release.promise
    throw new Error('taken back')
  })
  await blocked.promise
  return async () => {
    release.resolve()
    await held.catch(() => {})
    await connection.close()
  }
}

onEveryDatabase('readiness', ({ fresh }) => {
  test('readiness is checked once for all callers, and again after a second', async () => {
    const app = await startApp(await fresh())
    const looks: string[] = []
    const { act } = app.platform
    app.platform.act = (name, input) => {
      looks.push(name)
      return act(name, input)
    }
    try {
      const ask = () => Promise.all(Array.from({ length: 200 }, () => app.call('GET', '/readyz')))
      for (let seconds = 1; seconds <= 3; seconds++) {
        for (const { status, json } of [...(await ask()), ...(await ask())])
          assert.deepEqual(
            [status, json],
            [200, { status: 'ok', database: 'ok', pending_writes: json.pending_writes, rate_limit: 'none' }],
          )
        assert.deepEqual(looks, Array(seconds).fill('answer'))
        app.clock.advance(limits.readinessKeptMs)
      }
    } finally {
      await app.close()
    }
  })

  test('a process whose database refused a write is not ready for some seconds; a lock that took too long changes nothing', async () => {
    const app = await startApp(await fresh())
    const { refusedWrites } = app.platform
    const status = async () => {
      app.clock.advance(limits.readinessKeptMs)
      return (await app.call('GET', '/readyz')).status
    }
    const refuse = (hindrance: Hindrance) =>
      assert.rejects(refusedWrites.watch(Promise.reject(new StoreUnavailable(hindrance, 'test'))), StoreUnavailable)
    try {
      await refuse('locked')
      assert.equal(await status(), 200)
      await refuse('unwritable')
      assert.equal(await status(), 503)
      assert.equal(await status(), 503)
      app.clock.advance(limits.writeRefusedKeptMs)
      assert.equal(await status(), 200)
    } finally {
      await app.close()
    }
  })

  test('readiness fails while the writer hangs, recovers by itself, and is logged when it changes', async () => {
    const told: unknown[][] = []
    const log = {
      ...quietLog,
      info: (fields: object, message: string) => void (message !== 'request' && told.push([message, fields])),
      error: (fields: object, message: string) => void told.push([message, fields]),
    }
    const app = await startApp(await fresh(), { log })
    const readiness = async () => {
      app.clock.advance(limits.readinessKeptMs)
      const answers = await Promise.all(Array.from({ length: 20 }, () => app.call('GET', '/readyz')))
      return [...new Set(answers.map(({ status, text }) => `${status} ${JSON.parse(text).status}`))]
    }
    try {
      assert.deepEqual(await readiness(), ['200 ok'])
      const unblock = await blockWriter(app)
      try {
        assert.deepEqual(await readiness(), ['503 unavailable'])
        assert.deepEqual(await readiness(), ['503 unavailable'])
      } finally {
        await unblock()
      }
      while ((await readiness())[0] !== '200 ok');
      assert.deepEqual(told, [
        ['not ready', { reason: `no answer within ${limits.readinessProbeMs} ms` }],
        ['ready again', {}],
      ])
    } finally {
      await app.close()
    }
  })
})
