// Four workers in two processes decide the posts of several accounts and are killed meanwhile: each text is decided once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { audit } from '../../src/store/audit/audit.ts'
import { eventBody, onOneDatabase, startApp } from '../harness.ts'
import { sizeOf } from '../kit/long.ts'
import { startModelServer } from '../kit/model-server.ts'
import { counted } from '../kit/report.ts'
import { environment } from './caller.ts'
import { type Service, startService } from './process.ts'
import { atOnce, tenfoldNow } from './served-worker.ts'

const main = fileURLToPath(new URL('served-worker.ts', import.meta.url))
/** The numbers of texts: one account floods the queue before the others come. */
const flood = sizeOf({ small: 60, full: 160 })
const others = [10, 10, 10, 10]
const total = flood + others.reduce((sum, count) => sum + count)
/** The processes that are killed while they ask and record, in turn. */
const killed = sizeOf({ small: 1, full: 3 })
const workers = 4

onOneDatabase('PostgreSQL', 'kill -9 among four workers in two processes', ({ kind, fresh }) => {
  test(`four workers that are killed decide each of ${total} queued posts once, record each outcome once, and leave the audit in order`, {
    timeout: 300_000,
  }, async t => {
    const url = await fresh()
    const server = await startModelServer()
    const startedAt = Date.now()
    const now = () => tenfoldNow(startedAt)
    const app = await startApp(url, { clock: { now, advance: () => {} } })
    const env = [await environment(url), await environment(url)]
    const services: Service[] = []
    t.after(async () => {
      await Promise.all(services.map(service => service.kill()))
      server.close()
      await app.close()
    })

    const authors = new Map<string, number>()
    for (const [author, count] of [flood, ...others].entries()) {
      const { key } = await app.account({ balance: 2 * flood * 1_000_000 })
      const bodies = Array.from({ length: count }, () => eventBody())
      const answers = await Promise.all(bodies.map(body => app.call('POST', '/v1/posts', { key, body })))
      for (const { status, text } of answers) assert.equal(status, 202, text)
      for (const { title } of bodies) authors.set(String(title), author)
    }
    assert.equal(authors.size, total)

    server.mode = 'awake'
    server.holdsAnswers = true
    const start = async (i: number) => {
      services[i] = await startService(env[i] ?? {}, [main, String(startedAt), server.baseUrl])
    }
    await Promise.all([start(0), start(1)])
    await server.reached('asked', workers * atOnce)
    assert.equal(new Set(server.asked).size, workers * atOnce, 'the model is asked about no text twice')
    assert.equal(
      new Set(server.asked.map(title => authors.get(title))).size,
      1 + others.length,
      'all accounts take turns',
    )
    await services[0]?.kill()
    server.holdsAnswers = false
    server.releaseAnswers()
    await start(0)
    for (const i of [1, 0, 1].slice(0, killed)) {
      await server.reached('asked', Math.min(total, server.asked.length + 3 * atOnce))
      await services[i]?.kill()
      await start(i)
    }
    counted(`kills of moderation workers on ${kind}`, 1 + killed)
    const { db, dialect } = app.platform
    const statuses = async () =>
      new Set((await db.selectFrom('revisions').select('status').execute()).map(({ status }) => status))
    while ((await statuses()).has('queued')) await setTimeout(50)
    assert.deepEqual(await Promise.all(services.map(service => service.stop())), [0, 0])

    assert.deepEqual([...(await statuses())], ['published'])
    const events = await db.selectFrom('events').select(['type', 'post_id']).execute()
    assert.deepEqual([...new Set(events.map(({ type }) => type))], ['post.published'])
    assert.deepEqual([events.length, new Set(events.map(event => event.post_id)).size], [total, total])
    assert.deepEqual((await audit(db, dialect, now())).breaches, [])
    assert.ok(server.asked.length > total, 'the model was asked again about some texts after a kill')
    assert.equal(new Set(server.asked).size, total)
  })
})
