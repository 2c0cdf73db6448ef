// Prices with a start date (PRICES_NEXT): announced before, in force from the instant on, everywhere at once and without a restart.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { leastPrice, type Scope } from '../../../src/actions/scope.ts'
import { readConfig } from '../../../src/config.ts'
import { messageBody, startOfTests, type TestApp, withApp } from '../../harness.ts'

const from = startOfTests + 3_600_000
const instant = new Date(from).toISOString().replace('.000', '')
const env = { SITES: 'messages=http://messages.test', PRICES_NEXT: `${instant} messages=34567` }
const [before, after] = [20_000, 34_567]

async function post(app: TestApp, key: string) {
  const { status, json } = await app.call('POST', '/v1/posts', { key, body: messageBody() })
  assert.equal(status, 202, JSON.stringify(json))
  return json as { id: string; price: number }
}

async function balanceOf(app: TestApp, key: string): Promise<number> {
  return (await app.call('GET', '/v1/account', { key })).json.balance
}

/** The documents in which a price stands, and which are made once and kept. */
const documents = ['/v1/pricing', '/pricing/', '/llms.txt', '/openapi.yml', '/plans.json', '/mcp', '/developers/']
const read = async (app: TestApp, path: string) => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const headers = { accept: 'application/json, text/event-stream' }
  const answer = path === '/mcp' ? app.call('POST', path, { body: list, headers }) : app.call('GET', path)
  const { status, text } = await answer
  assert.equal(status, 200, path)
  // The announcement names both prices.
  return text.replace(/"next":\{.*?\}\}|<li><strong>From .*?<\/li>/gs, '')
}
const names = (text: string, micros: number) =>
  [String(micros), (micros / 1e6).toFixed(2), (micros / 1e6).toFixed(4), (micros / 1e6).toFixed(6)].some(written =>
    new RegExp(`(?<![\\d.])${written.replace('.', '\\.')}(?!\\d)`).test(text),
  )

withApp(
  'prices with a start date',
  app => {
    test('hold from their instant on in charges and documents, and a post keeps the price at which it was bought', async () => {
      const { key } = await app().account({ balance: 10_000_000 })
      const announced = await app().call('GET', '/v1/pricing')
      assert.deepEqual(announced.json.next, { from: instant, post: { post: after, post_with_link: 10 * after } })
      assert.equal(announced.headers.get('cache-control'), 'public, max-age=300')
      assert.match((await app().call('GET', '/pricing/')).text, /From 2026-11-21 13:00:00 UTC on:/)

      app().clock.advance(from - app().clock.now() - 1_000)
      assert.equal((await app().call('GET', '/v1/pricing')).headers.get('cache-control'), 'public, max-age=1')
      for (const path of documents) assert.ok(names(await read(app(), path), before), `${path} has the old price`)
      const dry = async () =>
        (await app().call('POST', '/v1/posts?dry_run=true', { key, body: messageBody() })).json.price
      assert.equal(await dry(), before)
      const bought = await post(app(), key)
      assert.equal(bought.price, before)

      app().clock.advance(999)
      assert.equal(await dry(), before, 'a millisecond before')
      app().clock.advance(1)
      for (const path of documents) {
        const text = await read(app(), path)
        assert.ok(names(text, after) && !names(text, before), `${path} has the new price alone`)
      }
      assert.equal((await app().call('GET', '/v1/pricing')).json.next, null)
      assert.equal(await dry(), after)
      assert.equal((await post(app(), key)).price, after)
      assert.equal(await balanceOf(app(), key), 10_000_000 - before - after)
      const cancelled = await app().call('POST', `/v1/posts/${bought.id}/cancel`, { key })
      assert.equal(cancelled.status, 200)
      assert.equal(await balanceOf(app(), key), 10_000_000 - after, 'what was paid comes back')
    })

    test('posts that are sent while the price changes pay one of the two, as their answers say', async () => {
      app().clock.advance(from - 2 - app().clock.now())
      const { key } = await app().account({ balance: 10_000_000 })
      const sent = Array.from({ length: 8 }, async (_, i) => {
        if (i === 4) app().clock.advance(2)
        return (await post(app(), key)).price
      })
      const prices = await Promise.all(sent)
      for (const price of prices) assert.ok(price === before || price === after, String(price))
      assert.equal(await balanceOf(app(), key), 10_000_000 - prices.reduce((sum, price) => sum + price, 0))
    })
  },
  env,
)

test('an account is ready to post with the least price of its instant', () => {
  const facts = {
    leastPriceMicros: 3,
    leastPriceSteps: [
      { from: 1_000, micros: 2 },
      { from: 2_000, micros: 7 },
    ],
  } as unknown as Scope['facts']
  const found = [0, 999, 1_000, 1_999, 2_000, 9_000].map(now => leastPrice({ facts, now }))
  assert.deepEqual(found, [3, 3, 2, 2, 7, 7])
})

test('the example of the guide is taken', () => {
  const example = /PRICES_NEXT="([^"]*)"/.exec(readFileSync('docs/operator.md', 'utf8'))![1]!
  assert.deepEqual(readConfig({ PRICES_NEXT: example }).prices.steps, [
    { from: Date.UTC(2027, 0, 1), items: { events: 400_000, messages: 0 } },
    { from: Date.UTC(2027, 6, 1), items: { events: 500_000 } },
  ])
})
