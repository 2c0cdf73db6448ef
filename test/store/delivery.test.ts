// The store of events, endpoints, deliveries, mail and heartbeats: the promise of each function, on every database.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decisionKinds, type EventKind, eventKinds } from '../../src/contract/event-kinds.ts'
import { insertAccount, newAccount } from '../../src/store/accounts/accounts.ts'
import { type Connection, dialectOf } from '../../src/store/database/dialect.ts'
import { beat, doneAtMostEvery, heartbeat, readMeta, writeMeta } from '../../src/store/database/meta.ts'
import * as deliveries from '../../src/store/delivery/deliveries.ts'
import * as events from '../../src/store/delivery/events.ts'
import { claimMail, insertMail, settleMail } from '../../src/store/delivery/mail.ts'
import * as turns from '../../src/store/delivery/turns.ts'
import * as webhooks from '../../src/store/delivery/webhooks.ts'
import { onEveryDatabase } from '../harness.ts'

const now = Date.UTC(2026, 10, 21)
const everyKind = ',post.published,post.rejected,'

onEveryDatabase('the store of deliveries', ({ fresh }) => {
  let connection: Connection
  before(async () => {
    const url = await fresh()
    connection = dialectOf(url).open(url, 'write')
  })
  after(() => connection.close())

  let made = 0
  const account = async () => {
    const handle = `d_${made++}`
    const id = `acct_${handle}`
    await insertAccount(connection.db, newAccount({ id, name: 'D', email: `${handle}@example.org`, handle, now }))
    return id
  }
  /** A new endpoint, past its probation. */
  const endpoint = async (account_id: string, kinds = everyKind, since = 0) => {
    const id = `wh_${String(made++).padStart(5, '0')}`
    const host = `${id}.example.org`
    const row = { id, account_id, url: `https://${host}`, host, events: kinds, secret: 's', created_at: now }
    await webhooks.insertWebhook(connection.db, row, since)
    await webhooks.updateWebhook(connection.db, id, { proven_at: now })
    return id
  }
  const event = (account_id: string, type: EventKind = 'post.published', at = now): events.NewEvent => ({
    id: `msg_${made++}`,
    type,
    account_id,
    key_id: `key of ${account_id}`,
    post_id: 'p_1',
    site: 'events',
    payload: '{"a":1}',
    created_at: at,
  })
  const claim = (token: string, of: Partial<turns.DeliveryClaim> = {}) =>
    connection.transaction(db =>
      turns.claimDeliveries(db, {
        token,
        now,
        leaseMs: 1_000,
        limit: 100,
        failing: 10,
        guest: 10,
        probation: 10,
        ...of,
      }),
    )
  const attempt = { at: now, status: 200, latency_ms: 5, error: null }
  /** Ends the deliveries of earlier tests, so that a claim gets only those of its test. */
  const settleAll = async () => {
    await connection.db.updateTable('webhook_deliveries').set({ state: 'delivered', lease_token: null }).execute()
    await connection.db.deleteFrom('webhook_turns').execute()
  }

  test('the store numbers the events of an account from 1 in the order of their commits, singly and in batches', async () => {
    const { db } = connection
    const id = await account()
    assert.equal(await events.lockEvents(db, id), 0)
    assert.equal(await events.appendEvent(db, event(id)), 0)
    assert.equal(await events.appendEvents(db, [event(id), event(id)]), 0)
    assert.equal(await events.appendEvents(db, []), 0)
    assert.equal(await events.lockEvents(db, id), 3)
    await Promise.all(Array.from({ length: 20 }, () => connection.transaction(tx => events.appendEvent(tx, event(id)))))
    const of = { keyId: `key of ${id}`, since: 0 }
    const all = await events.eventsOfKey(db, { ...of, past: 0, limit: 100 })
    assert.deepEqual(
      all.map(({ position }) => position),
      Array.from({ length: 23 }, (_, i) => i + 1),
    )
    const page = await events.eventsOfKey(db, { ...of, past: 2, limit: 2 })
    assert.deepEqual(page, all.slice(2, 4))
    assert.deepEqual(await events.eventsOfKey(db, { ...of, since: now + 1, past: 0, limit: 9 }), [])
  })

  test('the store queues an event only for the active endpoints of its account that subscribe to its kind', async () => {
    const { db } = connection
    const id = await account()
    const [all, rejections, off] = [await endpoint(id), await endpoint(id, ',post.rejected,'), await endpoint(id)]
    await endpoint(await account())
    await webhooks.turnOff(db, off, 'owner', now)
    assert.equal(await events.appendEvent(db, event(id)), 1)
    assert.equal(await events.appendEvent(db, event(id, 'post.rejected')), 2)
    const queued = await claim('kinds')
    assert.deepEqual(queued.map(({ webhook_id, type }) => `${webhook_id} ${type}`).sort(), [
      `${all} post.published`,
      `${all} post.rejected`,
      `${rejections} post.rejected`,
    ])
    assert.deepEqual([queued[0]?.payload, queued[0]?.account_id, queued[0]?.standing], ['{"a":1}', id, 'proven'])
    await settleAll()
  })

  test('the store queues decisions and nothing else for an endpoint that names no kinds', async () => {
    const { db } = connection
    const id = await account()
    await endpoint(id, '')
    for (const type of eventKinds)
      assert.equal(
        await events.appendEvent(db, event(id, type)),
        decisionKinds.some(kind => kind === type) ? 1 : 0,
        type,
      )
    await settleAll()
  })

  test('the store claims a few deliveries for each endpoint, the longest waiting first, so that a backlog delays no other', async () => {
    const [many, few] = [await account(), await account()]
    const [busy, quiet] = [await endpoint(many), await endpoint(few)]
    await events.appendEvents(
      connection.db,
      Array.from({ length: 8 }, () => event(many)),
    )
    await events.appendEvent(connection.db, event(few))
    const first = await claim('a', { limit: 3 })
    assert.deepEqual(first.map(row => row.webhook_id).sort(), [busy, busy, quiet].sort())
    assert.deepEqual(
      await claim('b'),
      [],
      'one endpoint has two attempts under way, and the other has no further delivery',
    )
    for (const { seq, webhook_id } of first)
      if (webhook_id === busy) {
        await deliveries.finishAttempt(connection.db, { seq, token: 'a' }, { state: 'delivered' }, null)
        await turns.endTurn(connection.db, { seq, token: 'a' })
      }
    assert.equal((await claim('c')).length, 2)
    await settleAll()
  })

  test('the store gives failing endpoints a limited share', async () => {
    const owners = await Promise.all(Array.from({ length: 4 }, account))
    const ids: string[] = []
    for (const owner of owners) {
      ids.push(await endpoint(owner))
      await events.appendEvents(connection.db, [event(owner), event(owner)])
    }
    for (const id of ids.slice(0, 3)) await webhooks.updateWebhook(connection.db, id, { failing_since: now - 1 })
    const claimed = await claim('share', { limit: 10, failing: 2 })
    assert.equal(claimed.filter(({ standing }) => standing === 'failing').length, 2)
    assert.equal(claimed.filter(({ webhook_id }) => webhook_id === ids[3]).length, 2)
    await settleAll()
  })

  test('the store claims an expired lease of a delivery again, and its old token settles nothing', async () => {
    const { db } = connection
    const id = await account()
    const webhookId = await endpoint(id)
    await events.appendEvent(db, event(id))
    const [held] = await claim('old')
    assert.ok(held)
    assert.deepEqual(await claim('too early'), [])
    const [again] = await claim('new', { now: now + 1_001 })
    assert.equal(again?.seq, held.seq)
    assert.equal(await deliveries.heldDelivery(db, held.seq, 'old'), undefined)
    assert.equal((await deliveries.heldDelivery(db, held.seq, 'new'))?.seq, held.seq)
    const of = (token: string) => ({ seq: held.seq, token })
    assert.equal(await deliveries.finishAttempt(db, of('old'), { state: 'delivered' }, attempt), false)
    assert.equal(await deliveries.finishAttempt(db, of('new'), { due_at: now + 5, failures: 1 }, attempt), true)
    assert.deepEqual(await claim('not due'), [])
    const [later] = await claim('due', { now: now + 5 })
    assert.equal(
      await deliveries.finishAttempt(db, { seq: held.seq, token: 'due' }, { state: 'delivered' }, null),
      true,
    )
    assert.equal(later?.seq, held.seq)
    const [row] = await deliveries.deliveryPage(db, { webhookId, before: null, since: 0, limit: 5 })
    assert.deepEqual([row?.state, row?.failures, row?.attempts.length], ['delivered', 1, 1])
  })

  test('the store claims nothing for a disabled or paused endpoint; disabling stops its waiting deliveries', async () => {
    const { db } = connection
    const id = await account()
    const webhookId = await endpoint(id)
    await events.appendEvent(db, event(id))
    await webhooks.updateWebhook(db, webhookId, { held_until: now + 10 })
    assert.deepEqual(await claim('paused'), [])
    await webhooks.turnOff(db, webhookId, 'failing', now)
    assert.deepEqual(await claim('off', { now: now + 20 }), [])
    const found = await webhooks.webhookById(db, webhookId)
    assert.deepEqual([found?.active, found?.inactive_reason, found?.held_until], [0, 'failing', null])
    const [row] = await deliveries.deliveryPage(db, { webhookId, before: null, since: 0, limit: 5 })
    assert.equal(row?.state, 'stopped')
  })

  test('the store queues a delivery again unless it is under way; a test delivery has its own payload', async () => {
    const { db } = connection
    const id = await account()
    const webhookId = await endpoint(id)
    await deliveries.insertTestDelivery(db, { webhookId, messageId: 'msg_test', payload: '{"t":1}', now })
    const [held] = await claim('t')
    assert.equal(held?.payload, '{"t":1}')
    assert.equal(await deliveries.requeue(db, webhookId, 'msg_test', now), 'webhook.test')
    assert.equal((await deliveries.heldDelivery(db, held.seq, 't'))?.seq, held.seq, 'the delivery is under way')
    await deliveries.finishAttempt(db, { seq: held.seq, token: 't' }, { state: 'failed', failures: 9 }, attempt)
    await deliveries.requeue(db, webhookId, 'msg_test', now)
    assert.equal((await claim('again'))[0]?.seq, held.seq)
    assert.equal(await deliveries.requeue(db, webhookId, 'msg_none', now), undefined)
    await settleAll()
  })

  test('the store finds the events that an endpoint missed after a position, and queues each once', async () => {
    const { db } = connection
    const id = await account()
    await events.appendEvents(db, [event(id, 'post.published', now - 10), event(id), event(id, 'post.rejected')])
    const webhookId = await endpoint(id, ',post.published,', 3)
    const where = { webhookId, past: 0, since: 0, limit: 10 }
    const missed = await deliveries.missedEvents(db, where)
    assert.deepEqual(
      missed.map(({ position }) => position),
      [1, 2],
    )
    assert.equal((await deliveries.missedEvents(db, { ...where, since: now })).length, 1)
    assert.equal((await deliveries.missedEvents(db, { ...where, limit: 1 })).length, 1)
    const ids = missed.map(row => row.id)
    await deliveries.queueMissed(db, webhookId, ids, now)
    await deliveries.queueMissed(db, webhookId, ids, now)
    await deliveries.queueMissed(db, webhookId, [], now)
    assert.deepEqual(await deliveries.missedEvents(db, where), [])
    assert.equal((await claim('missed')).length, 2)
    await settleAll()
  })

  test('the store pages deliveries newest first, and deletes old ones except those still to be delivered', async () => {
    const { db } = connection
    const id = await account()
    const webhookId = await endpoint(id)
    for (const at of [now - 100, now - 50, now]) await events.appendEvent(db, event(id, 'post.published', at))
    const page = (before: number | null, limit: number, since = 0) =>
      deliveries.deliveryPage(db, { webhookId, before, since, limit })
    const [newest, middle] = await page(null, 2)
    assert.deepEqual([newest?.created_at, middle?.created_at], [now, now - 50])
    assert.equal((await page(middle?.seq ?? 0, 5))[0]?.created_at, now - 100)
    assert.equal((await page(null, 5, now - 50)).length, 2)
    await deliveries.forgetDeliveries(db, now - 10)
    await events.forgetEvents(db, now - 10)
    assert.equal((await page(null, 5)).length, 3, 'all deliveries are still waiting')
    await settleAll()
    await deliveries.forgetDeliveries(db, now - 10)
    await events.forgetEvents(db, now - 10)
    assert.equal((await page(null, 5)).length, 1)
    const left = await events.eventsOfKey(db, { keyId: `key of ${id}`, past: 0, since: 0, limit: 9 })
    assert.equal(left.length, 1)
    await webhooks.deleteWebhookRow(db, webhookId)
    assert.deepEqual(await page(null, 5), [])
    assert.deepEqual(await webhooks.webhooksOf(db, id), [])
  })

  test('the store claims due mails up to a limit, and deletes the text of a settled mail', async () => {
    const { db } = connection
    const mail = { accountId: 'acct_1', recipient: 'a@example.org', subject: 's', body: 'b', html: 'h', now }
    for (const id of ['m_1', 'm_2', 'm_3']) await insertMail(db, { ...mail, id, replyTo: 'r@example.org' })
    const take = (token: string, at = now, limit = 10) =>
      connection.transaction(tx => claimMail(tx, { token, now: at, leaseMs: 1_000, limit }))
    assert.deepEqual(await take('early', now - 1), [])
    const [first, second] = await take('one', now, 2)
    assert.deepEqual([first?.id, first?.attempts, first?.reply_to, second?.id], ['m_1', 1, 'r@example.org', 'm_2'])
    assert.deepEqual(
      (await take('two')).map(({ id }) => id),
      ['m_3'],
    )
    assert.equal(await settleMail(db, 'm_1', 'two', { sentAt: now }), false)
    assert.equal(await settleMail(db, 'm_1', 'one', { sentAt: now }), true)
    assert.equal(await settleMail(db, 'm_2', 'one', { failedAt: now, failure: '550 RCPT TO' }), true)
    assert.equal(await settleMail(db, 'm_3', 'two', { dueAt: now + 500 }), true)
    assert.deepEqual(await take('not due'), [])
    const [later] = await take('later', now + 9_000)
    assert.deepEqual([later?.id, later?.attempts, later?.body], ['m_3', 2, 'b'])
    const settled = await db
      .selectFrom('mail')
      .select(['body', 'html', 'reply_to'])
      .where('id', 'in', ['m_1', 'm_2'])
      .execute()
    assert.deepEqual(settled, [
      { body: '', html: '', reply_to: null },
      { body: '', html: '', reply_to: null },
    ])
  })

  test('the store keeps the latest value of a fact and a heartbeat, and since when the state of a heartbeat is the same', async () => {
    const { db } = connection
    assert.equal(await readMeta(db, 'fact'), undefined)
    await writeMeta(db, 'fact', 'one')
    await writeMeta(db, 'fact', 'two')
    assert.equal(await readMeta(db, 'fact'), 'two')
    assert.equal(await heartbeat(db, 'worker'), undefined)
    assert.equal(await beat(db, 'worker', 'ok', now), null)
    assert.equal(await beat(db, 'worker', 'ok', now + 1), null)
    assert.deepEqual(await beat(db, 'worker', 'slow', now + 2), { state: 'ok', at: now + 1, since: now })
    assert.equal(await beat(db, 'worker', 'slow', now + 3), null)
    assert.deepEqual(await heartbeat(db, 'worker'), { state: 'slow', at: now + 3, since: now + 2 })
  })

  test('the store lets one of several concurrent callers do a periodic task, and again after its interval', async () => {
    const { db } = connection
    const tried = (at: number) => doneAtMostEvery(db, 'now and then', 60_000, at)
    const atOnce = await Promise.all([tried(now), tried(now), tried(now)])
    assert.equal(atOnce.filter(Boolean).length, 1)
    assert.deepEqual(
      [await tried(now + 59_999), await tried(now + 60_000), await tried(now + 60_001)],
      [false, true, false],
    )
  })
})
