// No acknowledged post is lost by kill -9 at any moment, and money is exact with two processes on one database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DatabaseKind, freshDatabase } from '../databases.ts'
import { eventBody, onEveryDatabase } from '../harness.ts'
import { sizeOf } from '../kit/long.ts'
import { counted } from '../kit/report.ts'
import { account, auditOf, call, environment } from './caller.ts'
import { killUnderLoad } from './kills.ts'
import { startService } from './process.ts'

/** `npm run test:long` kills the service as often as it is told before it runs this test. */
const kills = sizeOf({ small: 1, full: 4 })

onEveryDatabase('kill -9 under load', ({ kind, fresh }) => {
  test(`under load ${kills} times kill -9 loses no acknowledged post, charges no post twice, and leaves the books in order`, {
    timeout: 300_000,
  }, async () => {
    const { acknowledged, ...found } = await killUnderLoad(await environment(await fresh()), kills)
    counted(`kills under load on ${kind}`, kills)
    assert.deepEqual(found, { kills, lost: 0, doubled: 0, audit: 'in order' })
    assert.ok(acknowledged > kills * 20, `only ${acknowledged} posts were acknowledged`)
  })
})

const kinds: [string, DatabaseKind, number][] = [['two processes', 'PostgreSQL', 2]]
for (const [title, kind, count] of kinds)
  test(`on ${title} on one ${kind} a balance for 10 posts pays for exactly 10 of 100, and one Idempotency-Key makes one post`, {
    timeout: 120_000,
  }, async () => {
    const url = await freshDatabase(kind)
    const envs = await Promise.all(Array.from({ length: count }, () => environment(url)))
    const services = await Promise.all(envs.map(env => startService(env)))
    try {
      const { key } = await account(envs[0]!, services[0]!.origin, 10_000_000)
      const posts = await Promise.all(
        Array.from({ length: 100 }, (_, i) => call(services[i % count]!.origin, '/v1/posts', key, eventBody())),
      )
      assert.equal(posts.filter(answer => answer?.status === 202).length, 10)
      assert.equal(posts.filter(answer => answer?.status === 402).length, 90)

      const rich = await account(envs[0]!, services[0]!.origin, 50_000_000)
      const body = eventBody()
      const equal = await Promise.all(
        Array.from({ length: 60 }, (_, i) =>
          call(services[i % count]!.origin, '/v1/posts', rich.key, body, { 'idempotency-key': 'two-processes' }),
        ),
      )
      assert.equal(new Set(equal.filter(answer => answer?.status === 202).map(answer => answer?.json.id)).size, 1)
      assert.equal((await call(services[1]!.origin, '/v1/account', rich.key))?.json.balance, 49_000_000)
    } finally {
      await Promise.all(services.map(service => service.stop()))
    }
    assert.equal(await auditOf(envs[0]!), 'in order')
  })
