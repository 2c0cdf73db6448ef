// Nothing of a test key is public, and a test key reaches nothing that is public: every list, page, feed, count and export is asked.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { siteIds } from '../../../src/contract/sites/site-ids.ts'
import { tableNames } from '../../../src/store/database/tables.ts'
import { bodyFor, hostOf, withSites } from '../../harness.ts'

withSites('what test keys and the public see of each other', app => {
  const word = 'zymurgist'
  const hidden = 'quokkadrome'
  let key = ''
  let live: { key: string; accountId: string }
  const testIds: string[] = []
  const liveIds: string[] = []
  const worldPath = () => new URL(addresses[0]!).pathname.replace(/\/p\/.*/, '')
  const addresses: string[] = []

  const post = async (as: string, site: (typeof siteIds)[number], marked: string) => {
    const body = bodyFor[site]()
    const text = 'text' in body ? 'text' : 'title'
    const words = { ...body, [text]: `${body[text]} ${marked}`, topics: [marked] }
    const {
      status,
      json,
      text: said,
    } = await app().call('POST', '/v1/posts', { key: as, body: words, host: hostOf(site) })
    assert.equal(status, 202, said)
    return json.id as string
  }

  before(async () => {
    const body = { name: 'Ada Tester', email: 'ada@example.org', handle: 'ada_tests', accept_terms: true, test: true }
    key = (await app().call('POST', '/v1/accounts', { body, host: hostOf('events') })).json.api_key
    live = await app().account({ balance: 50_000_000 })
    for (const site of siteIds) {
      testIds.push(await post(key, site, hidden))
      liveIds.push(await post(live.key, site, word))
    }
    await app().moderate()
    await app().call('POST', '/v1/test/clock', { key, body: { advance: 'PT0S' }, host: hostOf('events') })
    for (const [i, site] of siteIds.entries()) {
      const { json } = await app().call('GET', `/v1/posts/${testIds[i]}`, { key, host: hostOf(site) })
      assert.equal(json.status, 'published', site)
      addresses.push(json.post.url)
    }
  })

  /** Addresses that anybody may ask for, on every site. */
  const paths = () => [
    ...[
      '/',
      '/topics/',
      `/topics/${hidden}/`,
      '/in/',
      '/in/FR/',
      '/in/FR/FR-IDF/',
      '/in/FR/FR-IDF/2988507/',
      '/by/ada_tests/',
    ],
    ...[
      '/index.json',
      '/feed.xml',
      `/topics/${hidden}/index.json`,
      '/in/FR/feed.xml',
      '/sitemap.xml',
      '/status/',
      '/transparency/',
    ],
    ...[
      '/transparency/index.json',
      '/llms.txt',
      '/calendar.ics',
      `/search?q=${hidden}`,
      '/index.md',
      '/v1/status',
      '/v1/posts',
    ],
    ...[
      `/v1/posts?topic=${hidden}`,
      '/v1/posts?country=FR',
      `/v1/search?q=${hidden}`,
      '/metrics',
      '/readyz',
      '/v1/outcomes',
    ],
    ...testIds.flatMap(id => [
      `/p/${id}`,
      `/p/${id}.json`,
      `/p/${id}.md`,
      `/p/${id}.png`,
      `/p/${id}.ics`,
      `/v1/posts/${id}`,
    ]),
  ]

  test('no public address shows anything of a test account, to nobody and to no other key', async () => {
    for (const site of siteIds)
      for (const path of paths())
        for (const as of [undefined, live.key]) {
          const answer = await app().call('GET', path, { host: hostOf(site), ...(as && { key: as }) })
          // A page may repeat what was asked for.
          const said = answer.text.replaceAll(path.split('?')[1]?.split('=')[1] ?? path, '')
          assert.ok(!/ada_tests|ada@example|tw_[0-9A-Za-z]{20}/.test(answer.text), `${site} ${path}`)
          assert.ok(
            !said.replace(/\/topics\/quokkadrome\/[\w.]*/g, '').includes(`watercolour ${hidden}`),
            `${site} ${path}`,
          )
          if (/\/p\/|posts\/p_/.test(path)) assert.equal(answer.status, 404, `${site} ${path}`)
          if (path.startsWith('/v1/posts?') || path.startsWith('/v1/search'))
            assert.deepEqual(
              answer.json.items?.filter(({ id }: { id: string }) => testIds.includes(id)),
              [],
              path,
            )
        }
  })

  test('no table outside the worlds has a row that names a test account or a post of one', async () => {
    const { db } = app().platform
    for (const table of tableNames) {
      if (table === 'places' || table === 'place_names') continue
      const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db)
      const text = JSON.stringify(rows)
      for (const trace of [...testIds, hidden, 'ada_tests', 'ada@example.org'])
        assert.ok(!text.includes(trace), `${table}: ${trace}`)
    }
  })

  test('a test key lists, searches, reads and reports nothing that is public', async () => {
    for (const [i, site] of siteIds.entries()) {
      const ask = (method: string, path: string, body?: object) =>
        app().call(method, path, { key, host: hostOf(site), ...(body && { body }) })
      for (const path of ['/v1/posts', '/v1/posts?mine=true', `/v1/search?q=${word}`, '/v1/outcomes'])
        assert.ok(!(await ask('GET', path)).text.includes(liveIds[i]!), `${site} ${path}`)
      assert.deepEqual(
        (await ask('GET', '/v1/posts')).json.items.map(({ id }: { id: string }) => id),
        [testIds[i]],
      )
      assert.deepEqual(
        (await ask('GET', `/v1/search?q=${hidden}`)).json.items.map(({ id }: { id: string }) => id),
        [testIds[i]],
      )
      const id = liveIds[i]!
      assert.equal((await ask('GET', `/v1/posts/${id}`)).status, 404)
      assert.equal((await ask('DELETE', `/v1/posts/${id}`)).status, 404)
      assert.equal((await ask('PATCH', `/v1/posts/${id}`, { topics: ['x'] })).status, 404)
      assert.equal((await ask('POST', '/v1/reports', { post_id: id, reason: 'spam' })).status, 404)
    }
    const before = (await app().call('GET', '/v1/account', { key: live.key, host: hostOf('events') })).json
    assert.equal(before.balance, 50_000_000 - 1_000_000 - 20_000 - 250_000 - 1_000_000)
  })

  test('a test account may post what is public, and what it posts stands in the way of nobody', async () => {
    const body = bodyFor.events()
    const host = hostOf('events')
    const send = (as: string) => app().call('POST', '/v1/posts', { key: as, body, host })
    assert.equal((await send(key)).status, 202)
    assert.equal((await send(key)).json.code, 'duplicate')
    assert.equal((await send(live.key)).status, 202)
    assert.equal((await send(live.key)).json.code, 'duplicate')
  })

  test('the address of the account shows its posts, asks not to be indexed and is not kept', async () => {
    const get = (path: string) => app().call('GET', path, { host: hostOf('events') })
    const url = new URL(addresses[siteIds.indexOf('events')]!)
    const page = await get(url.pathname)
    assert.equal(page.status, 200, page.text)
    assert.match(page.text, /A test: only those who know this address see it/)
    assert.match(page.text, new RegExp(hidden))
    assert.deepEqual([page.headers.get('x-robots-tag'), page.headers.get('cache-control')], ['noindex', 'no-store'])
    assert.match((await get(`${worldPath()}/`)).text, new RegExp(hidden))
    assert.equal((await get(`${worldPath()}/p/${liveIds[0]}`)).status, 404)
    assert.equal((await get('/test/tw_00000000000000000000/')).status, 404)
    assert.equal((await get('/test/nobody/')).status, 404)
    const problems = await get(`${worldPath()}/problems/?x=1`)
    assert.deepEqual([problems.status, problems.headers.get('location')], [307, '/problems/?x=1'])
    assert.equal((await get(`${worldPath()}//example.org`)).status, 404)
  })
})
