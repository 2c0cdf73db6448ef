// Searches that a client of the extension Events asks for by their words and filters: they stand as long as they are asked for.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { limits } from '../../src/contract/limits.ts'
import { mcpEventKinds } from '../../src/contract/mcp-events.ts'
import { timelessRules } from '../../src/store/audit/audit.ts'
import * as standingWorker from '../../src/workers/standing.ts'
import { eventBody, onEveryDatabase, startApp, type TestAccount, type TestApp } from '../harness.ts'
import { keyIdOf } from '../kit/key-controls.ts'
import { breachesIn } from '../kit/quick-audit.ts'
import { type TestNetwork, testNetwork } from '../kit/webhook-receiver.ts'
import { deliveries, type EventClient, eventClient, secretOf, verified } from './event-clients.ts'

const name = 'search.match'

onEveryDatabase('searches that clients of events ask for', ({ fresh }) => {
  let app: TestApp
  let network: TestNetwork
  let client: EventClient
  let author: TestAccount
  before(async () => {
    network = testNetwork()
    app = await startApp(await fresh(), { overrides: { webhookNetwork: network } })
    client = eventClient(app, network)
    author = await app.account({ balance: 200_000_000 })
  })
  after(async () => {
    await app.close()
    network.close()
  })
  afterEach(async () => assert.deepEqual(await breachesIn(app.platform, app.clock.now(), timelessRules), []))

  const subscribe = (key: string, url: string, args: object, more: object = {}) =>
    client.subscribe(key, url, { name, arguments: args, ...more })
  const poll = async (key: string, args: object, more: object = {}) =>
    (await client.ask('events/poll', { name, arguments: args, cursor: null, ...more }, key)).result
  const unsubscribe = (key: string, url: string, args: object) =>
    client.ask('events/unsubscribe', { name, arguments: args, delivery: { url } }, key)
  const searches = async (key: string) => (await app.call('GET', '/v1/searches', { key })).json.items
  /** Publishes a post with a word in its title, shows it to the searches, and sends what they found. Returns its id. */
  const publish = async (word: string, change: object = {}) => {
    const body = eventBody({ title: `An evening about ${word}`, ...change })
    const { json } = await app.call('POST', '/v1/posts', { key: author.key, body })
    await app.moderate()
    while ((await standingWorker.runOnce(app.platform)) > 0);
    await app.sendWebhooks()
    return json.id as string
  }

  test('a subscription by words and filters makes the search, or takes the equal one, and ends what it made', async () => {
    const { key } = await app.account()
    const receiver = await client.listening()
    const args = { q: 'gleamwork', near: 'place:2988507', within_km: 25 }
    const { result, error } = await subscribe(key, receiver.url, args)
    assert.ok(result, JSON.stringify(error))
    const [search, ...more] = await searches(key)
    assert.deepEqual([search.search, search.site, more], [args, 'events', []])
    assert.equal(search.expires_at, result.refreshBefore, 'it stands as long as the subscription')
    const found = await publish('gleamwork')
    await publish('gleamwork', { location: { city: 2950159 } })
    const [sent, ...others] = deliveries(receiver)
    assert.deepEqual(others, [], 'the search of another place found nothing')
    const { data } = verified(sent!, secretOf('a'))
    assert.deepEqual([data.search_id, data.post_id], [search.id, found])
    const polled = await poll(key, { within_km: 25, near: 'place:2988507', q: 'gleamwork' }, { cursor: result.cursor })
    assert.deepEqual(
      [polled.events.length, polled.truncated],
      [1, false],
      'a poll with the same arguments has its finds',
    )

    app.clock.advance(60_000)
    const again = (await subscribe(key, receiver.url, args)).result
    const [kept, ...none] = await searches(key)
    assert.deepEqual([again.id, kept.id, none], [result.id, search.id, []])
    const by = (await subscribe(key, receiver.url, { search_id: search.id })).result
    assert.equal(by.id, result.id, 'the id of the search names the same subscription')

    const second = await client.listening()
    await subscribe(key, second.url, args)
    assert.equal((await unsubscribe(key, receiver.url, args)).error, undefined)
    assert.equal((await searches(key)).length, 1, 'it stands for the other subscription')
    assert.equal((await unsubscribe(key, second.url, args)).error, undefined)
    assert.deepEqual(await searches(key), [])
    assert.equal((await unsubscribe(key, second.url, args)).error.code, -32_011)
    await publish('gleamwork')
    assert.equal(deliveries(receiver).length + deliveries(second).length, 1)
  })

  test('a search that was made over REST is taken, and stays when the subscription ends', async () => {
    const { key } = await app.account()
    const receiver = await client.listening()
    const args = { q: 'lantern' }
    const { id } = (await app.call('POST', '/v1/searches', { key, body: args })).json
    await subscribe(key, receiver.url, args)
    await unsubscribe(key, receiver.url, args)
    assert.deepEqual(
      (await searches(key)).map((each: { id: string; expires_at?: string }) => [each.id, each.expires_at]),
      [[id, undefined]],
    )
    await subscribe(key, receiver.url, args)
    await app.call('DELETE', `/v1/searches/${id}`, { key })
    assert.equal((await subscribe(key, receiver.url, args)).error, undefined, 'a deleted search is made anew')
    await publish('lantern')
    assert.equal(deliveries(receiver).length, 1)
  })

  test('no search is left of a client that goes away, whose receiver answers 410, or whose key ends', async () => {
    const owner = await app.account()
    const receiver = await client.listening()
    const ttlMs = limits.subscriptionMinMs
    const { cursor } = (await subscribe(owner.key, receiver.url, { q: 'ember' }, { ttlMs })).result
    app.clock.advance(ttlMs)
    assert.deepEqual(await searches(owner.key), [], 'it ended with the subscription')
    const back = (await subscribe(owner.key, receiver.url, { q: 'ember' }, { cursor })).result
    assert.equal(back.truncated, true, 'the client learns that nothing looked meanwhile')
    receiver.answer = (_, reply) => reply.writeHead(410).end()
    await publish('ember')
    assert.deepEqual(await searches(owner.key), [])

    const ended = await app.account()
    const other = await client.listening()
    await subscribe(ended.key, other.url, { q: 'ember' }, { ttlMs: null })
    const count = async () =>
      (
        await app.platform.db
          .selectFrom('standing_searches')
          .select('id')
          .where('account_id', '=', ended.accountId)
          .execute()
      ).length
    assert.equal(await count(), 1)
    await app.platform.act('endKey', { accountId: ended.accountId, keyId: await keyIdOf(app, ended) })
    await app.platform.act('sweep', { limit: 10 })
    assert.equal(await count(), 0)
  })

  test('a poll lets its search stand for a week more, and says when the search was made anew', async () => {
    const { key } = await app.account()
    const args = { q: 'heron', country: 'FR' }
    const begun = await poll(key, args)
    assert.deepEqual([begun.events, (await searches(key)).length], [[], 1])
    const found = await publish('heron')
    app.clock.advance(limits.subscriptionMaxMs - 60_000)
    const stranger = await app.account()
    const receiver = await client.listening()
    const theirs = { search_id: (await searches(key))[0].id }
    await subscribe(stranger.key, receiver.url, theirs)
    await unsubscribe(stranger.key, receiver.url, theirs)
    assert.equal((await searches(key)).length, 1, 'a subscription of another account ends no search')
    const next = await poll(key, args, { cursor: begun.cursor })
    assert.deepEqual(
      [next.events.map(({ data }: { data: { post_id: string } }) => data.post_id), next.truncated],
      [[found], false],
    )
    app.clock.advance(limits.subscriptionMaxMs - 60_000)
    assert.equal((await poll(key, args, { cursor: next.cursor })).truncated, false)
    app.clock.advance(limits.subscriptionMaxMs)
    assert.deepEqual(await searches(key), [])
    assert.equal((await poll(key, args, { cursor: next.cursor })).truncated, true)
  })

  test('arguments are those of the site, each fault names its argument, and an account has so many searches', async () => {
    const owner = await app.account()
    const { events } = (await client.ask('events/list', {})).result
    const here = Object.keys(events.find((event: { name: string }) => event.name === name).inputSchema.properties)
    const there = Object.keys(mcpEventKinds('classifieds').find(kind => kind.name === name)!.arguments.properties)
    for (const argument of ['search_id', 'q', 'topic', 'country', 'city', 'near', 'within_km'])
      assert.ok(here.includes(argument) && there.includes(argument), argument)
    assert.deepEqual([here.includes('condition'), there.includes('condition')], [false, true])
    const [search] = [(await app.call('POST', '/v1/searches', { key: owner.key, body: { q: 'a' } })).json]
    for (const [args, pointer] of [
      [{ search_id: search.id, q: 'a' }, '/params/arguments/search_id'],
      [{ q: '' }, '/params/arguments/q'],
      [{ q: 'walk', country: 'France' }, '/params/arguments/country'],
      [{ q: 'walk', within_km: 5 }, '/params/arguments/within_km'],
      [{ q: 'walk', condition: 'new' }, '/params/arguments/condition'],
    ] as const)
      for (const method of ['events/poll', 'events/subscribe']) {
        const delivery = { url: 'https://nobody.receiver.example.org/', secret: secretOf('a') }
        const params = { name, arguments: args, ...(method === 'events/subscribe' && { delivery }) }
        const { error } = await client.ask(method, params, owner.key)
        assert.deepEqual([error.code, error.message.slice(0, pointer.length)], [-32_602, pointer], error.message)
      }
    for (let i = 1; i < limits.standingSearchesPerAccount; i++) await poll(owner.key, { q: `word${i}` })
    const most = await client.ask('events/poll', { name, arguments: { q: 'more' } }, owner.key)
    assert.deepEqual([most.error.code, most.error.data], [-32_013, { limit: 'searches' }])
    const receiver = await client.listening()
    assert.deepEqual((await subscribe(owner.key, receiver.url, { q: 'more' })).error.data, { limit: 'searches' })
    await subscribe(owner.key, receiver.url, { q: 'word1' })
    await Promise.all(Array.from({ length: 5 }, () => subscribe(owner.key, receiver.url, { q: 'word2' })))
    assert.equal((await searches(owner.key)).length, limits.standingSearchesPerAccount)
    const paused = await app.account()
    await app.platform.act('pauseKey', { accountId: paused.accountId, keyId: await keyIdOf(app, paused), paused: true })
    assert.equal((await client.ask('events/poll', { name, arguments: { q: 'a' } }, paused.key)).error.code, -32_012)
  })
})
