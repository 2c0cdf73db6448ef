// Lists near the reader: days, distances and topics that combine, the place that a reader chooses, and what a crawler finds.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { noBrowser, startBrowser, widthOf } from '../../kit/browser.ts'
import { assertBounded } from './crawl.ts'
import { presentOnePublishingApp } from './published.ts'

const berlin = { country: 'DE', state: 'DE-BE', city: { geonames_id: 2950159, name: 'Berlin' } }
const potsdam = { country: 'DE', state: 'DE-BB', city: { geonames_id: 2852458, name: 'Potsdam' } }
const times = (from: string, to: string) => ({
  timezone: 'Europe/Berlin',
  starts_at: `2026-11-${from}+01:00`,
  ends_at: `2026-11-${to}+01:00`,
})
const weekly = {
  ...{ timezone: 'Europe/Berlin', starts_at: undefined, ends_at: undefined },
  occurrences: ['25', '28'].map(day => ({
    starts_at: `2026-11-${day}T18:00:00+01:00`,
    ends_at: `2026-11-${day}T20:00:00+01:00`,
  })),
}
const idsIn = (text: string) => [...text.matchAll(/<h2[^>]*><a href="\/p\/([^"]+)"/g)].map(([, id]) => id!)

presentOnePublishingApp('lists near the reader', app => {
  const get = (path: string, headers: Record<string, string> = {}) => app().call('GET', path, { headers })
  const ids = async (path: string) => idsIn((await get(path)).text)
  let [exhibition, series, near] = ['', '', '']
  before(async () => {
    // The clock begins on a Saturday, 21 November 2026.
    exhibition = await app().publish({
      ...{ title: 'Prints from Friday to Sunday', location: berlin, topics: ['art'] },
      ...times('27T10:00:00', '29T18:00:00'),
    })
    series = await app().publish({ title: 'Chess twice', location: berlin, topics: ['games'], ...weekly })
    near = await app().publish({
      ...{ title: 'A walk in Potsdam', location: potsdam, topics: ['art'] },
      ...times('28T10:00:00', '28T12:00:00'),
    })
    await app().publish({ title: 'Watercolour in Paris', ...times('28T10:00:00', '28T12:00:00') })
  })

  test('a range of days has what runs in it, multi-day and series included, and shows the date that lies in it', async () => {
    assert.deepEqual(await ids('/near/2950159/?on_from=2026-11-28&on_to=2026-11-28'), [exhibition, near, series])
    assert.deepEqual(await ids('/near/2950159/?when=weekend&within_km=10'), [], 'the weekend that has begun')
    assert.deepEqual(await ids('/near/2950159/?when=next-week&within_km=10'), [series, exhibition])
    assert.deepEqual(await ids('/in/DE/?topic=art&when=next-week'), [exhibition, near])
    const { text } = await get('/near/2950159/?on_from=2026-11-28&on_to=2026-11-28&topic=games')
    assert.match(text, /Sat 28 November 2026/)
    assert.doesNotMatch(text, /Wed 25 November/)
    const { json } = await app().call('GET', '/v1/posts?on_from=2026-11-29&on_to=2026-11-29')
    assert.deepEqual(
      json.items.map(({ id }: { id: string }) => id),
      [exhibition],
    )
    for (const file of ['index.json', 'feed.xml', 'calendar.ics']) {
      const feed = await get(`/near/2950159/${file}?on_from=2026-11-29&on_to=2026-11-29`)
      assert.deepEqual(
        [feed.status, feed.text.includes(exhibition), feed.text.includes(near)],
        [200, true, false],
        file,
      )
    }
  })

  test('choices have only what has posts, with their numbers; unknown and contradicting ones are refused', async () => {
    const { text } = await get('/near/2950159/')
    const choice = (label: string) => new RegExp(`<bdi>${label}</bdi> <span>(\\d+)</span>`).exec(text)?.[1]
    assert.deepEqual([choice('Next week'), choice('Sat 28'), choice('10 km'), choice('50 km')], ['3', '3', '2', '3'])
    assert.deepEqual(
      [choice('art'), choice('games'), choice('Today'), choice('100 km')],
      ['2', '1', undefined, undefined],
    )
    for (const path of [
      '/in/DE/?foo=1',
      '/in/DE/?within_km=25',
      '/near/2950159/?within_km=26',
      '/near/2950159/?when=never',
      '/?when=weekend&on_from=2026-11-28',
      '/?on_from=2026-11-28&on_to=2026-11-27',
      '/index.json?foo=1',
    ])
      assert.equal((await get(path)).status, 400, path)
  })

  test('an empty list points to the nearest places with posts', async () => {
    const { text } = await get('/near/2861650/')
    assert.match(text, /There are no events here at the moment/)
    assert.match(text, /<a href="\/near\/\d+\/"><bdi>(Berlin|Potsdam)<\/bdi><\/a> <span>\d+ km · \d<\/span>/)
  })

  test('the home page keeps the place of a reader in a cookie, for this reader alone, and redirects nobody', async () => {
    const home = await get('/')
    assert.deepEqual([home.status, home.headers.get('cache-control')], [200, 'private, no-cache'])
    const chosen = await app().app.http.inject({
      ...{ method: 'POST', url: '/near/', payload: 'place=2950159' },
      headers: {
        ...{ host: 'events.test', origin: 'http://events.test', 'content-type': 'application/x-www-form-urlencoded' },
      },
    })
    assert.deepEqual([chosen.statusCode, chosen.headers.location], [303, '/'])
    const cookie = String(chosen.headers['set-cookie']).split(';')[0]!
    assert.equal(cookie, 'handbill-place=2950159')
    for (let i = 0; i < 3; i++) {
      const mine = await get('/', { cookie: `a=b; ${cookie}` })
      assert.match(mine.text, /<h1>Upcoming events near <bdi>Berlin<\/bdi><\/h1>/)
      assert.deepEqual([mine.status, mine.headers.get('cache-control')], [200, 'private, no-cache'])
      assert.match((await get('/')).text, /<h1>Upcoming events<\/h1>/, 'another reader')
    }
    const list = await get('/near/2950159/', { cookie })
    assert.match(list.headers.get('cache-control') ?? '', /^public/)
    assert.equal(list.text, (await get('/near/2950159/')).text, 'a cookie varies no list')
    assert.equal((await get('/index.json', { cookie })).text, (await get('/index.json')).text)
    const foreign = await app().app.http.inject({
      ...{ method: 'POST', url: '/near/', payload: 'place=2950159' },
      headers: { host: 'events.test', origin: 'http://evil.test', 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(foreign.statusCode, 403)
  })

  test('a place is found by name with its numbers, by a time zone and by a point', async () => {
    const { text } = await get('/near/?q=Berlin')
    assert.match(text, /<a href="\/near\/2950159\/"><bdi>Berlin, Berlin, Germany<\/bdi><\/a> <span>2<\/span>/)
    const guess = async (query: string) => {
      const { statusCode, headers } = await app().app.http.inject({
        ...{ url: `/near/guess?${query}`, headers: { host: 'events.test' } },
      })
      return [statusCode, headers.location]
    }
    assert.deepEqual(await guess('zone=Europe/Berlin'), [302, '/near/2950159/'])
    assert.deepEqual(await guess('lat=52.4&lon=13.06'), [302, '/near/2852458/'])
    assert.deepEqual(await guess('zone=Etc/UTC'), [404, undefined])
    for (const query of ['', 'lat=91&lon=0', 'lat=52.43210&lon=13', 'zone=Europe/Berlin&lat=1&lon=1'])
      assert.equal((await guess(query))[0], 400, query)
  })

  test('a crawler finds no endless space: what it follows is bounded, choices are kept out of indexes', async () => {
    await assertBounded(get, 300)
    const chosen = await get('/in/DE/?topic=art&when=next-week')
    assert.match(chosen.text, /<meta name="robots" content="noindex">/)
    assert.match(chosen.text, /<link rel="canonical" href="http:\/\/events\.test\/in\/DE\/">/)
  })

  test('a reader with the zone of Berlin finds what is on next Saturday within 25 km in two clicks, on the first screen of a phone', {
    skip: noBrowser,
  }, async () => {
    const browser = await startBrowser(app())
    try {
      const context = await browser.newContext({
        ...{ timezoneId: 'Europe/Berlin', viewport: { width: 360, height: 740 } },
      })
      const page = await context.newPage()
      await page.goto('http://events.test/')
      await page.getByRole('heading', { level: 1, name: 'Upcoming events near Berlin' }).waitFor()
      const box = await page.locator('.cards h2').first().boundingBox()
      assert.ok(box && box.y + box.height < 740, `the first event ends at ${box && box.y + box.height}`)
      await page.getByRole('link', { name: /^Sat 28/ }).click()
      await page.getByRole('link', { name: /^10 km/ }).click()
      assert.deepEqual(idsIn(await page.content()), [exhibition, series])
      assert.ok((await widthOf(page)) <= 360)
    } finally {
      await browser.close()
    }
  })
})
