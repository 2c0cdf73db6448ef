// The extension Events: outcomes that clients list, poll, or have sent to a callback URL.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { eventKinds } from '../../src/contract/event-kinds.ts'
import { limits } from '../../src/contract/limits.ts'
import { accountEvents } from '../../src/contract/operations/account-events.ts'
import { extensions } from '../../src/contract/protocol-versions.ts'
import { timelessRules } from '../../src/store/audit/audit.ts'
import { appendEvent } from '../../src/store/delivery/events.ts'
import { subscribe as beginSubscription } from '../../src/usecases/delivery/subscriptions.ts'
import * as standingWorker from '../../src/workers/standing.ts'
import { eventBody, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../harness.ts'
import { keyIdOf, setKeyLimits } from '../kit/key-controls.ts'
import { breachesIn } from '../kit/quick-audit.ts'
import { secondKey } from '../kit/second-key.ts'
import { type Received, type TestNetwork, testNetwork } from '../kit/webhook-receiver.ts'
import { connect, legacy, raw } from './clients.ts'
import { deliveries, type EventClient, echo, eventClient, knowsEvents, secretOf, verified } from './event-clients.ts'

const kind = 'post.published'

onEveryDatabase('the extension Events', ({ fresh }) => {
  let app: TestApp
  let network: TestNetwork
  let client: EventClient
  before(async () => {
    network = testNetwork()
    app = await startApp(await fresh(), { overrides: { webhookNetwork: network } })
    client = eventClient(app, network)
  })
  const ask: EventClient['ask'] = (...call) => client.ask(...call)
  const subscribe: EventClient['subscribe'] = (...call) => client.subscribe(...call)
  const listening = () => client.listening()
  after(async () => {
    await app.close()
    network.close()
  })
  afterEach(async () => assert.deepEqual(await breachesIn(app.platform, app.clock.now(), timelessRules), []))

  const poll = async (key: string, params: object = {}) =>
    (await ask('events/poll', { name: kind, arguments: {}, ...params }, key)).result

  let posts = 0
  const publish = async (key: string) => {
    const { json } = await app.call('POST', '/v1/posts', {
      key,
      body: eventBody({ title: `A walk number ${posts++}` }),
    })
    await app.moderate()
    return json.id as string
  }

  test('the kinds are those of the outcomes, each with schemas, for clients that declare the extension', async () => {
    const { events } = (await ask('events/list', {})).result
    assert.deepEqual(
      events.map(({ name }: { name: string }) => name),
      eventKinds,
    )
    for (const event of events) {
      assert.deepEqual(event.delivery, ['poll', 'webhook'])
      assert.deepEqual([event.inputSchema.type, event.payloadSchema.type], ['object', 'object'])
      assert.ok(event.description.length > 10)
    }
    const { key } = await app.account()
    const connected = await connect(app, { era: '2026-07-28', key, query: '', capabilities: knowsEvents })
    assert.ok(extensions.outcomes in (connected.getServerCapabilities()?.extensions ?? {}))
    const shown = (value: unknown) => ({ value })
    const anything = { '~standard': { version: 1 as const, vendor: 'test', validate: shown } }
    const polled: any = await connected.request(
      { method: 'events/poll', params: { name: kind, cursor: null } } as never,
      anything as never,
    )
    assert.deepEqual(polled.events, [])
    await connected.close()
  })

  test('a client that does not declare the extension has none of its methods, in both eras', async () => {
    const { key } = await app.account()
    for (const method of ['events/list', 'events/poll', 'events/subscribe', 'events/unsubscribe']) {
      const refused = await ask(method, { name: kind }, key, {})
      assert.deepEqual([refused.error.code, refused.error.data.requiredCapabilities], [-32_021, knowsEvents])
      const { body } = legacy(method, { name: kind })
      assert.equal((await raw(app, body, { authorization: `Bearer ${key}` })).json.error.code, -32_601)
    }
  })

  test('a poll begins now and goes on by its cursor: nothing is missed and nothing comes twice', async () => {
    const { key, accountId } = await app.account()
    const other = await secondKey(app, accountId)
    await publish(key)
    const start = await poll(key)
    assert.deepEqual([start.events, start.truncated, start.hasMore], [[], false, false])
    const ids = [await publish(key), await publish(key)]
    await publish(other)
    const first = await poll(key, { cursor: start.cursor, maxEvents: 1 })
    assert.deepEqual([first.events.length, first.hasMore, first.nextPollMs], [1, true, limits.eventsAskedAgainMs])
    const second = await poll(key, { cursor: first.cursor })
    assert.deepEqual([second.events.length, second.hasMore], [1, false])
    const seen = [...first.events, ...second.events]
    assert.deepEqual(
      seen.map(({ data }) => data.id),
      ids,
      'the posts of the other key are not among them',
    )
    assert.match(second._meta.notice, /untrusted/)
    const { items } = (await app.call('GET', '/v1/outcomes', { key })).json
    for (const { eventId, name, timestamp, data } of seen)
      assert.deepEqual(
        { id: eventId, type: name, timestamp, data },
        items.find(({ id }: { id: string }) => id === eventId),
        'it is the outcome of REST under another name',
      )
    const quiet = await poll(key, { cursor: second.cursor })
    assert.deepEqual([quiet.events, quiet.cursor], [[], second.cursor])
    const reviews = await poll(key, { name: 'post.review', cursor: start.cursor })
    assert.deepEqual([reviews.events, reviews.cursor], [[], second.cursor], 'the cursor moves on past other kinds')

    app.clock.advance(60_000)
    const young = await poll(key, { cursor: start.cursor, maxAgeMs: 30_000 })
    assert.deepEqual([young.events, young.truncated], [[], true])
    assert.equal((await poll(key, { cursor: start.cursor, maxAgeMs: 90_000 })).truncated, false)
  })

  test('wrong parameters, an unknown kind and a missing key have the codes of the extension', async () => {
    const { key } = await app.account()
    const at = 'https://nobody.receiver.example.org/'
    const delivery = { url: at, secret: secretOf('a') }
    for (const [method, params, code] of [
      ['events/poll', { name: 'post.invented' }, -32_011],
      ['events/poll', { name: 7 }, -32_602],
      ['events/poll', { name: kind, arguments: { topic: 'art' } }, -32_602],
      ['events/poll', { name: kind, arguments: [] }, -32_602],
      ['events/poll', { name: kind, cursor: 'x' }, -32_602],
      ['events/poll', { name: kind, cursor: 7 }, -32_602],
      ['events/poll', { name: kind, maxEvents: 0 }, -32_602],
      ['events/subscribe', { name: kind, delivery: { ...delivery, mode: 'push' } }, -32_014],
      ['events/subscribe', { name: kind }, -32_602],
      ['events/subscribe', { name: kind, delivery: { url: at } }, -32_602],
      ['events/subscribe', { name: kind, delivery: { ...delivery, url: 'http://example.org/' } }, -32_602],
      ['events/subscribe', { name: kind, delivery: { ...delivery, url: 'https://127.0.0.1/' } }, -32_602],
      ['events/subscribe', { name: kind, delivery: { ...delivery, url: 'https://example.org:8443/' } }, -32_602],
      ['events/subscribe', { name: kind, delivery: { ...delivery, secret: 'whsec_short' } }, -32_602],
      ['events/subscribe', { name: kind, delivery: { ...delivery, secret: secretOf('a').slice(6) } }, -32_602],
      ['events/subscribe', { name: kind, delivery, cursor: 'x' }, -32_602],
      ['events/unsubscribe', { name: kind, delivery: { url: at } }, -32_011],
    ] as const) {
      const { error } = await ask(method, params, key)
      assert.equal(error?.code, code, `${method} ${JSON.stringify(params)} ${error?.message}`)
    }
    for (const method of ['events/poll', 'events/subscribe', 'events/unsubscribe'])
      assert.equal((await ask(method, { name: kind, delivery })).error.code, -32_012)
    assert.equal(network.resolved.includes('nobody.receiver.example.org'), false, 'no receiver was called')
  })

  test('a subscription begins with a challenge, and its deliveries are signed with the secret of the client', async () => {
    const { key } = await app.account()
    const receiver = await listening()
    const { result } = await subscribe(key, receiver.url, { ttlMs: 3_600_000 })
    assert.match(result.id, /^sub_[0-9a-f]{24}$/)
    assert.deepEqual([Date.parse(result.refreshBefore) - app.clock.now(), result.truncated], [3_600_000, false])
    const [challenge] = receiver.received
    assert.equal(verified(challenge!, secretOf('a')).type, 'verification')
    assert.match(challenge!.headers['webhook-id']!, /^msg_verification_/)
    assert.equal(challenge!.headers['x-mcp-subscription-id'], result.id)

    const id = await publish(key)
    await app.sendWebhooks()
    const [sent, ...more] = deliveries(receiver)
    assert.deepEqual(more, [])
    const { cursor, ...event } = verified(sent!, secretOf('a'))
    const polled = await poll(key, { cursor: result.cursor })
    assert.deepEqual([event, cursor], [polled.events[0], polled.cursor], 'a poll has the same event and cursor')
    assert.deepEqual([event.data.id, sent!.headers['webhook-id']], [id, event.eventId])
    assert.equal(sent!.headers['x-mcp-subscription-id'], result.id)

    const again = await subscribe(key, receiver.url, { ttlMs: 3_600_000 })
    assert.equal(again.result.id, result.id)
    assert.equal(again.result.cursor, cursor)
    assert.equal(receiver.received.length, 2, 'a verified receiver gets no second challenge')
    assert.deepEqual(
      (await app.call('GET', '/v1/webhooks', { key })).json.items,
      [],
      'it is no endpoint of the account',
    )

    const named = { name: kind, arguments: {}, delivery: { url: receiver.url } }
    assert.deepEqual(Object.keys((await ask('events/unsubscribe', named, key)).result).sort(), ['_meta', 'resultType'])
    assert.equal((await ask('events/unsubscribe', named, key)).error.code, -32_011)
    await publish(key)
    await app.sendWebhooks()
    assert.equal(deliveries(receiver).length, 1)
  })

  test('a receiver that does not send its challenge back gets nothing, and a private address is never called', async () => {
    const { key } = await app.account()
    const receiver = await client.receiver()
    const reasonOf = async (url = receiver.url) => (await subscribe(key, url)).error
    for (const [answer, reason] of [
      [(_: Received, reply: any) => reply.end('{"challenge":"other"}'), 'challenge_failed'],
      [(_: Received, reply: any) => reply.end('{"challenge":null}'), 'challenge_failed'],
      [
        (request: Received, reply: any) => reply.writeHead(302, { location: receiver.url }).end(echo(request)),
        'challenge_failed',
      ],
      [(_: Received, reply: any) => reply.writeHead(404).end(), 'http_4xx'],
      [(request: Received, reply: any) => reply.writeHead(500).end(echo(request)), 'http_5xx'],
      [(_: Received, reply: any) => reply.destroy(), 'connection_refused'],
    ] as const) {
      receiver.answer = answer
      const error = await reasonOf()
      assert.deepEqual([error.code, error.data], [-32_015, { reason }])
    }
    network.names.set('inside.receiver.example.org', ['10.0.0.7'])
    const dialled = network.dialled.length
    const inside = await reasonOf('https://inside.receiver.example.org/')
    assert.deepEqual([inside.code, inside.data], [-32_015, { reason: 'connection_refused' }])
    assert.equal(network.dialled.length, dialled)
    const seen = receiver.received.length
    await publish(key)
    await app.sendWebhooks()
    assert.equal(receiver.received.length, seen)
    for (let sent = 7; sent < limits.webhookTestsPerDay; sent++) await reasonOf()
    const most = await reasonOf()
    assert.deepEqual([most.code, most.data], [-32_013, { limit: 'challenges' }], 'challenges count as tests')
  })

  test('a new secret rotates, the old one still signs for a day, and the time of a subscription is renewed', async () => {
    const { key } = await app.account()
    const receiver = await listening()
    const ttlMs = 3_600_000
    await subscribe(key, receiver.url, { ttlMs })
    app.clock.advance(ttlMs - 60_000)
    assert.equal((await subscribe(key, receiver.url, { ttlMs }, secretOf('b'))).error, undefined)
    app.clock.advance(ttlMs - 60_000)
    await publish(key)
    await app.sendWebhooks()
    const [sent] = deliveries(receiver)
    assert.equal(sent!.headers['webhook-signature']!.split(' ').length, 2)
    for (const secret of ['a', 'b']) verified(sent!, secretOf(secret))
  })

  test('a subscription ends with its time, is granted no longer than is allowed, and goes on from a cursor', async () => {
    const { key, accountId } = await app.account()
    const receiver = await listening()
    const granted = async (ttlMs?: number | null) => {
      const { result } = await subscribe(key, receiver.url, ttlMs === undefined ? {} : { ttlMs })
      return Date.parse(result.refreshBefore) - app.clock.now()
    }
    assert.equal(await granted(), limits.subscriptionMs)
    assert.equal(await granted(null), limits.subscriptionMaxMs)
    assert.equal(await granted(Number.MAX_SAFE_INTEGER), limits.subscriptionMaxMs)
    assert.equal(await granted(-1), limits.subscriptionMinMs)
    const { cursor } = (await subscribe(key, receiver.url, { ttlMs: limits.subscriptionMinMs })).result
    // This event waits for a receiver that fails until the time is over.
    receiver.answer = (_, reply) => reply.writeHead(500).end()
    const late = await publish(key)
    await app.sendWebhooks()
    app.clock.advance(limits.subscriptionMinMs + 1_000)
    const missed = await publish(key)
    receiver.answer = (request, reply) => reply.end(echo(request))
    const before = receiver.received.length
    await app.sendWebhooks()
    assert.equal(receiver.received.length, before, 'nothing is sent after the end')
    const queued = await app.platform.db
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
      .innerJoin('events as e', 'e.id', 'd.message_id')
      .select('e.post_id')
      .where('w.account_id', '=', accountId)
      .execute()
    assert.deepEqual(
      queued.map(({ post_id }) => post_id),
      [late],
      'an event after the end waits for nobody',
    )
    receiver.answer = (_, reply) => reply.end('{"challenge":"other"}')
    const unanswered = await subscribe(key, receiver.url)
    assert.equal(unanswered.error?.code, -32_015, 'a receiver whose time is over is asked anew')
    receiver.answer = (request, reply) => reply.end(echo(request))
    await app.platform.act('sweep', { limit: 10 })
    const back = (await subscribe(key, receiver.url, { cursor })).result
    assert.deepEqual([back.cursor, back.truncated], [cursor, false], 'the cursor waits for what is sent again')
    await app.sendWebhooks()
    const sent = deliveries(receiver)
      .slice(-2)
      .map(one => verified(one, secretOf('a')))
    assert.deepEqual(sent.map(({ data }) => data.id).sort(), [late, missed].sort())
    const caughtUp = (await subscribe(key, receiver.url)).result.cursor
    assert.deepEqual((await poll(key, { cursor: caughtUp })).events, [])
  })

  test('410 ends a subscription without mail or event, and 413 gives up one event', async () => {
    const { key, accountId, email } = await app.account()
    const receiver = await listening()
    await subscribe(key, receiver.url)
    receiver.answer = (_, reply) => reply.writeHead(413).end()
    await publish(key)
    await app.sendWebhooks()
    app.clock.advance(60_000)
    await app.sendWebhooks()
    assert.equal(deliveries(receiver).length, 1)
    receiver.answer = (_, reply) => reply.writeHead(410).end()
    await publish(key)
    await app.sendWebhooks()
    const rows = await app.platform.db.selectFrom('webhooks').select('id').where('account_id', '=', accountId).execute()
    assert.deepEqual(rows, [])
    const mails = await app.platform.db.selectFrom('mail').select('subject').where('recipient', '=', email).execute()
    assert.ok(mails.every(({ subject }) => !/webhook/i.test(subject)))
    assert.equal((await subscribe(key, receiver.url)).error.data.reason, 'http_4xx', 'it is asked anew')
  })

  test('a subscription is of one key: other keys and accounts neither get its events nor can end it', async () => {
    const owner = await app.account()
    const [other, stranger] = [await secondKey(app, owner.accountId), await app.account()]
    const receiver = await listening()
    const { result } = await subscribe(owner.key, receiver.url)
    const named = { name: kind, arguments: {}, delivery: { url: receiver.url } }
    for (const key of [other, stranger.key])
      assert.equal((await ask('events/unsubscribe', named, key)).error.code, -32_011)
    const theirs = (await subscribe(stranger.key, receiver.url, {}, secretOf('s'))).result
    assert.notEqual(theirs.id, result.id)
    assert.equal(receiver.received.length, 2, 'the stranger was verified on its own')
    await publish(other)
    await publish(stranger.key)
    await app.sendWebhooks()
    const sent = deliveries(receiver)
    assert.deepEqual(
      sent.map(({ headers }) => headers['x-mcp-subscription-id']),
      [theirs.id],
    )
    verified(sent[0]!, secretOf('s'))
    const before = receiver.received.length
    assert.equal((await subscribe(other, receiver.url)).error, undefined)
    assert.equal(receiver.received.length, before + 1, 'another key of the account is verified on its own too')
    const { id: webhookId } = await rowOf(owner, result.id)
    for (const [method, path] of [
      ['PATCH', `/v1/webhooks/${webhookId}`],
      ['DELETE', `/v1/webhooks/${webhookId}`],
    ] as const)
      assert.equal((await app.call(method, path, { key: other, body: { active: false } })).status, 404)
  })

  const rowOf = ({ accountId }: TestAccount, subscription: string) =>
    app.platform.db
      .selectFrom('webhooks')
      .select('id')
      .where('account_id', '=', accountId)
      .where('subscription', '=', subscription)
      .executeTakeFirstOrThrow()

  test('a subscription to one search that stands, and a poll of it, have the finds of that search alone', async () => {
    const [owner, author] = [await app.account(), await app.account()]
    const stands = async (q: string) => {
      const { status, json, text } = await app.call('POST', '/v1/searches', { key: owner.key, body: { q } })
      assert.equal(status, 201, text)
      return json.id as string
    }
    const [wanted, other] = [await stands('walk'), await stands('number')]
    const receiver = await listening()
    const delivery = { mode: 'webhook', url: receiver.url, secret: secretOf('m') }
    const named = (search_id: string) => ({ name: 'search.match', arguments: { search_id } })
    const { result, error } = await ask('events/subscribe', { ...named(wanted), delivery }, owner.key)
    assert.ok(result?.id, JSON.stringify(error))
    await publish(author.key)
    while ((await standingWorker.runOnce(app.platform)) > 0);
    await app.sendWebhooks()
    const [sent, ...more] = deliveries(receiver)
    assert.deepEqual([verified(sent!, secretOf('m')).data.search_id, more], [wanted, []])
    for (const id of [wanted, other]) {
      const { events } = (await ask('events/poll', { ...named(id), cursor: result.cursor }, owner.key)).result
      assert.deepEqual(
        events.map(({ data }: { data: { search_id: string } }) => data.search_id),
        [id],
      )
    }
    const wrong = await ask('events/poll', { ...named('p_1'), cursor: null }, owner.key)
    assert.deepEqual([wrong.error.code, /search_id/.test(wrong.error.message)], [-32_602, true])
  })

  test('nothing is sent once the key has ended, and a paused key begins no subscription', async () => {
    const owner = await app.account()
    const other = await secondKey(app, owner.accountId)
    const receiver = await listening()
    const { result } = await subscribe(owner.key, receiver.url)
    await publish(owner.key)
    const keyId = await keyIdOf(app, owner)
    await app.platform.act('endKey', { accountId: owner.accountId, keyId })
    await app.sendWebhooks()
    assert.deepEqual(deliveries(receiver), [])
    await app.platform.act('sweep', { limit: 10 })
    await assert.rejects(rowOf(owner, result.id))
    const paused = await app.account()
    await setKeyLimits(app, paused, {})
    await app.platform.act('pauseKey', { accountId: paused.accountId, keyId: await keyIdOf(app, paused), paused: true })
    assert.equal((await subscribe(paused.key, receiver.url)).error.code, -32_012)
    assert.equal((await subscribe(other, receiver.url)).error, undefined)
  })

  test('the subscriptions of a replaced key go on for its successor, and for no other key', async () => {
    for (const graceMs of [0, 60_000]) {
      const owner = await app.account()
      const others = [await secondKey(app, owner.accountId), (await app.account()).key]
      const [receiver, ended] = [await listening(), await listening()]
      const { result } = await subscribe(owner.key, receiver.url)
      const waiting = await publish(owner.key)
      const [accountId, keyId] = [owner.accountId, await keyIdOf(app, owner)]
      const { apiKey, key: successor } = await app.platform.act('replaceKey', { accountId, keyId, graceMs })
      if (graceMs > 0) await publish(owner.key)
      app.clock.advance(graceMs)
      const next = await publish(apiKey)
      for (const key of others) await publish(key)
      await app.platform.act('sweep', { limit: 10 })
      await app.sendWebhooks()
      const sent = deliveries(receiver).map(one => verified(one, secretOf('a')).data.id)
      assert.equal(sent.length, graceMs > 0 ? 3 : 2, 'one event of the grace, and none of another key')
      assert.ok(
        sent.includes(waiting) && sent.includes(next),
        'what waited for the first key, and what came of its successor',
      )
      assert.equal(new Set(deliveries(receiver).map(({ headers }) => headers['x-mcp-subscription-id'])).size, 1)
      const challenges = receiver.received.length - sent.length
      const renewed = (await subscribe(apiKey, receiver.url)).result
      assert.equal(renewed.id, result.id, 'the successor renews the same subscription')
      assert.equal(receiver.received.length - sent.length, challenges, 'and its receiver is not asked anew')
      const named = { name: kind, arguments: {}, delivery: { url: receiver.url } }
      for (const key of others) assert.equal((await ask('events/unsubscribe', named, key)).error.code, -32_011)

      await subscribe(apiKey, ended.url)
      await app.platform.act('endKey', { accountId, keyId: successor.id })
      const again = await app.platform.act('replaceKey', { accountId, keyId: successor.id, graceMs: 0 })
      await publish(again.apiKey)
      await app.platform.act('sweep', { limit: 10 })
      await app.sendWebhooks()
      assert.deepEqual([deliveries(ended), deliveries(receiver).length], [[], sent.length], 'an end is no replacement')
    }
  })

  test('what a request under way stores for a replaced key is delivered to its successor', async () => {
    const owner = await app.account()
    const receiver = await listening()
    const keyId = await keyIdOf(app, owner)
    await app.platform.act('replaceKey', { accountId: owner.accountId, keyId, graceMs: 60_000 })
    const { platform } = app
    // The request was read before the replacement: it still names the old key.
    const late = { accountId: owner.accountId, keyId, handle: owner.handle }
    const about = { args: {}, search: null }
    const from = { cursor: null, maxAgeMs: undefined }
    const type = 'budget.threshold'
    await beginSubscription(platform, late, { kind: type, about, url: receiver.url, secret: secretOf('a'), ...from })
    const writing = platform.dialect.open(app.databaseUrl, 'write')
    const event = { id: 'msg_late_0000000000', type, account_id: owner.accountId, key_id: keyId } as const
    const rest = {
      post_id: null,
      site: null,
      payload: JSON.stringify(accountEvents[type].example),
      created_at: app.clock.now(),
    }
    await appendEvent(writing.db, { ...event, ...rest }).finally(() => writing.close())
    await platform.act('sweep', { limit: 10 })
    await app.sendWebhooks()
    assert.equal(deliveries(receiver).length, 1)
  })

  test('an account has so many subscriptions, beside its endpoints', async () => {
    const { key } = await app.account()
    const receiver = await listening()
    for (let i = 0; i < limits.webhooksPerAccount; i++)
      assert.equal(
        (await app.call('POST', '/v1/webhooks', { key, body: { url: `https://example.org/${i}` } })).status,
        201,
      )
    const pairs = [receiver, await listening(), await listening()].flatMap(({ url }) =>
      eventKinds.map(name => ({ url, name })),
    )
    const [last] = pairs.slice(limits.subscriptionsPerAccount)
    for (const { url, name } of pairs.slice(0, limits.subscriptionsPerAccount))
      assert.equal((await subscribe(key, url, { name })).error, undefined)
    const { error } = await subscribe(key, last!.url, { name: last!.name })
    assert.deepEqual(
      [error.code, error.data],
      [-32_013, { limit: 'subscriptions', max: limits.subscriptionsPerAccount }],
    )
    const [first] = pairs
    assert.equal((await subscribe(key, first!.url, { name: first!.name })).error, undefined, 'a known one is renewed')
  })
})
