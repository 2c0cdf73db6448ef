// Search with its allowance, and the small documents: status, pricing, policy, health.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventBody, startOfTests, withApp } from '../harness.ts'

withApp('search', app => {
  const ids: Record<string, string> = {}
  before(async () => {
    const { key } = await app().account({ balance: 100_000_000 })
    const texts: [string, string, string, string[]][] = [
      [
        'jazz',
        'Jazz evening at the harbour',
        'A quartet plays standards by the water until midnight, with a short break for soup.',
        ['music'],
      ],
      [
        'body',
        'Evening of music',
        'We listen to old records, some of them jazz, and talk about the players over tea.',
        ['music'],
      ],
      [
        'cafe',
        'Café talk about trains',
        'Retired engineers tell how the old railway line was built through the valley.',
        ['talks'],
      ],
      [
        'soup',
        'Soup kitchen opening',
        'The kitchen opens its doors to all neighbours with three kinds of soup and bread.',
        ['food', 'jazz'],
      ],
      [
        'kanji',
        '日本語の会',
        'みんなで日本語の本を読みます。初めての人も歓迎します。毎週金曜日に図書館で会います。',
        ['books'],
      ],
    ]
    for (const [name, title, body, topics] of texts) {
      const answer = await app().call('POST', '/v1/posts', { key, body: eventBody({ title, body, topics }) })
      assert.equal(answer.status, 202, answer.text)
      ids[name] = answer.json.id
      await app().moderate()
    }
    const inReview = await app().platform.db.selectFrom('posts').select('id').where('status', '=', 'review').execute()
    for (const { id } of inReview)
      await app().platform.act('decideByPerson', { postId: id, actor: 'test', reason: 'test', action: 'publish' })
  })

  const find = async (q: string, more = '') => {
    const { key } = await app().account({ balance: 0 })
    const { status, json, text } = await app().call('GET', `/v1/search?q=${encodeURIComponent(q)}${more}`, { key })
    assert.equal(status, 200, text)
    return json.items.map((item: { id: string }) => Object.keys(ids).find(name => ids[name] === item.id)) as string[]
  }

  test('words are joined by AND; case and diacritics do not matter', async () => {
    assert.deepEqual(await find('CAFE trains'), ['cafe'])
    assert.deepEqual(await find('café RAILWAY'), ['cafe'])
    assert.deepEqual(await find('cafe harbour'), [])
  })
  test('quotes make a phrase that does not cross from title to body; minus excludes; a star is a prefix', async () => {
    assert.deepEqual(await find('"three kinds of soup"'), ['soup'])
    assert.deepEqual(await find('"kinds soup"'), [])
    assert.deepEqual(await find('"harbour a quartet"'), [])
    assert.deepEqual(await find('soup -quartet'), ['soup'])
    assert.deepEqual(await find('rail*'), ['cafe'])
    assert.deepEqual(await find('-jazz soup'), [])
  })
  test('best match first: title over topics over body', async () => {
    assert.deepEqual(await find('jazz'), ['jazz', 'soup', 'body'])
    assert.deepEqual(await find('jazz', '&order=newest'), ['soup', 'body', 'jazz'])
  })
  test('scripts without spaces are found by any run of their characters', async () => {
    assert.deepEqual(await find('日本語'), ['kanji'])
    assert.deepEqual(await find('図書館'), ['kanji'])
    assert.deepEqual(await find('本日'), [])
  })
  test('only an exclusion, or nothing, gives everything else; filters narrow', async () => {
    assert.deepEqual((await find('-jazz')).sort(), ['cafe', 'kanji'])
    assert.equal((await find('')).length, 5)
    assert.deepEqual(await find('', '&topic=food'), ['soup'])
    assert.deepEqual(await find('soup', '&country=DE'), [])
  })
  test('nothing typed breaks a search', async () => {
    const { key } = await app().account({ balance: 0 })
    for (const q of [
      '"',
      '""',
      '-',
      '*',
      '"unclosed',
      'NEAR(a b)',
      'a AND',
      'OR',
      '(((',
      "'; drop table posts; --",
      'title:jazz',
      '^jazz',
      'a"b"c',
      '\\',
      ':*',
      '!',
      '&',
      '|',
      '<->',
      '\u0301',
      '🎷',
      '-"-"',
      '“soup”',
      'x'.repeat(200),
    ])
      assert.equal((await app().call('GET', `/v1/search?q=${encodeURIComponent(q)}`, { key })).status, 200, q)
    assert.equal((await app().call('GET', `/v1/search?q=${'x'.repeat(201)}`, { key })).status, 400)
    assert.equal((await app().call('GET', '/v1/search?q=%00', { key })).status, 400)
  })
  test('without a key 20 a day are free an address, then 429 search_limit with Retry-After until 00:00 UTC', async () => {
    let answer = await app().call('GET', '/v1/search?q=jazz')
    assert.equal(answer.headers.get('ratelimit-policy'), '"search-free";q=20;w=86400')
    assert.equal(answer.headers.get('ratelimit'), '"search-free";r=19;t=43200')
    assert.deepEqual(answer.json.usage, { today: 1, free_per_day: 20, charged: 0 })
    const rest = await Promise.all(Array.from({ length: 30 }, () => app().call('GET', '/v1/search?q=jazz')))
    assert.equal(rest.filter(a => a.status === 200).length, 19)
    answer = await app().call('GET', '/v1/search?q=jazz')
    assert.deepEqual(
      [answer.status, answer.json.code, answer.headers.get('retry-after')],
      [429, 'search_limit', '43200'],
    )
    assert.equal(answer.headers.get('ratelimit'), '"search-free";r=0;t=43200')
  })
  test('with a key 100 a day are free, the rest is charged once each, an empty balance is 402 and counts nothing', async () => {
    const { key } = await app().account({ balance: 3_000 })
    const answers = await Promise.all(
      Array.from({ length: 120 }, () => app().call('GET', '/v1/search?q=jazz', { key })),
    )
    const good = answers.filter(a => a.status === 200)
    assert.equal(good.length, 103)
    assert.equal(good.filter(a => a.json.usage.charged === 1_000).length, 3)
    const refused = answers.find(a => a.status === 402)
    assert.deepEqual([refused?.json.code, refused?.json.for_human], ['insufficient_balance', true])
    assert.equal((await app().call('GET', '/v1/account', { key })).json.balance, 0)
    app().clock.advance(43_200_000)
    assert.equal((await app().call('GET', '/v1/search?q=jazz', { key })).json.usage.today, 1)
  })
})

