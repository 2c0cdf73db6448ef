// GET /v1/search: what a query finds, in which order, and that no query breaks it.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import { eventBody, withApp } from '../../harness.ts'

withApp('search', app => {
  const ids: Record<string, string> = {}
  const publishAll = async () => {
    await app().moderate()
    const inReview = await app()
      .platform.db.selectFrom('revisions')
      .select('id')
      .where('status', '=', 'review')
      .execute()
    for (const { id } of inReview)
      await decideText(app().platform, { revisionId: id, actor: 'test', reason: 'test', action: 'publish' })
  }
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
      await publishAll()
    }
  })

  const find = async (q: string, more = '') => {
    const { key } = await app().account({ balance: 0 })
    const { status, json, text } = await app().call('GET', `/v1/search?q=${encodeURIComponent(q)}${more}`, { key })
    assert.equal(status, 200, text)
    return json.items.map((item: { id: string }) => Object.keys(ids).find(name => ids[name] === item.id)) as string[]
  }

  test('a search requires every word of its query; case and diacritics do not matter', async () => {
    assert.deepEqual(await find('CAFE trains'), ['cafe'])
    assert.deepEqual(await find('café RAILWAY'), ['cafe'])
    assert.deepEqual(await find('cafe harbour'), [])
  })
  test('a search reads quotes as a phrase within title or body, minus as an exclusion, and a star as a prefix', async () => {
    assert.deepEqual(await find('"three kinds of soup"'), ['soup'])
    assert.deepEqual(await find('"kinds soup"'), [])
    assert.deepEqual(await find('"harbour a quartet"'), [])
    assert.deepEqual(await find('soup -quartet'), ['soup'])
    assert.deepEqual(await find('rail*'), ['cafe'])
    assert.deepEqual(await find('-jazz soup'), [])
  })
  test('a search ranks matches in the title before topics before body', async () => {
    assert.deepEqual(await find('jazz'), ['jazz', 'soup', 'body'])
    assert.deepEqual(await find('jazz', '&order=newest'), ['soup', 'body', 'jazz'])
  })
  test('a search finds text in scripts without spaces by any sequence of characters', async () => {
    assert.deepEqual(await find('日本語'), ['kanji'])
    assert.deepEqual(await find('図書館'), ['kanji'])
    assert.deepEqual(await find('本日'), [])
  })
  test('a search finds other forms of a word after the word itself; quotes find only the word itself', async () => {
    assert.deepEqual(await find('standard'), ['jazz'])
    assert.deepEqual(await find('listening players'), ['body'])
    assert.deepEqual(await find('"listening"'), [])
    assert.deepEqual(await find('opens'), ['soup'])
    assert.deepEqual(await find('soup -open'), ['jazz'])
    assert.deepEqual((await find('soup -"open"')).sort(), ['jazz', 'soup'])
    assert.deepEqual(await find('trains', '&order=newest'), ['cafe'])
    assert.deepEqual(await find('record'), ['body'])
  })
  test('a search without a word is refused and not counted', async () => {
    const { key } = await app().account({ balance: 0 })
    for (const q of ['', ' ', '"', '-', '*', '🎷', '-"-"']) {
      const { status, json } = await app().call('GET', `/v1/search?q=${encodeURIComponent(q)}`, { key })
      assert.equal(status, 400, q)
      assert.equal(json.code, 'invalid')
      assert.match(json.errors?.[0] ?? json.detail, /\/q: .*one word or more/)
    }
    assert.equal((await app().call('GET', '/v1/search?q=jazz', { key })).json.usage.today, 1)
  })
  test('a search of exclusions only returns every other post, and one without a query every post; filters apply', async () => {
    assert.deepEqual((await find('-jazz')).sort(), ['cafe', 'kanji'])
    const { key } = await app().account({ balance: 0 })
    assert.equal((await app().call('GET', '/v1/search', { key })).json.items.length, 5)
    assert.equal((await app().call('GET', '/v1/search?topic=food', { key })).json.items.length, 1)
    assert.deepEqual(await find('soup', '&country=DE'), [])
  })
  test('a search answers any query without an error', async () => {
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
      assert.ok(
        [200, 400].includes((await app().call('GET', `/v1/search?q=${encodeURIComponent(q)}`, { key })).status),
        q,
      )
    assert.equal((await app().call('GET', `/v1/search?q=${'x'.repeat(201)}`, { key })).status, 400)
    assert.equal((await app().call('GET', '/v1/search?q=%00', { key })).status, 400)
  })

  test('a search ranks by the title: exactly the words, the words as a phrase, all words, one word', async () => {
    const { key } = await app().account({ balance: 100_000_000 })
    const topics = ['ranking']
    const body = 'Thirty people meet in the hall and look at what was found under the roof of the old mill, with tea.'
    const named: Record<string, string> = {}
    for (const [name, title] of [
      ['exact', 'Owl lantern parade'],
      ['phrase', 'The owl lantern parade of the north'],
      ['all', 'Parade with a lantern and an owl'],
      ['one', 'Parade of the small bakeries'],
    ] as const) {
      const text = `${body} ${name === 'one' ? 'Somebody brings an owl and a lantern.' : ''} Group ${name}.`
      const answer = await app().call('POST', '/v1/posts', { key, body: eventBody({ title, topics, body: text }) })
      assert.equal(answer.status, 202, answer.text)
      named[answer.json.id] = name
      await publishAll()
    }
    const { json } = await app().call('GET', '/v1/search?q=owl%20lantern%20parade&topic=ranking', { key })
    assert.deepEqual(
      json.items.map((item: { id: string }) => named[item.id]),
      ['exact', 'phrase', 'all', 'one'],
    )
  })
  test('a search accepts 200 code points and refuses 201; invalid UTF-8 and control characters get 400, never 500', async () => {
    const { key } = await app().account({ balance: 0 })
    const status = async (q: string) => (await app().call('GET', `/v1/search?q=${q}`, { key })).status
    assert.equal(await status(encodeURIComponent('𝔧'.repeat(200))), 200)
    assert.equal(await status(encodeURIComponent('𝔧'.repeat(201))), 400)
    for (const raw of ['%ED%A0%80', '%FF', '%', '%00', 'a%01b', '%F4%90%80%80', 'x&q=y'])
      assert.ok([200, 400].includes(await status(raw)), raw)
    for (const q of [
      '\u202e',
      '\ufdfa'.repeat(40),
      '\u0344'.repeat(15),
      'ﷺ'.repeat(200),
      '"'.repeat(200),
      '-"*'.repeat(66),
    ])
      assert.ok([200, 400].includes(await status(encodeURIComponent(q))), JSON.stringify(q))
  })
  test('a search filters by a point, and sorts by newest or soonest', async () => {
    assert.deepEqual(await find('soup', '&near=48.85,2.35&within_km=5'), ['soup', 'jazz'])
    assert.deepEqual(await find('soup', '&near=52.5,13.4'), [])
    assert.deepEqual(await find('soup', '&order=soonest'), ['jazz', 'soup'])
  })

  test('a query of too many words, or of one word too often, is refused and costs nothing; a title in Japanese is not too long', async () => {
    const ask = (q: string) => app().call('GET', `/v1/search?q=${encodeURIComponent(q)}`)
    const before = (await ask('jazz')).headers.get('ratelimit')
    const letters = [...'abcdefghijklmnopqrstuvwxyz']
    for (const [q, why] of [
      [letters.slice(0, 17).join(' '), '/q: has 17 words and phrases and takes at most 16'],
      [`"${'a '.repeat(9)}"`, '/q: has "a" more than 8 times, which finds nothing more'],
      ['図書館で日本語の本を'.repeat(8), '/q: has 80 words and takes at most 64'],
    ] as const) {
      const { status, json } = await ask(q)
      assert.deepEqual([status, json.errors], [400, [why]], q)
    }
    assert.equal((await ask('みんなで日本語の本を読みます')).status, 200)
    assert.equal((await ask(letters.slice(0, 16).join(' '))).status, 200)
    assert.ok(before)
  })
})
