// The classifieds site: category, price and condition, a place, no contact details, thirty days (contract.md §3, §9).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classifiedBody, hostOf, withSites } from '../../harness.ts'

const host = hostOf('classifieds')
const day = 86_400_000
const categories = '"for-sale", "wanted", "services", "free", "community", "vehicles", "tickets", "jobs", "housing"'
const conditions = '"new", "like-new", "good", "fair", "for-parts"'
const currency = 'it takes an ISO 4217 code that exists, such as "EUR" or "USD"'

withSites('the classifieds site', app => {
  const dryRun = async (body: unknown) => {
    const { key } = await app().account()
    return app().call('POST', '/v1/posts?dry_run=true', { host, key, body })
  }
  const price = (amount: unknown, currency: unknown = 'EUR') => ({ price: { amount, currency } })

  const faults: readonly (readonly [change: Record<string, unknown>, error: string])[] = [
    [{ category: 'forsale' }, `/category: got "forsale"; it takes one of ${categories}; did you mean "for-sale"?`],
    [{ category: 'boats' }, `/category: got "boats"; it takes one of ${categories}`],
    [{ category: undefined }, `/category: is missing; it takes one of ${categories}`],
    [{ condition: 'likenew' }, `/condition: got "likenew"; it takes one of ${conditions}; did you mean "like-new"?`],
    [{ category: null }, `/category: got null; it takes one of ${categories}`],
    [price(-1), '/price/amount: got -1; it takes at least 0'],
    [price(1e13), '/price/amount: got 10000000000000; it takes at most 1000000000000'],
    [
      price('12'),
      '/price/amount: got "12"; it takes a number: in units of the currency, not in cents: 12.5 USD is twelve dollars fifty',
    ],
    [price(12.505), '/price/amount: got 12.505; it takes at most 2 decimals in EUR'],
    [price(1e-7), '/price/amount: got 1e-7; it takes at most 2 decimals in EUR'],
    [price(12.5, 'JPY'), '/price/amount: got 12.5; it takes whole amounts of JPY'],
    [price(1.2345, 'KWD'), '/price/amount: got 1.2345; it takes at most 3 decimals in KWD'],
    [price(1, 'eur'), '/price/currency: got "eur"; did you mean "EUR"?'],
    [price(1, 'XTS'), `/price/currency: got "XTS"; ${currency}`],
    [price(1, 'DEM'), `/price/currency: got "DEM"; ${currency}`],
    [price(1, ''), `/price/currency: got ""; ${currency}`],
    [
      { price: 12 },
      '/price: got 12; it takes an object {"amount": a number, "currency": text, "per": one of "hour", "day", "week", "month", "item" (optional)}: the asked or offered price',
    ],
    [{ price: { amount: 1 } }, '/price/currency: is missing; it takes text: ISO 4217 code in capitals, such as USD'],
    [
      { price: { amount: 1, currency: 'EUR', curency: 'EUR' } },
      '/price/curency: is no field here; did you mean "currency"?',
    ],
    [
      { location: undefined },
      '/location: is missing; it takes an object {"country": text, "state": text (optional), "city": an object (optional)}: where it is. Each part must exist and lie inside the larger ones',
    ],
    [
      { online_url: 'https://example.org' },
      '/online_url: is no field here; it takes title, body, category, price, condition, topics, language, location',
    ],
    [{ locaton: { country: 'FR' } }, '/locaton: is no field here; did you mean "location"?'],
  ]
  for (const [change, error] of faults)
    test(`a classified ad with ${JSON.stringify(change)} is refused with what would be right`, async () => {
      const { status, json, text } = await dryRun(classifiedBody(change))
      assert.equal(status, 400, text)
      assert.deepEqual(json.errors, [error])
    })

  test('a classified ad takes a price of zero, of cents, of whole yen and of a thousandth of a dinar, and no price', async () => {
    for (const change of [
      price(0),
      price(12.5),
      price(0.01),
      price(1_250_000, 'JPY'),
      price(0.125, 'KWD'),
      { price: undefined },
    ]) {
      const { status, text } = await dryRun(classifiedBody(change))
      assert.equal(status, 200, text)
    }
  })

  test('a classified ad takes every category and condition, and requires no price and no condition', async () => {
    for (const category of JSON.parse(`[${categories}]`))
      assert.equal((await dryRun(classifiedBody({ category, price: undefined, condition: undefined }))).status, 200)
    for (const condition of JSON.parse(`[${conditions}]`))
      assert.equal((await dryRun(classifiedBody({ condition }))).status, 200)
  })

  test('a classified ad has limits of title and body in characters', async () => {
    const long = 'Oak desk and chair '.repeat(300)
    const fits = classifiedBody({
      title: `${long.slice(0, 119)}!`,
      body: `Number 1. ${long}`.slice(0, 3_999).concat('!'),
    })
    assert.notEqual((await dryRun(fits)).status, 400)
    const { json } = await dryRun(classifiedBody({ title: `${long.slice(0, 120)}!`, body: `${long.slice(0, 4_000)}!` }))
    assert.deepEqual(
      json.errors.map((error: string) => error.replace(/got .*; it has/, 'has')),
      ['/title: has 121 characters and takes at most 120', '/body: has 4001 characters and takes at most 4000'],
    )
  })

  test('a classified ad with contact details is refused for free, phone numbers in the format of its country included', async () => {
    const account = await app().account({ balance: 5_000_000 })
    const denmark = { country: 'DK' }
    const body = 'Oak desk, oiled last year, with two drawers. To be collected in the evening, 32 12 34 56.'
    const cases: [change: Record<string, unknown>, rule: string | null][] = [
      [{ body: 'Oak desk, oiled last year. Write to anna.berg@example.com in the evening.' }, 'PF-CONTACT-EMAIL'],
      [{ body: 'Oak desk, oiled last year. Call +33 6 12 34 56 78 in the evening.' }, 'PF-CONTACT-PHONE'],
      [{ body: 'Oak desk, oiled last year. Evenings 06 12 34 56 78.' }, 'PF-CONTACT-PHONE'],
      [{ title: 'Oak desk, 06 12 34 56 78' }, 'PF-CONTACT-PHONE'],
      [{ topics: ['desks', 'call-0612345678'] }, 'PF-CONTACT-PHONE'],
      [{ body, location: denmark }, 'PF-CONTACT-PHONE'],
      [{ body }, null],
      [
        { body: 'Shelves of oak, oiled last year, with sides of 38 39 40 41 cm. ISBN 978-3-16-148410-0 lies on top.' },
        null,
      ],
    ]
    for (const [change, rule] of cases) {
      const answer = await app().call('POST', '/v1/posts?dry_run=true', {
        host,
        key: account.key,
        body: classifiedBody(change),
      })
      assert.equal(answer.json.refusal?.rule ?? null, rule, answer.text)
      if (!rule) continue
      const real = await app().call('POST', '/v1/posts', { host, key: account.key, body: classifiedBody(change) })
      assert.deepEqual([real.status, real.json.code, real.json.refusal.rule], [422, 'contact-details', rule])
    }
    const { json } = await app().call('GET', '/v1/account', { host, key: account.key })
    assert.deepEqual([json.balance, json.strikes], [5_000_000, 0])
  })

  test('a classified ad costs 1,000,000 micros and shows category, price, condition and place as sent', async () => {
    const { key } = await app().account()
    const body = classifiedBody()
    const { json } = await app().call('POST', '/v1/posts', { host, key, body })
    assert.equal(json.price, 1_000_000)
    await app().moderate()
    const post = (await app().call('GET', `/v1/posts/${json.id}`, { host })).json
    const { title, body: text, category, price, condition, topics, location } = post
    assert.deepEqual({ title, body: text, category, price, condition, topics, location }, body)
    assert.equal(post.expires_at, '2026-12-21T12:00:00Z')
    assert.deepEqual((await app().call('GET', '/v1/pricing', { host })).json.post, { post: 1_000_000 })
  })

  test('a classified ad leaves lists and search 30 days after its publication; the text may then be posted again', async () => {
    const { key } = await app().account()
    const body = classifiedBody({ title: 'Harpsichord kit, unopened' })
    const { json } = await app().call('POST', '/v1/posts', { host, key, body })
    app().clock.advance(2 * 3_600_000)
    await app().moderate()
    const shown = async () => {
      const list = await app().call('GET', '/v1/posts?country=FR&limit=50', { host })
      const found = await app().call('GET', '/v1/search?q=harpsichord', { host, key })
      const has = (items: { id: string }[]) => items.some(({ id }) => id === json.id)
      return [has(list.json.items), has(found.json.items)]
    }
    assert.deepEqual(await shown(), [true, true])
    app().clock.advance(30 * day - 1_000)
    assert.deepEqual(await shown(), [true, true])
    const again = () => app().call('POST', '/v1/posts?dry_run=true', { host, key, body })
    assert.equal((await again()).json.refusal.category, 'duplicate')
    app().clock.advance(1_000)
    assert.deepEqual(await shown(), [false, false])
    await app().platform.act('sweep', { limit: 500 })
    assert.deepEqual(await shown(), [false, false])
    assert.equal((await again()).json.outcome, 'would_queue')
    const direct = await app().call('GET', `/v1/posts/${json.id}`, { host })
    assert.deepEqual([direct.status, direct.json.expires_at], [200, '2026-12-21T14:00:00Z'])
  })

  test('classifieds are narrowed by category, condition and price, and ordered by price over all pages, in one currency', async () => {
    const { key } = await app().account({ balance: 20_000_000 })
    const ids: Record<string, string> = {}
    const offers = {
      lamp: { category: 'for-sale', condition: 'fair', price: { amount: 12.1, currency: 'EUR' } },
      stove: { category: 'for-sale', condition: 'good', price: { amount: 250, currency: 'EUR' } },
      lesson: { category: 'services', condition: undefined, price: { amount: 30, currency: 'EUR', per: 'hour' } },
      kimono: { category: 'for-sale', condition: 'good', price: { amount: 9_000, currency: 'JPY' } },
      boxes: { category: 'free', condition: undefined, price: undefined },
    }
    for (const [name, offer] of Object.entries(offers)) {
      const body = classifiedBody({ ...offer, title: `An offer of one ${name}`, topics: ['price-list'] })
      const { json, text } = await app().call('POST', '/v1/posts', { host, key, body })
      ids[json.id ?? text] = name
    }
    await app().moderate()
    const names = (json: { items: { id: string }[] }) => json.items.map(({ id }) => ids[id])
    const found = async (query: string, path = 'posts') => {
      const { json, status, text } = await app().call('GET', `/v1/${path}?topic=price-list&${query}`, { host, key })
      assert.equal(status, 200, text)
      return names(json)
    }
    const answers: Record<string, string[]> = {
      'order=cheapest&currency=EUR': ['lamp', 'lesson', 'stove'],
      'order=dearest&currency=EUR': ['stove', 'lesson', 'lamp'],
      'order=dearest&currency=EUR&price_max=30': ['lesson', 'lamp'],
      'order=cheapest&currency=EUR&price_min=12.1&price_max=12.1': ['lamp'],
      'order=cheapest&currency=EUR&category=for-sale': ['lamp', 'stove'],
      'currency=JPY&price_min=9000': ['kimono'],
      'currency=USD': [],
      'category=free': ['boxes'],
      'category=for-sale&condition=good': ['kimono', 'stove'],
    }
    for (const [query, expected] of Object.entries(answers)) {
      assert.deepEqual(await found(query), expected, query)
      const sought = query.includes('order') ? query : `${query}&order=newest`
      assert.deepEqual(await found(`q=offer&${sought}`, 'search'), expected, `search ${query}`)
    }
    for (const path of ['posts?', 'search?q=offer&']) {
      const first = await app().call('GET', `/v1/${path}topic=price-list&order=cheapest&currency=EUR&limit=2`, {
        host,
        key,
      })
      const next = `topic=price-list&order=cheapest&currency=EUR&limit=2&cursor=${first.json.next_cursor}`
      const second = await app().call('GET', `/v1/${path}${next}`, { host, key })
      assert.deepEqual([names(first.json), names(second.json)], [['lamp', 'lesson'], ['stove']], path)
      assert.equal(second.json.next_cursor, undefined)
      const other = await app().call('GET', `/v1/${path}${next.replace('cheapest', 'dearest')}`, { host, key })
      assert.match(other.json.errors.join(), /^\/cursor: got/)
    }
    const page = await app().call('GET', '/topics/price-list/?order=dearest&currency=EUR&price_max=50', { host })
    const at = (name: string) => page.text.indexOf(`An offer of one ${name}`)
    assert.ok(at('lesson') > 0 && at('lesson') < at('lamp') && at('stove') === -1 && at('boxes') === -1, page.text)
    const feed = await app().call('GET', '/topics/price-list/index.json?condition=good', { host })
    assert.deepEqual(
      feed.json.items.map(({ url }: { url: string }) => ids[url.split('/p/')[1]!]),
      ['kimono', 'stove'],
    )
  })

  test('a list or search of classifieds by a price without its currency, or by a wrong choice, is refused with what would be right', async () => {
    const without = /without currency; it takes an ISO 4217 code such as currency=EUR beside it/
    const refusals: Record<string, RegExp> = {
      'price_max=20': without,
      'price_min=20': without,
      'order=cheapest': without,
      'order=dearest': without,
      'currency=eur': /^\/currency: got "eur"; did you mean "EUR"\?$/,
      'currency=DEM': /^\/currency: got "DEM"; it takes an ISO 4217 code that exists/,
      'currency=EUR&price_min=20&price_max=10': /^\/price_max: got 10, which is less than price_min, 20;/,
      'currency=EUR&price_min=-1': /^\/price_min: got -1; it takes at least 0$/,
      'category=boats': /^\/category: got "boats"; it takes one of "for-sale", "wanted"/,
      'category=forsale': /did you mean "for-sale"\?$/,
      'condition=mint': /^\/condition: got "mint"; it takes one of "new", "like-new"/,
      'order=price': /^\/order: got "price"; it takes one of "newest", "cheapest", "dearest"/,
    }
    for (const [query, refusal] of Object.entries(refusals))
      for (const path of ['/v1/posts?', '/v1/search?q=a&']) {
        const { status, json, text } = await app().call('GET', path + query, { host })
        assert.equal(status, 400, `${query} ${text}`)
        assert.match(json.errors.join(' '), refusal)
      }
    for (const path of [
      '/?order=cheapest',
      '/?currency=DEM',
      '/?currency=EUR&price_max=3',
      '/index.json?order=cheapest&currency=EUR',
    ])
      assert.equal((await app().call('GET', path, { host })).status, 400, path)
    assert.equal((await app().call('GET', '/search?q=a&order=cheapest', { host })).status, 400)
  })
})
