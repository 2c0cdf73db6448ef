// When the clock of the machine is moved back an hour, due work is done at once, and waiting work waits no longer than before.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../src/contract/limits.ts'
import type { ModerationModel } from '../../src/moderation/model.ts'
import { eventBody, onEveryDatabase, startApp, type TestApp, testClock } from '../harness.ts'
import { secondKey } from '../kit/second-key.ts'
import { endProbation, registerReceiver, testNetwork } from '../kit/webhook-receiver.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

onEveryDatabase('when the clock is moved back an hour,', ({ fresh }) => {
  /** An app whose model, mail server and receivers fail when a test says so. */
  async function stage() {
    const network = testNetwork()
    const failing = { model: false, mail: false }
    const sent: string[] = []
    const model: ModerationModel = {
      name: 'as told',
      state: async () => 'running',
      async decide() {
        if (failing.model) throw new Error('the model is away')
        return { outcome: 'publish', category: null, confidence: 0.95, reason: 'Fine.' }
      },
    }
    const mailer = {
      async send({ to }: { to: string }) {
        if (failing.mail) throw new Error('connect ECONNREFUSED')
        sent.push(to)
        return { where: 'memory' }
      },
      async forget() {},
      close() {},
    }
    const url = await fresh()
    const overrides = { webhookNetwork: network, model, mailer }
    const start = (clock = testClock()) => startApp(url, { overrides, clock })
    const app = await start()
    await work(app)
    return { app, start, network, failing, sent }
  }
  const work = async (app: TestApp) => {
    await app.moderate()
    await app.sendMail()
    await app.sendWebhooks()
  }
  const submit = async (app: TestApp, key: string) =>
    (await app.call('POST', '/v1/posts', { key, body: eventBody() })).json.id as string
  const statusOf = async (app: TestApp, key: string, id: string) =>
    (await app.call('GET', `/v1/posts/${id}`, { key })).json.status
  const askForMail = async (app: TestApp) => {
    const { accountId, email } = await app.account({ balance: 0, verified: false })
    await app.platform.act('requestVerification', {
      accountId,
      email,
      subject: 'Verify',
      body: 'a link',
      html: 'a link',
    })
    return email
  }
  const claimAll = async ({ platform }: TestApp) => {
    await platform.act('takeQueued', { limit: 10 })
    await platform.act('takeMail', { limit: 10 })
    await platform.act('takeDeliveries', { limit: 10, failing: 10, guest: 10, probation: 10 })
  }

  for (const restarted of [false, true])
    test(`after the clock is moved back, due work is done at once${restarted ? ' after a restart' : ''}, and lost claims are done after their lease`, async t => {
      const { app, start, network, sent } = await stage()
      t.after(() => network.close())
      const { key } = await app.account()
      const { receiver, id: webhookId } = await registerReceiver(app, network, key)
      const queueAll = async () => {
        const post = await submit(app, key)
        await app.call('POST', `/v1/webhooks/${webhookId}/test`, { key })
        return { post, email: await askForMail(app) }
      }
      const lost = await queueAll()
      await claimAll(app)
      const due = await queueAll()
      let later = app
      if (restarted) {
        await app.close()
        later = await start(testClock(app.clock.now() - hour))
      } else app.clock.advance(-hour)
      t.after(() => later.close())

      await work(later)
      assert.equal(await statusOf(later, key, due.post), 'published')
      assert.deepEqual(sent, [due.email])
      assert.equal(await statusOf(later, key, lost.post), 'queued', 'the lost claim may still be under way')
      later.clock.advance(limits.moderationLeaseMs + second)
      await work(later)
      assert.equal(await statusOf(later, key, lost.post), 'published')
      assert.deepEqual(sent, [due.email, lost.email])
      assert.deepEqual(receiver.received.map(({ body }) => JSON.parse(body).type).sort(), [
        'post.published',
        'post.published',
        'webhook.test',
        'webhook.test',
      ])
    })

  test('a retry waits for its time and no longer', async t => {
    const { app, network, failing, sent } = await stage()
    t.after(async () => {
      await app.close()
      network.close()
    })
    const { key } = await app.account()
    const { receiver } = await registerReceiver(app, network, key)
    await submit(app, key)
    await app.moderate()
    // The next three retries wait for two minutes at least, which distinguishes a retry time from a moved time.
    const held = await registerReceiver(app, network, key)
    held.receiver.answer = (_, reply) => reply.writeHead(429, { 'retry-after': '120' }).end()
    await app.call('POST', `/v1/webhooks/${held.id}/test`, { key })
    receiver.answer = (_, reply) => reply.writeHead(500).end()
    failing.mail = true
    failing.model = true
    const post = await submit(app, key)
    const email = await askForMail(app)
    await work(app)
    failing.mail = false
    failing.model = false
    for (const each of [receiver, held.receiver]) each.answer = (_, reply) => reply.end()
    const before = { received: receiver.received.length, held: held.receiver.received.length }

    app.clock.advance(-hour)
    await work(app)
    assert.deepEqual(
      [await statusOf(app, key, post), sent.length, receiver.received.length, held.receiver.received.length],
      ['queued', 0, before.received, before.held],
      'no retry is early',
    )
    app.clock.advance(11 * second)
    await work(app)
    assert.deepEqual([await statusOf(app, key, post), sent], ['published', [email]])
    assert.equal(receiver.received.length > before.received, true)
    assert.equal(held.receiver.received.length, before.held, 'the receiver asked for two minutes')
    app.clock.advance(2.2 * minute)
    await work(app)
    assert.ok(held.receiver.received.length > before.held)
  })

  test('two nodes that notice a clock moved back at once move waiting work once; a step of seconds moves nothing', async t => {
    const { app, start, network, failing } = await stage()
    const other = await start(app.clock)
    t.after(async () => {
      await other.close()
      await app.close()
      network.close()
    })
    failing.mail = true
    await askForMail(app)
    await app.sendMail()
    const due = async () => (await app.platform.db.selectFrom('mail').select('due_at').executeTakeFirstOrThrow()).due_at
    const before = await due()
    app.clock.advance(-limits.clockToleranceMs)
    await claimAll(app)
    assert.equal(await due(), before)
    app.clock.advance(limits.clockToleranceMs - hour)
    await Promise.all([claimAll(app), claimAll(other), claimAll(app), claimAll(other)])
    assert.equal(await due(), before - hour)
  })

  test('an endpoint that was served before the move is not last for an hour', async t => {
    const { app, network } = await stage()
    t.after(async () => {
      await app.close()
      network.close()
    })
    const endpoints = []
    for (let i = 0; i < 2; i++) {
      const { key } = await app.account()
      const { id } = await registerReceiver(app, network, key)
      await endProbation(app, id)
      endpoints.push({ id, test: () => app.call('POST', `/v1/webhooks/${id}/test`, { key }) })
    }
    const [one, two] = endpoints as [(typeof endpoints)[0], (typeof endpoints)[0]]
    app.clock.advance(limits.clockSeenEveryMs)
    await one.test()
    await app.sendWebhooks()
    app.clock.advance(-hour)
    await work(app)
    const order = []
    for (let turn = 0; turn < 4; turn++) {
      for (const each of [one, two]) await each.test()
      app.clock.advance(second)
      const { deliveries, token } = await app.platform.act('takeDeliveries', {
        limit: 1,
        failing: 0,
        guest: 0,
        probation: 0,
      })
      for (const { seq, url, webhook_id: webhookId } of deliveries) {
        order.push(webhookId)
        await app.platform.act('settleDelivery', {
          ...{ seq, url, webhookId, token, outcome: 'delivered', status: 200 },
          ...{ latencyMs: 1, error: null, retryAfterMs: null },
        })
      }
    }
    assert.deepEqual(order, [two.id, one.id, two.id, one.id])
  })

  test('after the clock is moved back, stored answers are kept, keys are revoked at once, and events and lists keep their order', async t => {
    const { app, network } = await stage()
    t.after(async () => {
      await app.close()
      network.close()
    })
    const { key, accountId } = await app.account()
    const body = eventBody()
    const headers = { 'idempotency-key': 'before the step' }
    const first = await app.call('POST', '/v1/posts', { key, body, headers })
    await app.moderate()
    const { cursor } = (await app.call('GET', '/v1/outcomes', { key })).json
    const list = async () => (await app.call('GET', '/v1/posts')).json.items.map(({ id }: { id: string }) => id)
    assert.deepEqual(await list(), [first.json.id])

    app.clock.advance(-hour)
    const again = await app.call('POST', '/v1/posts', { key, body, headers })
    assert.deepEqual([again.headers.get('idempotent-replayed'), again.text], ['true', first.text])
    const next = await submit(app, key)
    await app.moderate()
    assert.deepEqual(await list(), [next, first.json.id])
    const { items } = (await app.call('GET', `/v1/outcomes?after=${cursor}`, { key })).json
    assert.deepEqual(
      items.map(({ data }: { data: { id: string } }) => data.id),
      [next],
    )
    const other = await secondKey(app, accountId)
    assert.equal((await app.call('GET', '/v1/account', { key: other })).status, 200)
    const { id: keyId } = await app.platform.db
      .selectFrom('api_keys')
      .select('id')
      .where('name', '=', 'second key')
      .executeTakeFirstOrThrow()
    await app.platform.act('revokeKey', { accountId, keyId })
    assert.equal((await app.call('GET', '/v1/account', { key: other })).status, 401)
  })

  test('what a node with a clock ahead has queued is done by a worker whose clock is right', async t => {
    const { app, start, network, sent } = await stage()
    const { key } = await app.account()
    const { receiver, id: webhookId } = await registerReceiver(app, network, key)
    const serving = await start(testClock(app.clock.now() + hour))
    t.after(async () => {
      await serving.close()
      await app.close()
      network.close()
    })
    const post = await submit(serving, key)
    const email = await askForMail(serving)
    await serving.call('POST', `/v1/webhooks/${webhookId}/test`, { key })
    await work(app)
    assert.equal(await statusOf(app, key, post), 'queued')
    await app.platform.act('sweep', { limit: 100 })
    await work(app)
    assert.equal(await statusOf(app, key, post), 'published')
    assert.deepEqual(sent, [email])
    assert.equal(receiver.received.length, 2)
  })
})
