// Addresses follow SITES: what was published under an old base URL is served under the current one, and otherwise unchanged byte
// for byte.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { addressMarks } from '../../../src/domain/posts/addresses.ts'
import { eventBody, onEveryDatabase, startApp, type TestApp, testClock } from '../../harness.ts'
import { testNetwork } from '../../kit/webhook-receiver.ts'

onEveryDatabase('after a change of SITES', ({ fresh }) => {
  test('after a change of SITES every post, list, page, feed, event and delivery has the new address; a stored answer keeps the old one', async () => {
    const url = await fresh()
    const clock = testClock()
    const network = testNetwork()
    const receiver = await network.receiver('follows')
    const start = (SITES: string) => startApp(url, { clock, env: { SITES }, overrides: { webhookNetwork: network } })
    const before = await start('events=http://old.test:8787')
    const { key } = await before.account()
    const hook = await before.call('POST', '/v1/webhooks', { key, body: { url: receiver.url } })
    assert.equal(hook.status, 201, hook.text)
    const body = eventBody({
      body: 'Two hours of watercolour. It was announced at http://old.test:8787/p/x before, and \\u0091 is no address.',
    })
    const { id } = (await before.call('POST', '/v1/posts', { key, body })).json
    await before.moderate()
    const headers = { 'idempotency-key': 'cancelled-once' }
    const cancel = { key, headers, body: { event_status: 'cancelled' } }
    const first = await before.call('PATCH', `/v1/posts/${id}`, cancel)
    assert.equal(first.json.post.url, `http://old.test:8787/p/${id}`)
    const old = (await before.call('GET', `/v1/posts/${id}`)).text
    await before.close()

    const after = await start('events=https://new.example')
    try {
      const expected = old
        .replace(`"url":"http://old.test:8787/p/${id}"`, `"url":"https://new.example/p/${id}"`)
        .replace(`via old.test:8787 (http://old.test:8787/p/${id})`, `via new.example (https://new.example/p/${id})`)
      const post = await after.call('GET', `/v1/posts/${id}`)
      assert.equal(post.text, expected)
      assert.equal(post.json.body, body.body, 'the text of a caller is unchanged')
      assert.equal((await after.call('GET', `/p/${id}.json`)).text, expected)
      assert.equal((await after.call('GET', '/v1/posts')).text, `{"items":[${expected}]}`)
      assert.ok(
        (await after.call('GET', '/v1/search?q=watercolour', { key })).text.startsWith(`{"items":[${expected}]`),
      )
      assert.deepEqual((await after.call('GET', `/v1/posts/${id}`, { key })).json.post, JSON.parse(expected))
      assert.deepEqual(
        (await after.call('GET', '/v1/posts?mine=true', { key })).json.items[0].post,
        JSON.parse(expected),
      )
      const { items } = (await after.call('GET', '/v1/outcomes', { key })).json
      assert.deepEqual(
        items.map((event: any) => event.data.post.url),
        items.map(() => `https://new.example/p/${id}`),
      )
      await after.sendWebhooks()
      const [delivered] = receiver.received.map(({ body }) => JSON.parse(body))
      assert.deepEqual(delivered.data, items[0].data)
      for (const path of ['/', `/p/${id}`, '/index.json', '/feed.xml', '/calendar.ics', `/p/${id}.ics`]) {
        const { status, text } = await after.call('GET', path)
        assert.equal(status, 200, path)
        // Long lines of calendars are folded.
        const unfolded = text.replaceAll('\r\n ', '')
        assert.ok(unfolded.includes('new.example'), path)
        assert.doesNotMatch(unfolded.replaceAll('old.test:8787/p/x', ''), /old\.test/, path)
      }
      const replayed = await after.call('PATCH', `/v1/posts/${id}`, cancel)
      assert.deepEqual([replayed.headers.get('idempotent-replayed'), replayed.text], ['true', first.text])
    } finally {
      await after.close()
      network.close()
    }
  })

  test('the marks that stand for addresses are refused in every text of a caller', async () => {
    const app = await startApp(await fresh())
    try {
      const { key } = await app.account()
      for (const mark of Object.values(addressMarks))
        for (const change of [
          { title: `At ${mark}/p/x` },
          { body: `${mark}${mark} ${eventBody().body}` },
          { topics: [mark] },
        ]) {
          const answer = await app.call('POST', '/v1/posts', { key, body: eventBody(change) })
          assert.deepEqual([answer.status, answer.json.code], [400, 'invalid'])
        }
    } finally {
      await app.close()
    }
  })

  test('a process with other sites starts only when the running processes have ended or have not renewed their leases', async () => {
    const url = await fresh()
    const start = (sites: string, clock = testClock()) => startApp(url, { clock, env: { SITES: sites } })
    const one = 'events=http://one.test,stories=http://two.test'
    const apps = [
      await start(one),
      await start('stories=http://two.test,events=http://one.test'),
      await start('events=http://one.test'),
      await start('events=https://one.test'),
    ] as const
    const [first, same, fewer, other] = apps
    const enter = ({ platform }: TestApp, id: string) => platform.act('enterNode', { id })
    const all = (ms: number) => {
      for (const { clock } of apps) clock.advance(ms)
    }
    const sites = 'events=http://one.test,stories=http://two.test'
    try {
      assert.equal(await enter(first, 'first'), null)
      assert.equal(await enter(same, 'same'), null)
      assert.equal(await enter(fewer, 'fewer'), sites)
      assert.equal(await enter(other, 'other'), sites)
      await first.platform.act('leaveNode', { id: 'first' })
      assert.equal(await enter(other, 'other'), sites, 'one process still runs')
      all(limits.nodeLeaseMs)
      assert.equal(await enter(same, 'same'), null)
      all(limits.nodeLeaseMs)
      assert.equal(await enter(other, 'other'), sites)
      all(1)
      assert.equal(await enter(other, 'other'), null, 'every lease has expired')
      assert.equal(await enter(same, 'same'), 'events=https://one.test')
      other.clock.advance(3_600_000)
      assert.equal(await enter(other, 'other'), null)
      assert.equal(await enter(same, 'same'), null, 'a lease renewed far in the future does not count')
      all(2 * limits.nodeLeaseMs + 3_600_000)
      const together = await Promise.all([enter(first, 'a'), enter(fewer, 'b')])
      assert.equal(together.filter(others => others === null).length, 1, 'of two processes at once one is first')
    } finally {
      for (const app of apps) await app.close()
    }
  })
})
