// Processes on one database have the same SITES, or do not start; one operator changes them by stopping and starting.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort, freshFolder } from '../databases.ts'
import { onEveryDatabase } from '../harness.ts'
import { type Environment, runCommand, startService } from './process.ts'

onEveryDatabase('processes with other SITES', ({ fresh }) => {
  test('do not start beside one that runs, and start once it has stopped', { timeout: 120_000 }, async () => {
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
    const others = [
      await environment({ SITES: 'events=https://one.test' }),
      await environment({ SITES: 'events=http://one.test,stories=http://two.test' }),
      // What a worker with a port of its own gets when SITES is left out.
      await environment({ ROLE: 'worker' }),
    ]
    let service = await startService(one)
    try {
      for (const env of others) {
        const { status, stderr } = await runCommand(env, ['serve'])
        assert.equal(status, 1, stderr)
        assert.match(stderr, /^[^\n]*SITES: [^\n]*"events=http:\/\/one\.test"[^\n]*\n$/)
        const own = env.SITES ?? `events=http://localhost:${env.PORT}`
        assert.ok(stderr.includes(JSON.stringify(own)), stderr)
      }
      const worker = await startService(await environment({ SITES, ROLE: 'worker' }))
      assert.equal(await worker.stop(), 0)
      assert.equal(await service.stop(), 0)
      service = await startService(others[1]!)
      await service.kill()
      service = await startService(others[1]!)
      assert.equal(await service.stop(), 0, 'with the same sites it starts again at once, also after kill -9')
    } finally {
      await service.kill()
    }
  })
})
