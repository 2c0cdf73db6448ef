// GET /v1/search beyond its first page: cursors, what they cost, and the hints of a search without a match.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPublishingApps, type PublishingApp } from '../../http/pages/published.ts'
import { callTool, connect } from '../../mcp/clients.ts'

const hour = 3_600_000
const words = 'amber birch cedar dune ember fjord grove heath iris juniper kelp larch'.split(' ')

/** Publishes posts about lanterns, each with another text. */
async function publishLanterns(app: PublishingApp, from: number, to: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = from; i < to; i++)
    ids.push(
      await app.publish({
        title: i % 3 === 0 ? `Lantern walk ${words[i]} number ${i}` : `Evening ${words[i]} number ${i}`,
        body: `We carry one lantern each along the river ${words[i]} and tell the story of the ${words[(i + 5) % 12]} hill.`,
      }),
    )
  return ids
}

type Page = { items: { id: string }[]; next_cursor?: string; hint?: string; usage: { today: number; charged: number } }

onPublishingApps('the pages of a search', start => {
  const ask = async (
    app: PublishingApp,
    query: string,
    options: { key?: string; headers?: Record<string, string> } = {},
  ) => {
    const answer = await app.call('GET', `/v1/search?${query}`, options)
    assert.equal(answer.status, 200, answer.text)
    return { ...(answer.json as Page), headers: answer.headers }
  }
  const next = (cursor: string | undefined) => `&cursor=${encodeURIComponent(cursor ?? '')}`

  for (const order of ['', '&order=newest', '&order=soonest'])
    test(`a walk through a search${order} has each post once, though posts are published and deleted meanwhile`, async () => {
      const app = await start()
      const ids = await publishLanterns(app, 0, 7)
      const query = `q=lantern&limit=2${order}`
      const first = await ask(app, query)
      const seen = first.items.map(({ id }) => id)
      await publishLanterns(app, 9, 11)
      const [gone = ''] = seen
      assert.equal((await app.call('DELETE', `/v1/posts/${gone}`, { key: app.author.key })).status, 200)
      for (let cursor = first.next_cursor; cursor; ) {
        const page = await ask(app, query + next(cursor))
        seen.push(...page.items.map(({ id }) => id))
        cursor = page.next_cursor
      }
      assert.deepEqual([...seen].sort(), [...ids].sort())
    })

  test('the last page has no cursor, and every other one has a Link to the next', async () => {
    const app = await start()
    await publishLanterns(app, 0, 4)
    const first = await ask(app, 'q=lantern&limit=2')
    const link = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    assert.equal(new URL(link).searchParams.get('cursor'), first.next_cursor)
    const { pathname, search } = new URL(link)
    const last = (await app.call('GET', pathname + search)).json as Page
    assert.deepEqual([last.items.length, last.next_cursor, last.hint], [2, undefined, undefined])
    assert.equal((await ask(app, 'q=lantern&limit=4')).next_cursor, undefined)
  })

  test('the pages of a counted search are free for its caller for an hour, then they count', async () => {
    const app = await start()
    await publishLanterns(app, 0, 6)
    const { key } = await app.account()
    const first = await ask(app, 'q=lantern&limit=1', { key })
    assert.deepEqual([first.usage.today, first.usage.charged], [1, 0])
    const page = (cursor: string | undefined, options = { key }) =>
      ask(app, `q=lantern&limit=1${next(cursor)}`, options)
    const second = await page(first.next_cursor)
    assert.deepEqual([second.usage.today, second.usage.charged], [1, 0])
    assert.match(second.headers.get('ratelimit') ?? '', /r=99;/)
    const other = await app.account()
    assert.equal((await page(first.next_cursor, { key: other.key })).usage.today, 1, 'another key pays for itself')
    app.clock.advance(hour)
    const third = await page(second.next_cursor)
    assert.equal(third.usage.today, 1, 'an hour after the search was counted')
    app.clock.advance(1)
    const fourth = await page(third.next_cursor)
    assert.equal(fourth.usage.today, 2, 'later')
    assert.equal((await page(fourth.next_cursor)).usage.today, 2, 'the counted page begins another hour')
    const keyless = await app.call('GET', `/v1/search?q=lantern&limit=1${next(first.next_cursor)}`)
    assert.equal(keyless.json.usage.today, 1, 'an address is another caller')
  })

  test('a caller past the allowance still gets the further pages of a counted search', async () => {
    const app = await start()
    await publishLanterns(app, 0, 3)
    const first = await ask(app, 'q=lantern&limit=1')
    for (let i = 1; i < 20; i++) await ask(app, 'q=story')
    assert.equal((await app.call('GET', '/v1/search?q=story')).status, 429)
    const second = await ask(app, `q=lantern&limit=1${next(first.next_cursor)}`)
    assert.equal(second.items.length, 1)
    app.clock.advance(hour + 1)
    assert.equal((await app.call('GET', `/v1/search?q=lantern&limit=1${next(first.next_cursor)}`)).status, 429)
  })

  test('a cursor goes with its own search alone, in any order of parameters and with another limit', async () => {
    const app = await start()
    await publishLanterns(app, 0, 4)
    const { next_cursor: cursor = '' } = await ask(app, 'q=lantern&country=FR&limit=1')
    assert.equal((await ask(app, `limit=3&country=FR${next(cursor)}&q=lantern`)).items.length, 3)
    const changed = `${cursor.startsWith('9') ? '8' : '9'}${cursor.slice(1)}`
    const list = (await app.call('GET', '/v1/posts?limit=1')).json.next_cursor
    for (const query of [
      `q=lanterns&country=FR${next(cursor)}`,
      `q=lantern${next(cursor)}`,
      `q=lantern&country=FR&order=newest${next(cursor)}`,
      `q=lantern&country=FR${next(changed)}`,
      `q=lantern&country=FR${next(`${cursor}a`)}`,
      `q=lantern&country=FR${next('a.b')}`,
      `q=lantern&country=FR${next('é')}`,
      `q=lantern&country=FR${next(list)}`,
    ]) {
      const { status, json } = await app.call('GET', `/v1/search?${query}`)
      assert.equal(status, 400, query)
      assert.match(
        json.errors[0],
        /^\/cursor: got .*next_cursor of the page before, with the same q, order and filters/,
      )
    }
    assert.equal((await app.call('GET', `/v1/posts?limit=1${next(cursor)}`)).status, 400)
  })

  test('the tool search_posts follows a cursor as REST does', async () => {
    const app = await start()
    await publishLanterns(app, 0, 3)
    const { key } = await app.account()
    const client = await connect(app, { era: '2025-11-25', key })
    const first = (await callTool(client, 'search_posts', { q: 'lantern', limit: 2 })).value as Page
    const last = (await callTool(client, 'search_posts', { q: 'lantern', limit: 2, cursor: first.next_cursor }))
      .value as Page
    assert.deepEqual([first.items.length, last.items.length, last.usage.today], [2, 1, 1])
  })

  test('a search without a match says why', async () => {
    const app = await start()
    await app.publish({
      title: 'Tide organ concert',
      body: 'An organ that the tide plays, by the old pier, with tea for all who come.',
    })
    await app.publish({
      title: 'Bell ringing for beginners',
      body: 'We ring the bells of the tower together and look over the town at dusk.',
    })
    for (const [query, hint] of [
      ['q=orgn', 'No post has "orgn"; did you mean "organ"?'],
      ['q=tide%20consert', 'No post has "consert"; did you mean "concert"?'],
      ['q=zeppelin', 'No post has "zeppelin".'],
      ['q=zeppelin%20OR%20orgn', 'No post has "zeppelin" or "orgn"; did you mean "organ"?'],
      [
        'q=tide%20ringing',
        'Posts have each part of the query, but none has all of them; OR between two words finds either.',
      ],
      [
        'q=tide%20AND%20concert',
        '"AND" is read as a word; words are joined by AND without it. Posts have each part of the query, but none has all of them; OR between two words finds either.',
      ],
      ['q=bell%20NOT%20tide', '"NOT" is read as a word; write -word to exclude a word. No post has "not".'],
      ['q=NEAR(bell%20tide)', '"NEAR" is read as a word; write "two words"~5 for words so near. No post has "near".'],
      ['q=organ&country=DE', '1 post matches without the filters (country).'],
      ['q=tide%20OR%20bell&country=DE&topic=none', '2 posts match without the filters (country, topic).'],
      ['q=zeppelin&country=DE', 'No post has "zeppelin".'],
      ['country=DE', '2 posts match without the filters (country).'],
      ['q=-tide%20-bell', undefined],
    ] as const)
      assert.deepEqual([(await ask(app, query)).hint, query], [hint, query])
    assert.equal((await ask(app, 'q=tide')).hint, undefined)
    const found = await ask(app, 'q=tide%20OR%20bell')
    assert.equal(found.items.length, 2)
    assert.equal((await ask(app, `q=${encodeURIComponent('"concert organ"~1')}`)).items.length, 1)
    assert.equal((await ask(app, `q=${encodeURIComponent('"concert tide"~1')}`)).items.length, 0)
  })
})
