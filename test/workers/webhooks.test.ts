// The webhook worker: deliveries at least once, on schedule, fair to every endpoint, and no receiver can harm another.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import PostalMime from 'postal-mime'
import { limits } from '../../src/contract/limits.ts'
import { retryWaitsMs } from '../../src/contract/retries.ts'
import { retryAfterMs, retryDelayMs } from '../../src/domain/delivery/schedule.ts'
import { instant } from '../../src/domain/times/time.ts'
import { audit } from '../../src/store/audit/audit.ts'
import { createWebhookSender, runOnce } from '../../src/workers/webhooks.ts'
import { freshDatabase } from '../databases.ts'
import { eventBody, onEveryDatabase, startApp, type TestApp } from '../harness.ts'
import {
  endProbation,
  isSigned,
  queueTests,
  registerReceiver,
  type TestNetwork,
  testNetwork,
} from '../kit/webhook-receiver.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

async function endpoint(app: TestApp, network: TestNetwork, key: string) {
  const { receiver, id, secret } = await registerReceiver(app, network, key)
  const test = async () => (await app.call('POST', `/v1/webhooks/${id}/test`, { key })).json.delivery_id as string
  const log = async () => (await app.call('GET', `/v1/webhooks/${id}/deliveries`, { key })).json.items
  const row = () => app.platform.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const patch = (body: object) => app.call('PATCH', `/v1/webhooks/${id}`, { key, body })
  return { receiver, id, secret, test, log, row, patch }
}

const status =
  (code: number, headers: Record<string, string | string[]> = {}) =>
  (_: unknown, reply: ServerResponse) =>
    reply.writeHead(code, headers).end()