withApp('service documents', app => {
  test('status says that the API is up, how moderation is, and how many wait', async () => {
    const idle = await app().call('GET', '/v1/status')
    assert.deepEqual(idle.json.moderation, { state: 'idle', last_heartbeat: null })
    await app().platform.act('heartbeatOf', { name: 'moderation', state: 'running' })
    const { key } = await app().account()
    await app().call('POST', '/v1/posts', { key, body: eventBody() })
    const { json } = await app().call('GET', '/v1/status')
    assert.deepEqual(json, {
      api: 'ok',
      site: 'events',
      moderation: { state: 'running', last_heartbeat: new Date(startOfTests).toISOString().replace('.000', '') },
      queue: { queued: 1 },
      generated_at: new Date(startOfTests).toISOString().replace('.000', ''),
    })
    app().clock.advance(60_000)
    assert.equal((await app().call('GET', '/v1/status')).json.moderation.state, 'idle')
  })
  test('pricing is in micros', async () => {
    const { json } = await app().call('GET', '/v1/pricing')
    assert.deepEqual(json, {
      site: 'events',
      currency: 'usd',
      unit: 'occurrence',
      post: { post: 1_000_000, series_cap: 5_000_000 },
      edit_fraction: 0.5,
      penalty_multiplier: 10,
      search: { free_per_day: 100, price_each: 1_000 },
      topups: [10_000_000, 20_000_000, 50_000_000],
    })
  })
  test('the policy has its quality bar and categories with examples', async () => {
    const { json } = await app().call('GET', '/v1/policy')
    assert.ok(json.quality_bar.length >= 6)
    assert.ok(json.categories.filter((c: any) => c.penalized).length >= 14)
    assert.ok(json.categories.filter((c: any) => !c.penalized).length >= 6)
    for (const category of json.categories) {
      assert.ok(category.disallowed_examples.length >= 2 && category.allowed_examples.length >= 2, category.id)
    }
  })
  test('healthz and readyz answer', async () => {
    assert.equal((await app().call('GET', '/healthz')).status, 200)
    assert.equal((await app().call('GET', '/readyz')).status, 200)
  })
  test('an unknown path is 404, a known one with another method 405 with Allow, each as a problem with a request id', async () => {
    const missing = await app().call('GET', '/v1/nothing')
    assert.deepEqual([missing.status, missing.json.code], [404, 'not_found'])
    const method = await app().call('PUT', '/v1/posts', { body: {} })
    assert.deepEqual(
      [method.status, method.json.code, method.headers.get('allow')],
      [405, 'method_not_allowed', 'GET, HEAD, POST'],
    )
    for (const { json, headers, status } of [missing, method]) {
      assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/)
      assert.equal(json.request_id, headers.get('request-id'))
      assert.equal(json.type, `http://events.test/problems/#${json.code}`)
      assert.equal(json.status, status)
      assert.deepEqual(json.error, { code: json.code, message: json.detail })
    }
  })
})
