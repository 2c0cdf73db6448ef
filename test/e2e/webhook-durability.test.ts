// Every outcome is delivered at least once, even though the sender is killed again and again and a third of the attempts fail.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { audit } from '../../src/store/audit/audit.ts'
import { freePort, freshFolder } from '../databases.ts'
import { eventBody, onOneDatabase, startApp } from '../harness.ts'
import { sizeOf } from '../kit/long.ts'
import { counted } from '../kit/report.ts'
import { fastNow } from './fast-service.ts'
import { startService } from './process.ts'

const kills = sizeOf({ small: 1, full: 10 })
const outcomes = kills * 100
/** Of nine messages six are accepted at once, one fails once, and two fail twice: more than a third of the attempts fail. */
const failuresOf = (n: number) => [0, 0, 0, 0, 0, 0, 1, 2, 2][n % 9] as number
const entry = fileURLToPath(new URL('./fast-service.ts', import.meta.url))

type Arrival = { id: string; timestamp: number; body: string; answered: number }

onOneDatabase('SQLite', 'a sender that is killed', ({ kind, fresh }) => {
  test(`a sender that is killed ${kills} times delivers each of ${outcomes} outcomes, with a constant id and a new time stamp for each attempt`, {
    timeout: 540_000,
  }, async t => {
    const url = await fresh()
    const arrivals: Arrival[] = []
    const failures = new Map<string, number>()
    const delivered = new Set<string>()
    let secret = ''
    let startedAt = Date.now()

    const receiver = createServer(async (request, reply) => {
      let body = ''
      for await (const chunk of request.setEncoding('utf8')) body += chunk
      const headers = request.headers as Record<string, string>
      const id = headers['webhook-id'] as string
      // The reference library checks the time stamp against the clock, so it gets the fast clock of the sender.
      const shown = fastNow(startedAt)
      const clock = t.mock.method(Date, 'now', () => shown)
      try {
        new Webhook(secret).verify(body, headers)
      } finally {
        clock.mock.restore()
      }
      if (!failures.has(id)) failures.set(id, failuresOf(failures.size))
      const left = failures.get(id) as number
      failures.set(id, left - 1)
      const answered = left > 0 ? 500 : 200
      arrivals.push({ id, timestamp: Number(headers['webhook-timestamp']), body, answered })
      reply.writeHead(answered).end()
      if (answered === 200) delivered.add(JSON.parse(body).data.id)
    })
    await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
    t.after(() => {
      receiver.close()
      receiver.closeAllConnections()
    })
    const { port: receiverPort } = receiver.address() as { port: number }

    const env = { WEBHOOK_TARGETS: 'any' }
    const app = await startApp(url, { env })
    const { key } = await app.account({ balance: outcomes * 1_000_000 })
    const registered = await app.call('POST', '/v1/webhooks', {
      key,
      body: { url: `http://127.0.0.1:${receiverPort}/hook` },
    })
    secret = registered.json.secret
    const posts: string[] = []
    for (let i = 0; i < outcomes; i += 50) {
      const batch = Array.from({ length: 50 }, () => app.call('POST', '/v1/posts', { key, body: eventBody() }))
      posts.push(...(await Promise.all(batch)).map(answer => answer.json.id))
    }
    await app.close()

    const port = await freePort()
    const service = {
      ...env,
      DATABASE_URL: url,
      DATA_DIR: freshFolder(),
      PORT: String(port),
      SITES: `events=http://127.0.0.1:${port}`,
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    }
    startedAt = Date.now()
    const start = () => startService(service, [entry, String(startedAt)])
    const until = async (reached: () => boolean) => {
      while (!reached()) await new Promise(resolve => setTimeout(resolve, 5))
    }
    let sender = await start()
    for (let i = 1; i <= kills; i++) {
      await until(() => delivered.size >= i * 80)
      await sender.kill()
      sender = await start()
      counted(`kills of the sender of webhooks on ${kind}`)
    }
    await until(() => delivered.size >= outcomes)
    assert.equal(await sender.stop(), 0)

    assert.deepEqual([...delivered].sort(), posts.sort())
    const bodies = new Map<string, Set<string>>()
    for (const { id, body } of arrivals) bodies.set(id, (bodies.get(id) ?? new Set()).add(body))
    assert.equal(bodies.size, outcomes, 'each outcome has one id, the same in every attempt')
    assert.ok(
      [...bodies.values()].every(set => set.size === 1),
      'every attempt has the same bytes',
    )
    const failed = arrivals.filter(arrival => arrival.answered !== 200).length
    assert.ok(failed >= arrivals.length / 3 - kills * 2, `${failed} of ${arrivals.length} attempts failed`)
    const last = new Map<string, number>()
    for (const { id, timestamp } of arrivals) {
      assert.ok(timestamp > (last.get(id) ?? 0), 'a later attempt has a later time stamp')
      last.set(id, timestamp)
    }
    const after = await startApp(url, { env, clock: { now: () => fastNow(startedAt), advance() {} } })
    t.after(() => after.close())
    const { platform } = after
    // An attempt that was sent but not recorded before a kill or stop is sent again.
    await after.sendWebhooks()
    assert.deepEqual((await audit(platform.db, platform.dialect, platform.now())).breaches, [])
    const states = await platform.db.selectFrom('webhook_deliveries').select('state').execute()
    assert.equal(states.length, outcomes)
    t.diagnostic(
      `${arrivals.length} attempts, ${failed} failed, ${arrivals.length - failed - outcomes} repeated after a success`,
    )
  })
})