onEveryDatabase('the webhook worker', ({ fresh }) => {
  let app: TestApp
  let network: TestNetwork
  before(async () => {
    network = testNetwork()
    app = await startApp(await fresh(), { overrides: { webhookNetwork: network } })
  })
  after(async () => {
    await app.close()
    network.close()
  })

  it('the webhook worker retries after 5 s, 30 s, 2, 10 and 30 minutes, 1, 2, 4, 8 and 8 hours, each ± 10 %, and then gives up', async () => {
    const { key } = await app.account()
    const { receiver, test, log, row } = await endpoint(app, network, key)
    receiver.answer = status(500)
    await test()
    const waits = [
      5 * second,
      30 * second,
      2 * minute,
      10 * minute,
      30 * minute,
      hour,
      2 * hour,
      4 * hour,
      8 * hour,
      8 * hour,
    ]
    for (const [i, wait] of waits.entries()) {
      await app.sendWebhooks()
      assert.equal(receiver.received.length, i + 1)
      const { next_attempt_at } = (await log())[0]
      const { due_at } = await app.platform.db
        .selectFrom('webhook_deliveries')
        .select('due_at')
        .where('webhook_id', '=', (await row()).id)
        .executeTakeFirstOrThrow()
      const waited = due_at - app.clock.now()
      assert.ok(waited >= wait * 0.9 - 1 && waited <= wait * 1.1 + 1, `attempt ${i + 2} after ${waited} ms`)
      assert.equal(next_attempt_at, new Date(due_at).toISOString().replace(/\.\d+/, ''))
      app.clock.advance(waited - 1)
      await app.sendWebhooks()
      assert.equal(receiver.received.length, i + 1, 'no retry is early')
      app.clock.advance(1)
    }
    await app.sendWebhooks()
    assert.equal(receiver.received.length, 11)
    const [item] = await log()
    assert.deepEqual([item.state, item.next_attempt_at, item.attempts.length], ['failed', null, 11])
    app.clock.advance(48 * hour)
    await app.sendWebhooks()
    assert.equal(receiver.received.length, 11)
    const ids = new Set(receiver.received.map(got => got.headers['webhook-id']))
    const bodies = new Set(receiver.received.map(got => got.body))
    const times = receiver.received.map(got => Number(got.headers['webhook-timestamp']))
    assert.deepEqual(
      [ids.size, bodies.size, new Set(times).size],
      [1, 1, 11],
      'one id, one body, a new time for each attempt',
    )
  })

  it('the webhook worker takes only 2xx for success, and describes every other result in words', async () => {
    const { key } = await app.account()
    const { receiver, test, log } = await endpoint(app, network, key)
    for (const code of [200, 201, 202, 204, 299, 300, 302, 304, 400, 401, 404, 500, 599]) {
      receiver.answer = status(code)
      await test()
      await runOnce(app.platform)
      const [item] = await log()
      assert.equal(item.state, code < 300 ? 'delivered' : 'pending', String(code))
      const [attempt] = item.attempts
      assert.deepEqual([attempt.status, attempt.error === null], [code, code < 300])
      assert.ok(Number.isInteger(attempt.latency_ms) && attempt.latency_ms >= 0)
    }
  })

  it('the webhook worker disables an endpoint at once after a 410; later events are not queued, and PATCH enables the endpoint again', async () => {
    const { key } = await app.account()
    const { receiver, test, log, patch, row } = await endpoint(app, network, key)
    receiver.answer = status(410)
    await test()
    await runOnce(app.platform)
    const { items } = (await app.call('GET', '/v1/webhooks', { key })).json
    assert.deepEqual([items[0].active, items[0].inactive_reason], [false, 'gone'])
    assert.equal((await log())[0].state, 'stopped')
    await app.call('POST', '/v1/posts', { key, body: eventBody() })
    await app.moderate()
    app.clock.advance(hour)
    await app.sendWebhooks()
    assert.equal(receiver.received.length, 1)
    receiver.answer = status(200)
    assert.equal((await patch({ active: true })).json.active, true)
    await test()
    await app.sendWebhooks()
    assert.equal(receiver.received.length, 2)
    assert.equal((await row()).failing_since, null)
  })

  it('mails the owner that an endpoint is gone, a few times a day at most', async () => {
    const { key, email } = await app.account()
    const { receiver, test, patch } = await endpoint(app, network, key)
    receiver.answer = status(410)
    for (let i = 0; i < limits.webhookMailsPerDay + 2; i++) {
      await patch({ active: true })
      await test()
      await app.sendWebhooks()
    }
    const mails = await app.platform.db.selectFrom('mail').selectAll().where('recipient', '=', email).execute()
    assert.equal(mails.length, limits.webhookMailsPerDay)
    for (const { body } of mails) assert.match(body, /answered 410, which says that it is gone\s+for\s+good/)
  })

  it('the webhook worker pauses an endpoint for the Retry-After of a 429 or 503, up to an hour', async () => {
    const { key } = await app.account()
    for (const [code, headerAt, heldMs] of [
      [429, () => '120', 2 * minute],
      [503, (now: number) => new Date(now + 3 * minute + 999).toUTCString(), 3 * minute],
      [429, () => '999999', limits.webhookRetryAfterMaxMs],
      // Of two headers the first counts.
      [429, () => ['120', '3000'], 2 * minute],
    ] as const) {
      const { receiver, test } = await endpoint(app, network, key)
      const header = headerAt(app.clock.now())
      receiver.answer = status(code, { 'retry-after': header })
      await test()
      await runOnce(app.platform)
      receiver.answer = status(200)
      await test()
      const held = app.clock.now() + heldMs
      app.clock.advance(held - app.clock.now() - 5_001)
      await app.sendWebhooks()
      assert.equal(receiver.received.length, 1, `${code} ${header}: no delivery is early`)
      app.clock.advance(5_001 + heldMs * 0.1 + 2 * second)
      await app.sendWebhooks()
      assert.equal(receiver.received.length, 3, `${code} ${header}: both deliveries come after the pause`)
    }
  })

  it('the webhook worker ignores a Retry-After that is invalid or comes with another status', async () => {
    const { key } = await app.account()
    const { receiver, test } = await endpoint(app, network, key)
    for (const [code, header] of [
      [500, '3000'],
      [429, 'soon'],
      [503, '-5'],
    ] as const) {
      receiver.answer = status(code, { 'retry-after': header })
      await test()
      await runOnce(app.platform)
    }
    receiver.answer = status(200)
    app.clock.advance(6 * second)
    await app.sendWebhooks()
    assert.equal(receiver.received.length, 6)
  })

  it('the webhook worker disables an endpoint after a day of failures only, and sends the owner one mail with the next steps', async () => {
    const { key, email } = await app.account()
    const { receiver, id, test, patch } = await endpoint(app, network, key)
    receiver.answer = status(500)
    await test()
    await app.sendWebhooks()
    const since = instant(app.clock.now())
    app.clock.advance(limits.webhookFailingMs - 1)
    await test()
    await app.sendWebhooks()
    assert.equal((await app.call('GET', '/v1/webhooks', { key })).json.items[0].active, true)
    app.clock.advance(1)
    await Promise.all(Array.from({ length: 4 }, test))
    await Promise.all([runOnce(app.platform), runOnce(app.platform)])
    const [webhook] = (await app.call('GET', '/v1/webhooks', { key })).json.items
    assert.deepEqual([webhook.active, webhook.inactive_reason], [false, 'failing'])
    const mails = await app.platform.db.selectFrom('mail').selectAll().where('recipient', '=', email).execute()
    assert.equal(mails.length, 1)
    await app.sendMail()
    const mail = await PostalMime.parse(readFileSync(`${app.folder}/outbox/${mails[0]!.id}.eml`))
    assert.deepEqual([mail.to?.[0]?.address, mail.subject], [email, 'A webhook endpoint was turned off'])
    for (const words of [
      receiver.url,
      id,
      since,
      `PATCH http://events.test/v1/webhooks/${id}`,
      '{"active": true}',
      '/replay',
    ])
      assert.ok(mail.text?.includes(words), `${words} in ${mail.text}`)
    app.clock.advance(48 * hour)
    receiver.received.length = 0
    await app.sendWebhooks()
    assert.equal(receiver.received.length, 0)
    receiver.answer = status(200)
    await patch({ active: true })
    await test()
    await app.sendWebhooks()
    assert.equal(receiver.received.length, 1)
  })

  it('the webhook worker restarts that day after a success', async () => {
    const { key } = await app.account()
    const { receiver, test, row } = await endpoint(app, network, key)
    for (const code of [500, 200, 500]) {
      receiver.answer = status(code)
      await test()
      await app.sendWebhooks()
      app.clock.advance(limits.webhookFailingMs)
    }
    await test()
    receiver.answer = status(500)
    const { failing_since } = await row()
    assert.equal(failing_since, app.clock.now() - limits.webhookFailingMs)
    assert.equal((await row()).active, 1)
  })

  it('the webhook worker sends a delivery again after its lease if it was killed before recording, and refuses the late result', async () => {
    const { key } = await app.account()
    const { receiver, id, test, log } = await endpoint(app, network, key)
    const messageId = await test()
    const claim = () => app.platform.act('takeDeliveries', { limit: 64, failing: 32, guest: 32, probation: 32 })
    const { token, deliveries } = await claim()
    const held = deliveries.find(delivery => delivery.webhook_id === id)
    assert.equal(held?.message_id, messageId)
    await app.sendWebhooks()
    assert.equal(receiver.received.length, 0)
    app.clock.advance(limits.webhookLeaseMs + 1)
    receiver.answer = status(500)
    await runOnce(app.platform)
    assert.deepEqual(
      receiver.received.map(got => got.headers['webhook-id']),
      [messageId],
    )
    const late = {
      outcome: 'delivered',
      status: 200,
      latencyMs: 1,
      error: null,
      retryAfterMs: null,
    } as const
    const { seq, url } = held
    assert.equal(await app.platform.act('settleDelivery', { ...late, seq, url, webhookId: id, token }), false)
    const [item] = await log()
    assert.deepEqual([item.state, item.attempts.length], ['pending', 1])
  })

  it('the webhook worker sends each delivery once with four workers at once, and never more than two at a time to one endpoint', async () => {
    const { key } = await app.account()
    const endpoints = [await endpoint(app, network, key), await endpoint(app, network, key)]
    let most = 0
    for (const { receiver, id } of endpoints) {
      const open: ServerResponse[] = []
      let met = false
      receiver.answer = async (_, reply) => {
        open.push(reply)
        most = Math.max(most, open.length)
        met ||= open.length === limits.webhookAttemptsPerEndpoint
        // The first attempt waits for the second. Later ones only leave time for a third to appear.
        if (!met) return
        await new Promise(resolve => setImmediate(resolve))
        for (const each of open.splice(0)) each.end()
      }
      await endProbation(app, id)
      await queueTests(app, id, 40)
    }
    await Promise.all(Array.from({ length: 4 }, () => app.sendWebhooks()))
    await app.sendWebhooks()
    for (const { receiver } of endpoints) {
      const ids = receiver.received.map(got => got.headers['webhook-id'])
      assert.deepEqual([ids.length, new Set(ids).size], [40, 40])
    }
    assert.equal(most, limits.webhookAttemptsPerEndpoint)
  })

  it('the webhook worker delays no endpoint because of a backlog of thousands at another: each claim serves both', async () => {
    const rich = await app.account()
    const poor = await app.account()
    const [busy, quiet] = [await endpoint(app, network, rich.key), await endpoint(app, network, poor.key)]
    await endProbation(app, busy.id, quiet.id)
    const writing = app.platform.dialect.open(app.databaseUrl, 'write')
    const backlog = Array.from({ length: 10_000 }, (_, i) => ({
      webhook_id: busy.id,
      message_id: `msg_backlog${i}`,
      type: 'webhook.test' as const,
      payload: '{}',
      state: 'pending' as const,
      created_at: app.clock.now(),
      due_at: app.clock.now() - hour,
      failures: 0,
    }))
    for (let i = 0; i < backlog.length; i += 2_000)
      await writing.db
        .insertInto('webhook_deliveries')
        .values(backlog.slice(i, i + 2_000))
        .execute()
    await quiet.test()
    await runOnce(app.platform)
    assert.deepEqual([busy.receiver.received.length, quiet.receiver.received.length], [2, 1])
    for (let i = 0; i < 10; i++) await runOnce(app.platform)
    assert.equal(busy.receiver.received.length, 22)
    await writing.close()
    await app.call('DELETE', `/v1/webhooks/${busy.id}`, { key: rich.key })
    assert.deepEqual(
      await app.platform.db.selectFrom('webhook_deliveries').select('seq').where('webhook_id', '=', busy.id).execute(),
      [],
    )
  })

  it('the webhook worker serves the longest waiting endpoint first, and gives failing endpoints at most their share of the places', async () => {
    const keys = await Promise.all(Array.from({ length: 4 }, () => app.account()))
    const endpoints = []
    for (let i = 0; i < 16; i++) endpoints.push(await endpoint(app, network, keys[i % 4]!.key))
    const ours = new Set(endpoints.map(({ id }) => id))
    const claim = async (limit: number, failing: number) => {
      app.clock.advance(1)
      const { token, deliveries } = await app.platform.act('takeDeliveries', { limit, failing, guest: 0, probation: 0 })
      const taken = deliveries.filter(({ webhook_id }) => ours.has(webhook_id))
      for (const { seq, url, webhook_id: webhookId } of deliveries)
        await app.platform.act('settleDelivery', {
          ...{ seq, url, webhookId, token, outcome: 'interrupted' as const, status: null },
          ...{ latencyMs: 0, error: null, retryAfterMs: null },
        })
      return taken.map(({ webhook_id }) => webhook_id)
    }
    await endProbation(app, ...ours)
    for (const { test } of endpoints) for (let i = 0; i < 3; i++) await test()
    const rounds = [await claim(8, 8), await claim(8, 8)]
    assert.equal(new Set(rounds.flat()).size, 16, 'two claims of eight serve all sixteen')
    const writing = app.platform.dialect.open(app.databaseUrl, 'write')
    await writing.db
      .updateTable('webhooks')
      .set({ failing_since: 1 })
      .where('id', 'in', [...ours].slice(0, 12))
      .execute()
    await writing.close()
    const failing = new Set([...ours].slice(0, 12))
    const mixed = await claim(8, 4)
    assert.equal(mixed.filter(id => failing.has(id)).length, 4)
    assert.equal(mixed.filter(id => !failing.has(id)).length, 4)
    for (const [limit, share] of [
      [1, 1],
      [3, 0],
      [64, 32],
      [20, 4],
    ] as const) {
      const taken = await claim(limit, share)
      assert.ok(taken.length <= limit && taken.filter(id => failing.has(id)).length <= share)
    }
    for (const { id } of endpoints) for (const { key } of keys) await app.call('DELETE', `/v1/webhooks/${id}`, { key })
  })

  it('the webhook worker deletes deliveries and attempts after 30 days, except a waiting delivery and its event', async () => {
    const { key } = await app.account()
    const { receiver, id, log, test } = await endpoint(app, network, key)
    await test()
    await app.sendWebhooks()
    await app.call('POST', '/v1/posts', { key, body: eventBody() })
    await app.moderate()
    app.clock.advance(limits.eventsKeptMs + 1)
    assert.deepEqual(await log(), [])
    await app.platform.act('sweep', { limit: 500 })
    const rows = () =>
      app.platform.db.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', id).execute()
    assert.deepEqual(
      (await rows()).map(({ state }) => state),
      ['pending'],
    )
    await app.sendWebhooks()
    assert.equal(JSON.parse(receiver.received.at(-1)!.body).data.status, 'published')
    await app.platform.act('sweep', { limit: 500 })
    assert.deepEqual(await rows(), [])
    assert.deepEqual(await app.platform.db.selectFrom('webhook_attempts').selectAll().execute(), [])
  })
})

