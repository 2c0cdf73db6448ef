// Processes on one database must have the same SITES to start. The operator changes SITES by stopping and starting.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort, freshFolder } from '../databases.ts'
import { onOneDatabase } from '../harness.ts'
import { type Environment, runCommand, startService } from './process.ts'

onOneDatabase('SQLite', 'processes with other SITES', ({ fresh }) => {
  test('a process with other SITES does not start while the first one runs, and starts once it has stopped', {
    timeout: 120_000,
  }, async () => {
    const url = await fresh()
    const environment = async (more: Environment): Promise<Environment> => ({
      DATABASE_URL: url,
      DATA_DIR: freshFolder(),
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: String(await freePort()),
      ...more,
    })
    const SITES = 'events=http://one.test'
    const one = await environment({ SITES })
    const more = await environment({ SITES: 'events=http://one.test,stories=http://two.test' })
    const others = [
      await environment({ SITES: 'events=https://one.test' }),
      // The SITES of a worker with another port when the variable is not set.
      await environment({ ROLE: 'worker' }),
    ]
    let service = await startService(one)
    try {
      // Each waits for the other process to stop, so they wait together.
      const starts = await Promise.all(others.map(async env => ({ env, ...(await runCommand(env, ['serve'])) })))
      for (const { env, status, stderr } of starts) {
        assert.equal(status, 1, stderr)
        assert.match(stderr, /^[^\n]*SITES: [^\n]*"events=http:\/\/one\.test"[^\n]*\n$/)
        const own = env.SITES ?? `events=http://localhost:${env.PORT}`
        assert.ok(stderr.includes(JSON.stringify(own)), stderr)
      }
      const worker = await startService(await environment({ SITES, ROLE: 'worker' }))
      assert.equal(await worker.stop(), 0)
      assert.equal(await service.stop(), 0)
      service = await startService(more)
      await service.kill()
      service = await startService(more)
      assert.equal(await service.stop(), 0, 'a process with the same sites starts again at once, even after kill -9')
    } finally {
      await service.kill()
    }
  })
})
