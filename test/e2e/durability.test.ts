// What was acknowledged is there after kill -9 at any moment; money is exact with two processes on one database.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DatabaseKind, freshDatabase } from '../databases.ts'
import { eventBody, onEveryDatabase } from '../harness.ts'
import { type Answer, account, assertBooksInOrder, call, environment } from './caller.ts'
import { startService } from './process.ts'

const kills = 20

onEveryDatabase('kill -9 under load', ({ fresh }) => {
  test(`${kills} kills lose no acknowledged post, charge no post twice, and leave the books in order`, {
    timeout: 300_000,
  }, async () => {
    const env = await environment(await fresh())
    let service = await startService(env)
    const { key } = await account(env, service.origin, 5_000_000_000)
    const acknowledged = new Map<string, string>()
    let onAcknowledged = () => {}
    const reach = (count: number) =>
      new Promise<void>(resolve => {
        onAcknowledged = () => acknowledged.size >= count && resolve()
      })
    let running = true
    let sent = 0
    let up = Promise.resolve()
    // An agent repeats a request that got no answer, with the same key, until it gets one.
    const client = async () => {
      while (running) {
        const body = eventBody()
        const idempotencyKey = `kill-test-${sent++}`
        for (let answer: Answer = null; answer === null; ) {
          await up
          answer = await call(service.origin, '/v1/posts', key, body, { 'idempotency-key': idempotencyKey })
          if (answer?.status === 202) {
            acknowledged.set(idempotencyKey, answer.json.id)
            onAcknowledged()
          } else if (answer) assert.fail(`unexpected answer ${answer.status}: ${JSON.stringify(answer.json)}`)
        }
      }
    }
    const clients = Array.from({ length: 16 }, client)
    for (let i = 0; i < kills; i++) {
      await reach(acknowledged.size + 20 + ((i * 37) % 100))
      const killed = service.kill()
      up = killed.then(async () => {
        service = await startService(env)
      })
      await up
    }
    running = false
    await Promise.all(clients)
    assert.ok(acknowledged.size > kills * 20, `only ${acknowledged.size} posts were acknowledged`)

    const ids = [...acknowledged.values()]
    assert.equal(new Set(ids).size, acknowledged.size)
    for (let i = 0; i < ids.length; i += 64)
      await Promise.all(
        ids.slice(i, i + 64).map(async id => {
          const answer = await call(service.origin, `/v1/posts/${id}`, key)
          assert.equal(answer?.status, 200, `acknowledged post ${id} is lost`)
        }),
      )
    const standing = await call(service.origin, '/v1/account', key)
    assert.equal(
      standing?.json.balance,
      5_000_000_000 - acknowledged.size * 1_000_000,
      'every post is charged exactly once',
    )
    assert.equal(await service.stop(), 0)
    await assertBooksInOrder(env)
  })
})

const kinds: [string, DatabaseKind, number][] = [['two processes', 'PostgreSQL', 2]]
for (const [title, kind, count] of kinds)
  test(`${title} on one ${kind}: a balance for 10 lets exactly 10 of 100 through, one key makes one post`, {
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
    await assertBooksInOrder(envs[0]!)
  })
