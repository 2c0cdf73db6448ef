// /v1/searches: which posts a search that stands finds, once each, whatever happens between a publication and the finding.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { limits } from '../../../src/contract/limits.ts'
import { letSearchStand } from '../../../src/usecases/lists/standing-searches.ts'
import { decideText } from '../../../src/usecases/review/decide-text.ts'
import * as standing from '../../../src/workers/standing.ts'
import { eventBody, type TestAccount, withApp } from '../../harness.ts'
import { banOrSuspend } from '../../kit/standing.ts'

const hourMs = 3_600_000

withApp('searches that stand', app => {
  let author: TestAccount
  let follower: TestAccount
  before(async () => {
    author = await app().account({ balance: 200_000_000 })
    follower = await app().account()
  })

  const stand = async (query: Record<string, unknown>, { key } = follower) => {
    const { status, json, text } = await app().call('POST', '/v1/searches', { key, body: query })
    assert.equal(status, 201, text)
    return json as { id: string; feeds: { json: string; rss: string } }
  }
  const decide = async () => {
    await app().moderate()
    const inReview = await app()
      .platform.db.selectFrom('revisions')
      .select('id')
      .where('status', '=', 'review')
      .execute()
    for (const { id } of inReview)
      await decideText(app().platform, { revisionId: id, actor: 'test', reason: 'test', action: 'publish' })
  }
  /** Publishes a post that has a word of its own in its title, and returns its id. */
  const publish = async (word: string, { key } = author, change = {}) => {
    const body = eventBody({ title: `An evening about ${word}`, ...change })
    const { status, json, text } = await app().call('POST', '/v1/posts', { key, body })
    assert.equal(status, 202, text)
    await decide()
    return json.id as string
  }
  const edit = async (id: string, change: object) => {
    const { status, text } = await app().call('PATCH', `/v1/posts/${id}`, { key: author.key, body: change })
    assert.ok(status === 200 || status === 202, text)
    await decide()
  }
  const look = async () => {
    while ((await standing.runOnce(app().platform)) > 0);
  }
  const foundBy = async (id: string) => {
    const rows = await app()
      .platform.db.selectFrom('standing_matches')
      .select('post_id')
      .where('search_id', '=', id)
      .execute()
    return rows.map(({ post_id }) => post_id)
  }
  /** The events that tell an account of finds of a search. */
  const toldOf = async (id: string, { key } = follower) => {
    const { json } = await app().call('GET', '/v1/outcomes?limit=50', { key })
    return json.items.filter((item: { data: { search_id?: string } }) => item.data.search_id === id)
  }

  test('a search finds posts of other accounts that are published later, tells of each once, and never of its own', async () => {
    const other = await app().account({ balance: 20_000_000 })
    const old = await publish('gleamwork')
    const search = await stand({ q: 'gleamworks', topic: 'art', near: 'place:2988507', within_km: 10 })
    const elsewhere = await stand({ q: 'gleamwork', country: 'DE' })
    const begun = await stand({ q: 'gleamwo*' })
    const id = await publish('gleamwork')
    const own = await publish('gleamwork', follower)
    const its = await publish('gleamwork', other, { topics: ['music'] })
    await look()
    assert.deepEqual(await foundBy(search.id), [id])
    assert.deepEqual(await foundBy(elsewhere.id), [])
    assert.deepEqual((await foundBy(begun.id)).sort(), [id, its].sort())
    const [told, ...more] = await toldOf(search.id)
    assert.deepEqual(more, [])
    assert.deepEqual(
      [told.type, told.data],
      [
        'search.match',
        {
          search_id: search.id,
          site: 'events',
          post_id: id,
          url: `http://events.test/p/${id}`,
          published_at: '2026-11-21T12:00:00Z',
        },
      ],
    )
    for (const each of [old, own, its]) assert.ok(!(await foundBy(search.id)).includes(each))
  })

  test('an endpoint is sent what a search finds only if it names search.match', async () => {
    const hooked = await app().account()
    const register = (body: object) => app().call('POST', '/v1/webhooks', { key: hooked.key, body })
    const named = await register({ url: 'https://example.org/finds', events: ['search.match'] })
    await register({ url: 'https://example.org/decisions' })
    await stand({ q: 'hookwork' }, hooked)
    await publish('hookwork')
    await look()
    const sent = await app()
      .platform.db.selectFrom('webhook_deliveries')
      .select(['webhook_id', 'type'])
      .where('type', '=', 'search.match')
      .execute()
    assert.deepEqual(sent, [{ webhook_id: named.json.id, type: 'search.match' }])
  })

  test('an edit is found by the searches that it newly matches, once; an edit that matched before is no find', async () => {
    const id = await publish('plainwork')
    await look()
    const late = await stand({ q: 'evening plainwork' })
    const search = await stand({ q: 'turnwork' })
    await edit(id, { title: 'An evening about plainwork and turnwork' })
    await look()
    assert.deepEqual([await foundBy(search.id), await foundBy(late.id)], [[id], []])
    await edit(id, { title: 'An evening about plainwork and nothing' })
    await edit(id, { title: 'An evening about plainwork, turnwork again' })
    await look()
    assert.equal((await toldOf(search.id)).length, 1)
    assert.deepEqual(await foundBy(late.id), [])
  })

  test('a post that is deleted, cancelled or changed before searches look at it is found as it is then', async () => {
    const search = await stand({ q: 'swiftwork -calm' })
    const deleted = await publish('swiftwork')
    const { status } = await app().call('DELETE', `/v1/posts/${deleted}`, { key: author.key })
    assert.equal(status, 200)
    const cancelled = await publish('swiftwork')
    await edit(cancelled, { event_status: 'cancelled' })
    const changed = await publish('swiftwork')
    await edit(changed, { title: 'A calm evening about swiftwork' })
    await look()
    assert.deepEqual(await foundBy(search.id), [])
    await edit(cancelled, { event_status: 'scheduled' })
    await look()
    assert.deepEqual(await foundBy(search.id), [cancelled])
  })

  test('a worker that ends between publication, finding and recording loses no find and tells of none twice', async () => {
    const other = await app().account()
    const [first, second] = [await stand({ q: 'killwork' }), await stand({ q: 'killwork' }, other)]
    const id = await publish('killwork')
    const { platform } = app()
    const [post] = await platform.db.selectFrom('standing_posts').select('id').where('post_id', '=', id).execute()
    const { version } = await platform.db
      .selectFrom('posts')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const half = { id: post!.id, postId: id, version, searches: [first.id], done: false }
    const settle = (post: typeof half) => platform.act('settleStandingPosts', { posts: [post] })
    assert.deepEqual(await settle({ ...half, version: version + 1 }), ['stale'])
    assert.deepEqual(await settle(half), ['recorded'])
    assert.deepEqual([await foundBy(first.id), await foundBy(second.id)], [[id], []])
    await Promise.all([standing.runOnce(platform), standing.runOnce(platform)])
    assert.deepEqual(await settle(half), ['late'])
    assert.deepEqual([await foundBy(first.id), await foundBy(second.id)], [[id], [id]])
    assert.equal((await toldOf(first.id)).length, 1)
    assert.equal((await toldOf(second.id, other)).length, 1)
    assert.deepEqual(await platform.db.selectFrom('standing_posts').selectAll().execute(), [])
  })

  test('posts that are looked at together are found by their own searches; one that cannot be read stops no other', async () => {
    const other = await app().account()
    const [first, second] = [await stand({ q: 'groupwork' }), await stand({ q: '"groupwork and pairwork"' }, other)]
    const own = await stand({ q: 'groupwork' }, author)
    const [broken, both, one] = [
      await publish('groupwork'),
      await publish('groupwork and pairwork'),
      await publish('groupwork'),
    ]
    const { platform, databaseUrl, clock } = app()
    const writing = platform.dialect.open(databaseUrl, 'write')
    const setFacts = (facts: string) =>
      writing.db.updateTable('revisions').set({ facts }).where('id', '=', broken).execute()
    const { facts } = await writing.db
      .selectFrom('revisions')
      .select('facts')
      .where('id', '=', broken)
      .executeTakeFirstOrThrow()
    await setFacts('{')
    await look()
    const found = async () => [await foundBy(first.id), await foundBy(second.id), await foundBy(own.id)]
    assert.deepEqual((await found())[0]?.sort(), [both, one].sort())
    assert.deepEqual((await found()).slice(1), [[both], []])
    await setFacts(facts)
    await writing.close()
    clock.advance(limits.standingPostWaitMs)
    await look()
    assert.deepEqual((await found())[0]?.sort(), [broken, both, one].sort())
    assert.equal((await toldOf(first.id)).length, 3)
    assert.equal((await toldOf(second.id, other)).length, 1)
  })

  test('the searches of a suspended account rest, and a search with an end finds nothing after it', async () => {
    const rests = await app().account()
    const search = await stand({ q: 'restwork' }, rests)
    const { platform, clock } = app()
    const expiresAt = clock.now() + hourMs
    const query = { q: 'restwork' }
    const ending = await letSearchStand(platform, { accountId: follower.accountId, site: 'events', query, expiresAt })
    assert.equal(Date.parse(ending.expires_at ?? ''), Math.floor(expiresAt / 1000) * 1000)
    await banOrSuspend(app(), rests, 'suspended')
    const first = await publish('restwork')
    await look()
    assert.deepEqual([await foundBy(search.id), await foundBy(ending.id)], [[], [first]])
    await platform.act('setSuspended', { handle: rests.handle, actor: 'test', reason: 'test', suspended: false })
    clock.advance(2 * hourMs)
    const second = await publish('restwork')
    await look()
    assert.deepEqual([await foundBy(search.id), await foundBy(ending.id)], [[second], [first]])
    await platform.act('sweep', { limit: 100 })
    const { json } = await app().call('GET', '/v1/searches', { key: follower.key })
    assert.ok(!json.items.some(({ id }: { id: string }) => id === ending.id))
  })

  test('an account has so many searches at once, also when they are made at the same time, and makes so many a day', async () => {
    const many = await app().account()
    const make = () => app().call('POST', '/v1/searches', { key: many.key, body: { q: 'manywork' } })
    const answers = await Promise.all(Array.from({ length: limits.standingSearchesPerAccount + 5 }, make))
    const made = answers.filter(({ status }) => status === 201)
    assert.equal(made.length, limits.standingSearchesPerAccount)
    for (const { status, json } of answers)
      if (status !== 201) assert.deepEqual([status, json.code], [409, 'too_many_searches'])
    const { json } = await app().call('GET', '/v1/searches', { key: many.key })
    assert.equal(json.items.length, made.length)
    const path = `/v1/searches/${made[0]!.json.id}`
    const foreign = await app().call('DELETE', path, { key: follower.key })
    assert.deepEqual([foreign.status, foreign.json.code], [404, 'not_found'])
    assert.equal((await app().call('DELETE', path, { key: many.key })).status, 200)
    assert.equal((await app().call('DELETE', path, { key: many.key })).status, 404)
    assert.equal((await make()).status, 201)
    const counter = { scope: 'standing-created', subject: many.accountId } as const
    const { value } = await app()
      .platform.db.selectFrom('counters')
      .select('value')
      .where('scope', '=', counter.scope)
      .where('subject', '=', counter.subject)
      .executeTakeFirstOrThrow()
    assert.equal(Number(value), made.length + 1, 'refused searches do not count')
  })

  test('past the most finds that an account is told of a day, matches are kept without an event', async () => {
    const told = await app().account()
    const search = await stand({ q: 'toldwork' }, told)
    const { platform, databaseUrl, clock } = app()
    const writing = platform.dialect.open(databaseUrl, 'write')
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    await writing.db
      .insertInto('counters')
      .values({ scope: 'standing-told', subject: told.accountId, day, value: limits.standingMatchesToldPerDay - 1 })
      .execute()
    await writing.close()
    const ids = [await publish('toldwork'), await publish('toldwork')]
    await look()
    assert.deepEqual((await foundBy(search.id)).sort(), ids.sort())
    assert.equal((await toldOf(search.id, told)).length, 1)
  })

  test('a search is checked like a search: a fault names the right value, and a search for nothing is none', async () => {
    const refused = async (body: object, words: RegExp) => {
      const { status, json, text } = await app().call('POST', '/v1/searches', { key: follower.key, body })
      assert.deepEqual([status, json.code], [400, 'invalid'], text)
      assert.match(text, words)
    }
    await refused({}, /one member|at least/)
    await refused({ q: '…' }, /one word or more/)
    await refused({ q: 'x', country: 'Germany' }, /DE/)
    await refused({ q: 'x', topics: ['art'] }, /topic/)
    await refused({ q: 'x', within_km: 5 }, /near/)
    await refused({ q: 'x', near: 'place:1' }, /near/)
    await refused({ q: 'x', order: 'newest' }, /order/)
    const keyless = await app().call('POST', '/v1/searches', { body: { q: 'x' } })
    assert.equal(keyless.status, 401)
  })

  test('the feeds of a search have what it found at a secret address, until it is deleted', async () => {
    const search = await stand({ q: 'feedwork' })
    const pathOf = (url: string) => new URL(url).pathname
    const json = () => app().call('GET', pathOf(search.feeds.json))
    assert.deepEqual((await json()).json.items, [])
    const id = await publish('feedwork')
    await look()
    const found = await json()
    assert.equal(found.status, 200)
    assert.deepEqual(
      found.json.items.map(({ url }: { url: string }) => url),
      [`http://events.test/p/${id}`],
    )
    assert.match(found.headers.get('cache-control') ?? '', /private/)
    assert.equal(found.headers.get('x-robots-tag'), 'noindex')
    const again = await app().call('GET', pathOf(search.feeds.json), {
      headers: { 'if-none-match': found.headers.get('etag') ?? '' },
    })
    assert.equal(again.status, 304)
    const rss = await app().call('GET', pathOf(search.feeds.rss))
    assert.match(rss.text, new RegExp(`<guid isPermaLink="true">http://events.test/p/${id}</guid>`))
    const { json: list } = await app().call('GET', '/v1/searches', { key: follower.key })
    assert.deepEqual(list.items.find((item: { id: string }) => item.id === search.id)?.feeds, search.feeds)
    const guessed = pathOf(search.feeds.json).replace(/.(?=\/feed)/, last => (last === 'A' ? 'B' : 'A'))
    assert.equal((await app().call('GET', guessed)).status, 404)
    await app().call('DELETE', `/v1/searches/${search.id}`, { key: follower.key })
    for (const url of Object.values(search.feeds)) assert.equal((await app().call('GET', pathOf(url))).status, 410)
  })
})