describe('a misbehaving receiver', () => {
  let app: TestApp
  let network: TestNetwork
  before(async () => {
    network = testNetwork(2_000)
    app = await startApp(await freshDatabase('SQLite'), { overrides: { webhookNetwork: network } })
  })
  after(async () => {
    await app.close()
    network.close()
  })
  const answered = async (answer: (reply: ServerResponse) => void) => {
    const { key } = await app.account()
    const one = await endpoint(app, network, key)
    one.receiver.answer = (_, reply) => answer(reply)
    await one.test()
    await runOnce(app.platform)
    const [item] = await one.log()
    return { state: item.state, status: item.attempts[0].status, error: item.attempts[0].error as string | null }
  }

  it('a misbehaving receiver that hangs fails after the time-out', async () => {
    assert.deepEqual(await answered(() => {}), { state: 'pending', status: null, error: 'no answer within 2 seconds' })
  })

  it('a misbehaving receiver that sends its headers byte by byte fails after the time-out', async () => {
    const drip = (reply: ServerResponse) => {
      const { socket } = reply
      socket?.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket?.write('x-drip: 1\r\n'), 50)
      socket?.on('close', () => clearInterval(timer))
      socket?.on('error', () => {})
    }
    assert.deepEqual(await answered(drip), { state: 'pending', status: null, error: 'no answer within 2 seconds' })
  })

  it('a misbehaving receiver that sends its body byte by byte has answered with its status, and is cut off after the time-out', async () => {
    let closed: Promise<unknown> = Promise.resolve()
    const drip = (reply: ServerResponse) => {
      reply.writeHead(200)
      const timer = setInterval(() => reply.write('x'), 50)
      closed = new Promise(resolve => reply.on('close', resolve)).then(() => clearInterval(timer))
    }
    assert.deepEqual(await answered(drip), { state: 'delivered', status: 200, error: null })
    await closed
  })

  it('a misbehaving receiver that answers without end is read to 4 KiB and cut off', async () => {
    let written = 0
    let closed: Promise<unknown> = Promise.resolve()
    const flood = (reply: ServerResponse) => {
      reply.writeHead(200)
      closed = new Promise(resolve => reply.on('close', resolve))
      const chunk = Buffer.alloc(65_536, 120)
      const write = () => {
        while (!reply.closed && reply.write(chunk)) written += chunk.length
        if (!reply.closed) reply.once('drain', write)
      }
      write()
    }
    assert.equal((await answered(flood)).state, 'delivered')
    await closed
    assert.ok(written < 32 * 1024 * 1024, `${written} bytes were sent by the receiver`)
  })

  it('a misbehaving receiver cannot harm with a gzip bomb, which is never inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024))
    const before = process.memoryUsage().rss
    const result = await answered(reply => reply.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    assert.equal(result.state, 'delivered')
    assert.ok(process.memoryUsage().rss - before < 100 * 1024 * 1024)
  })

  it('a misbehaving receiver that speaks another protocol, or closes the connection, fails with our own message', async () => {
    const cases: [(reply: ServerResponse) => void, RegExp][] = [
      [reply => reply.socket?.end('SSH-2.0-OpenSSH_9.9\r\n'), /^the answer was not HTTP$/],
      [reply => reply.socket?.destroy(), /^the connection was closed without an answer$/],
      [
        reply => reply.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`),
        /^the headers of the answer are too long$|^the connection/,
      ],
    ]
    for (const [answer, words] of cases) {
      const result = await answered(answer)
      assert.deepEqual([result.state, result.status], ['pending', null])
      assert.match(result.error ?? '', words)
    }
  })

  it('a misbehaving receiver delays no other receiver, even when sixty of them hang, before and after their first failure', async t => {
    const network = testNetwork(6_000)
    const app = await startApp(await freshDatabase('SQLite'), { overrides: { webhookNetwork: network } })
    t.after(async () => {
      await app.close()
      network.close()
    })
    const hung: (() => void)[] = []
    const hang = (_: unknown, reply: ServerResponse) => void hung.push(() => reply.end())
    for (let i = 0; i < 12; i++) {
      const { key } = await app.account()
      for (let j = 0; j < 5; j++) {
        const one = await endpoint(app, network, key)
        await endProbation(app, one.id)
        one.receiver.answer = hang
        for (let k = 0; k < 3; k++) await one.test()
      }
    }
    const { key } = await app.account()
    const good = await endpoint(app, network, key)
    await endProbation(app, good.id)
    const sender = createWebhookSender(app.platform)
    const filled = async (claimed: number) => {
      assert.equal(await sender.fill(), claimed)
    }
    // The sixty receivers have answered until now, so they get every place. After their first failure they share the places of
    // failing ones.
    await filled(64)
    await sender.idle()
    app.clock.advance(6 * second)
    await filled(limits.webhookAttemptsFailingAtOnce)
    for (let i = 0; i < 5; i++) {
      await good.test()
      const served = new Promise<void>(resolve => {
        good.receiver.answer = (_, reply) => {
          reply.end()
          resolve()
        }
      })
      await sender.fill()
      // If the delivery does not arrive, the test ends with the hanging attempts.
      await Promise.race([served, sender.idle()])
      assert.equal(good.receiver.received.length, i + 1)
    }
    for (const release of hung) release()
    await sender.close()
  })
})

onEveryDatabase('endpoints that change while outcomes are recorded', ({ fresh }) => {
  it('endpoints that change while outcomes are recorded get exactly the outcomes of the times in which they were on: the audit finds no delivery missing, stuck or superfluous', async t => {
    const network = testNetwork()
    const app = await startApp(await fresh(), { overrides: { webhookNetwork: network } })
    t.after(async () => {
      await app.close()
      network.close()
    })
    const { key } = await app.account({ balance: 200_000_000 })
    const endpoints = [await endpoint(app, network, key), await endpoint(app, network, key)]
    const codes = [200, 500, 200, 410, 200, 503]
    for (const { receiver } of endpoints)
      receiver.answer = (_, reply) => reply.writeHead(codes[receiver.received.length % codes.length] as number).end()
    await Promise.all(Array.from({ length: 100 }, () => app.call('POST', '/v1/posts', { key, body: eventBody() })))
    let deciding = true
    const statuses = new Set<number>()
    const change = async (work: (round: number) => Promise<{ status: number }>) => {
      for (let round = 0; deciding; round++) statuses.add((await work(round)).status)
    }
    const [one, two] = endpoints
    const changes = [
      change(round => one!.patch({ active: round % 2 === 0 })),
      change(() => two!.patch({ active: true })),
      change(() =>
        app.call('POST', `/v1/webhooks/${two!.id}/replay`, { key, body: { since: '2026-01-01T00:00:00Z' } }),
      ),
      change(() => app.call('POST', `/v1/webhooks/${two!.id}/rotate`, { key })),
      change(async () => {
        const { json } = await app.call('POST', '/v1/webhooks', { key, body: { url: one!.receiver.url } })
        return app.call('DELETE', `/v1/webhooks/${json.id}`, { key })
      }),
      change(async () => {
        await runOnce(app.platform)
        return { status: 200 }
      }),
    ]
    await Promise.all([app.moderate(), app.moderate(), app.moderate()])
    deciding = false
    await Promise.all(changes)
    assert.ok(
      [...statuses].every(status => status < 500),
      [...statuses].join(' '),
    )
    const { breaches } = await audit(app.platform.db, app.platform.dialect, app.clock.now())
    assert.deepEqual(breaches, [])
    const outcomes = app.platform.db.selectFrom('events').select('seq').where('post_id', 'is not', null)
    assert.equal((await outcomes.execute()).length, 100)
    for (const { receiver } of endpoints) receiver.answer = status(200)
    for (const { id, patch } of endpoints) {
      await patch({ active: true })
      await app.call('POST', `/v1/webhooks/${id}/replay`, { key, body: { since: '2026-01-01T00:00:00Z' } })
    }
    app.clock.advance(24 * hour)
    await app.sendWebhooks()
    for (const { receiver } of endpoints)
      assert.equal(
        new Set(receiver.received.map(got => got.headers['webhook-id'])).size,
        100,
        'no outcome is missing after a replay',
      )
  })
})

onEveryDatabase('stopping the webhook worker', ({ fresh }) => {
  it('stopping the webhook worker ends deliveries under way at once without counting an attempt, and the next start sends them', async () => {
    const url = await fresh()
    const network = testNetwork(60_000)
    const first = await startApp(url, { overrides: { webhookNetwork: network } })
    const { key } = await first.account()
    const one = await endpoint(first, network, key)
    const arrived = new Promise<void>(resolve => {
      one.receiver.answer = () => resolve()
    })
    const messageId = await one.test()
    const sender = createWebhookSender(first.platform)
    await sender.fill()
    await arrived
    await sender.close()
    const [item] = await one.log()
    assert.deepEqual([item.state, item.attempts], ['pending', []])
    assert.equal(await sender.fill(), 0)
    await first.close()
    one.receiver.answer = status(200)
    const next = await startApp(url, { overrides: { webhookNetwork: network } })
    await next.sendWebhooks()
    assert.deepEqual(
      one.receiver.received.map(got => got.headers['webhook-id']),
      [messageId, messageId],
    )
    assert.ok(one.receiver.received.every(got => isSigned(got, one.secret)))
    await next.close()
    network.close()
  })
})

describe('an unreadable webhook secret', () => {
  it('an unreadable webhook secret fails the delivery with a message, and other deliveries continue', async () => {
    const url = await freshDatabase('SQLite')
    const network = testNetwork()
    const first = await startApp(url, { overrides: { webhookNetwork: network } })
    const { key } = await first.account()
    const one = await endpoint(first, network, key)
    await one.test()
    await first.close()
    const other = await startApp(url, {
      overrides: { webhookNetwork: network },
      env: { SECRET_KEY: Buffer.alloc(32, 8).toString('base64') },
    })
    const { json } = await other.call('POST', `/v1/webhooks`, { key, body: { url: one.receiver.url } })
    await other.call('POST', `/v1/webhooks/${json.id}/test`, { key })
    await other.sendWebhooks()
    assert.equal(one.receiver.received.length, 1)
    const { items } = (await other.call('GET', `/v1/webhooks/${one.id}/deliveries`, { key })).json
    assert.match(items[0].attempts[0].error, /rotate the secret/)
    await other.close()
    network.close()
  })
})

describe('the schedule of retries', () => {
  it('varies each wait by ± 10 % and ends after ten', () => {
    assert.equal(retryWaitsMs.delivery.length, 10)
    for (const [i, delay] of retryWaitsMs.delivery.entries()) {
      const waits = [0, 0.5, 1].map(chance => retryDelayMs(i + 1, chance, null))
      assert.deepEqual(waits, [Math.round(delay * 0.9), delay, Math.round(delay * 1.1)])
    }
    assert.equal(retryDelayMs(11, 0, null), null)
    const day = retryWaitsMs.delivery.reduce((sum, delay) => sum + delay, 0)
    assert.ok(day > 23 * hour && day < 25 * hour, 'about a day')
  })

  it('the schedule of retries reads Retry-After only in seconds or as a date', () => {
    const now = Date.UTC(2026, 10, 21)
    assert.equal(retryAfterMs('90', now), 90_000)
    assert.equal(retryAfterMs('Sat, 21 Nov 2026 00:01:00 GMT', now), minute)
    assert.equal(retryAfterMs('Sat, 21 Nov 2020 00:01:00 GMT', now), 0)
    for (const nonsense of [null, 'soon', '1.5e', '']) assert.equal(retryAfterMs(nonsense, now), null)
  })
})
