// The lists of a site: topics and places with counts, pages and feeds; moved and missing lists, months, the sitemap.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { validateXML } from 'xmllint-wasm'
import { syntheticPost } from '../../../demo/synthetic-posts.ts'
import { limits } from '../../../src/contract/limits.ts'
import { readMonth, spanOf } from '../../../src/domain/times/months.ts'
import { monthPosts } from '../../../src/usecases/lists/month-posts.ts'
import { allPosts } from '../../../src/usecases/lists/site-lists.ts'
import { seed } from '../../../src/usecases/posts/seed.ts'
import { onEveryDatabase, startApp, type TestApp } from '../../harness.ts'
import { onOnePublishingApp, onPublishingSites } from './published.ts'

const hrefs = (page: string) => [...page.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href!)
const posts = (page: string) => hrefs(page).filter(href => href.startsWith('/p/'))
const plain = (page: string) => page.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')
/** The names and numbers of the counted links of a page. */
const counts = (page: string) =>
  Object.fromEntries(
    [...page.matchAll(/<li><a href="([^"]*)"><bdi>[^<]*<\/bdi><\/a> <span>([\d,]+)<\/span>/g)].map(([, path, n]) => [
      path,
      Number(n),
    ]),
  )

const berlin = { country: 'DE', state: 'DE-BE', city: { geonames_id: 2950159, name: 'Berlin' } }

onOnePublishingApp('topics and places', app => {
  const get = (path: string) => app().call('GET', path)
  let paris = ''
  let german = ''
  before(async () => {
    paris = await app().publish({ topics: ['art', 'first-aid'] })
    german = await app().publish({ topics: ['music'], location: berlin })
  })

  test('each topic and place has a page, a JSON feed, an RSS feed and a calendar, with only its own posts and its own addresses', async () => {
    const lists: [path: string, there: string, elsewhere: string, heading: string][] = [
      ['/topics/art/', paris, german, 'Upcoming events about art'],
      ['/topics/music/', german, paris, 'Upcoming events about music'],
      ['/in/FR/', paris, german, 'Upcoming events in France'],
      ['/in/FR/FR-IDF/', paris, german, 'Upcoming events in Île-de-France'],
      ['/in/DE/DE-BE/2950159/', german, paris, 'Upcoming events in Berlin'],
    ]
    for (const [path, there, elsewhere, heading] of lists) {
      for (const file of ['', 'index.json', 'feed.xml', 'calendar.ics', 'calendar/2027-03/']) {
        const { status, text } = await get(path + file)
        assert.deepEqual([status, text.includes(there), text.includes(elsewhere)], [200, true, false], path + file)
      }
      const { text } = await get(path)
      assert.equal(plain(/<h1>.*?<\/h1>/s.exec(text)![0]), heading)
      assert.match(text, new RegExp(`<link rel="canonical" href="http://events.test${path}">`))
      for (const file of ['index.json', 'feed.xml', 'calendar.ics'])
        assert.match(text, new RegExp(`<link rel="alternate"[^>]* href="${path}${file}">`))
      assert.doesNotMatch(text, /noindex/)
      const { json } = await get(`${path}index.json`)
      assert.deepEqual(
        [json.home_page_url, json.feed_url],
        [`http://events.test${path}`, `http://events.test${path}index.json`],
      )
      assert.ok(
        (await get(`${path}feed.xml`)).text.includes(`<atom:link href="http://events.test${path}feed.xml" rel="self"`),
      )
    }
    for (const path of ['/topics/', '/in/'])
      for (const file of ['index.json', 'feed.xml', 'calendar.ics']) {
        const { status, text } = await get(path + file)
        assert.deepEqual([status, text.includes(paris), text.includes(german)], [200, true, true], path + file)
      }
  })

  test('overview pages count the posts of topics and places, right at once after a publication, edit or deletion, and after the sweep', async () => {
    const look = async () => ({
      topics: counts((await get('/topics/')).text),
      home: counts((await get('/')).text),
      countries: counts((await get('/in/')).text),
      germany: counts((await get('/in/DE/')).text),
      state: counts((await get('/in/DE/DE-BY/')).text),
    })
    const before = await look()
    assert.equal(before.topics['/topics/music/'], 1)
    assert.equal(before.home['/topics/music/'], 1)
    assert.equal(before.countries['/in/DE/'], 1)
    const munich = { country: 'DE', state: 'DE-BY', city: { geonames_id: 2867714, name: 'Munich' } }
    const lists = ['/', '/topics/music/', '/in/DE/', '/in/DE/DE-BY/', '/in/DE/DE-BY/2867714/', '/topics/', '/in/']
    const pages = lists.slice(0, -2).flatMap(path => [path, `${path}calendar/2027-03/`])
    const files = [...pages, ...lists.flatMap(path => [`${path}index.json`, `${path}feed.xml`]), '/sitemap-posts-0.xml']
    const showing = async (id: string) => {
      const texts = await Promise.all(files.map(async path => ({ path, text: (await get(path)).text })))
      return texts.filter(({ text }) => text.includes(id)).map(({ path }) => path)
    }
    await showing('p_0')
    const id = await app().publish({ topics: ['music', 'jazz'], location: munich })
    assert.deepEqual(await showing(id), files)
    const published = await look()
    assert.deepEqual(
      [
        published.topics['/topics/music/'],
        published.topics['/topics/jazz/'],
        published.countries['/in/DE/'],
        published.germany,
      ],
      [2, 1, 2, { '/in/DE/DE-BE/': 1, '/in/DE/DE-BY/': 1 }],
    )
    assert.deepEqual(published.state, { '/in/DE/DE-BY/2867714/': 1 })
    await app().platform.act('sweep', { limit: 100 })
    assert.deepEqual(await look(), published, 'the sweep changes no count')
    const { key } = app().author
    const edit = {
      body: `${'Four bands play in the hall behind the station, each for forty minutes. '.repeat(2)}Doors at seven.`,
      topics: ['music', 'swing'],
    }
    assert.equal((await app().call('PATCH', `/v1/posts/${id}`, { key, body: edit })).status, 202)
    await app().moderate()
    const edited = await look()
    assert.deepEqual([edited.topics['/topics/jazz/'], edited.topics['/topics/swing/']], [undefined, 1])
    await app().call('DELETE', `/v1/posts/${id}`, { key })
    assert.deepEqual(await showing(id), [])
    assert.deepEqual(await look(), before)
    assert.deepEqual(posts((await get('/topics/swing/')).text), [])
    await app().platform.act('sweep', { limit: 100 })
    assert.deepEqual(await look(), before)
  })

  test('a topic or place without posts has a page with noindex, and feeds to subscribe to', async () => {
    for (const path of ['/topics/nobody-uses-this/', '/in/JP/', '/in/JP/JP-13/']) {
      const { status, text } = await get(path)
      assert.equal(status, 200, path)
      assert.match(text, /<meta name="robots" content="noindex">/)
      assert.match(text, /There are no events/)
      assert.deepEqual((await get(`${path}index.json`)).json.items, [])
    }
  })

  test('a topic or place that does not exist gets 404, as a page and as a problem', async () => {
    const nowhere = [
      '/topics/a%20b/',
      '/topics/a--b/',
      `/topics/${'a'.repeat(41)}/`,
      '/in/XX/',
      '/in/FR/FR-ZZZ/',
      '/in/FR/DE-BE/',
    ]
    for (const path of [...nowhere, '/in/FR/FR-IDF/1/', '/in/FR/FR-IDF/2950159/', '/in/FR/FR-IDF/x/', '/in/FR/1/']) {
      const { status, headers, text } = await get(path)
      assert.deepEqual([status, headers.get('content-type')], [404, 'text/html; charset=utf-8'], path)
      assert.match(text, /There is nothing at this address/)
      for (const file of ['index.json', 'feed.xml', 'calendar.ics']) {
        const { status, json } = await get(path + file)
        assert.deepEqual([status, json.code], [404, 'not_found'], path + file)
      }
    }
  })

  test('another spelling of the address of a topic or place redirects to the canonical one, with the query', async () => {
    const moves: [from: string, to: string][] = [
      ['/topics', '/topics/'],
      ['/topics/art', '/topics/art/'],
      ['/topics/Art/', '/topics/art/'],
      ['/topics/ART/feed.xml?country=FR', '/topics/art/feed.xml?country=FR'],
      ['/in', '/in/'],
      ['/in/FR', '/in/FR/'],
      ['/in/fr/', '/in/FR/'],
      ['/in/FR/FR-IDF?after=1.1', '/in/FR/FR-IDF/?after=1.1'],
      ['/in/FR/2988507/', '/in/FR/FR-IDF/2988507/'],
      ['/in/fr/fr-idf/2988507/calendar.ics', '/in/FR/FR-IDF/2988507/calendar.ics'],
      ['/in/FR/FR-75C/2988507/', '/in/FR/FR-IDF/2988507/'],
      ['/calendar', '/calendar/'],
      ['/topics/ART/calendar/2027-03/', '/topics/art/calendar/2027-03/'],
    ]
    for (const [from, to] of moves) {
      const { status, headers } = await get(from)
      assert.deepEqual([status, headers.get('location')], [308, to], from)
    }
  })

  test('a city of unknown state is listed below its country, which links to the city', async () => {
    const { db } = app().platform
    const city = await db
      .selectFrom('places')
      .select(['geonames_id', 'name', 'country', 'timezone'])
      .where('state', 'is', null)
      .orderBy('population', 'desc')
      .orderBy('geonames_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const { geonames_id, name, country } = city
    const id = await app().publish({ location: { country, city: { geonames_id, name } } })
    const path = `/in/${country}/${geonames_id}/`
    assert.equal(counts((await get(`/in/${country}/`)).text)[path], 1)
    const page = (await get(path)).text
    assert.deepEqual(posts(page), [`/p/${id}`])
    assert.ok(hrefs(page).includes(`/in/${country}/`), 'the breadcrumb links to the country')
    assert.ok(hrefs((await get('/')).text).includes(path), 'the card links to the city')
  })

  test('pages of topics and places have only working links, with a breadcrumb up to all places', async () => {
    const { text } = await get('/in/DE/DE-BE/2950159/')
    const crumbs = /<nav class="crumbs".*?<\/nav>/s.exec(text)![0]
    assert.deepEqual(hrefs(crumbs), ['/in/', '/in/DE/', '/in/DE/DE-BE/'])
    assert.match(crumbs, /<bdi aria-current="page">Berlin<\/bdi>/)
    for (const page of ['/', '/topics/', '/in/', '/in/DE/'])
      for (const href of hrefs((await get(page)).text).filter(href => /^\/(topics|in|calendar)\//.test(href)))
        assert.equal((await get(href)).status, 200, `${href} on ${page}`)
  })

  test('places can be searched by name, and each result links to its page', async () => {
    const found = async (q: string) => (await get(`/in/?q=${encodeURIComponent(q)}`)).text
    assert.ok(hrefs(await found('münchen')).includes('/in/DE/DE-BY/2867714/'))
    assert.ok(hrefs(await found('France')).includes('/in/FR/'))
    assert.ok(hrefs(await found('bavaria')).includes('/in/DE/DE-BY/'))
    const none = await found('<script>alert(1)</script>')
    assert.match(none, /No place of 1,000 people or more/)
    assert.ok(!none.includes('<script>'))
    assert.match(none, /noindex/)
    for (const query of ['q=', 'qq=a', `q=${'a'.repeat(101)}`, 'q=...'])
      assert.equal((await get(`/in/?${query}`)).status, 400, query)
  })

  test('a page of a topic or place accepts filters that its address does not have, and refuses all others', async () => {
    const { json } = await get('/topics/art/index.json?country=FR')
    assert.deepEqual([json.items.length, json.feed_url], [1, 'http://events.test/topics/art/index.json?country=FR'])
    assert.deepEqual((await get('/in/DE/feed.xml?topic=art')).text.match(/<item>/), null)
    const refused = [
      '/topics/art/index.json?topic=art',
      '/in/FR/feed.xml?state=FR-IDF',
      '/in/FR/calendar.ics?order=soonest',
    ]
    for (const path of [...refused, '/topics/art/?order=newest', '/topics/?after=1.1', '/calendar/?after=1.1'])
      assert.equal((await get(path)).status, 400, path)
    assert.equal((await get('/topics/art/index.json?order=soonest')).status, 200)
  })
})

onOnePublishingApp('the calendar of a month', app => {
  const get = (path: string) => app().call('GET', path)

  test('the calendar of a month shows each time on every local day on which it runs, marks cancelled events, and links only to months that can have events', async () => {
    const late = { timezone: 'America/Los_Angeles', location: undefined, online_url: 'https://example.org/x' }
    // The first of May in UTC is the last of April there.
    const id = await app().publish({
      ...late,
      starts_at: '2027-04-30T22:00:00-07:00',
      ends_at: '2027-04-30T23:00:00-07:00',
    })
    const series = await app().publish({
      starts_at: undefined,
      ends_at: undefined,
      occurrences: [4, 11].map(day => ({
        starts_at: `2027-04-${String(day).padStart(2, '0')}T10:00:00+02:00`,
        ends_at: `2027-04-${String(day).padStart(2, '0')}T11:00:00+02:00`,
      })),
    })
    const days = async (path: string) =>
      Object.fromEntries(
        [...(await get(path)).text.matchAll(/<td><time datetime="([^"]*)">.*?<\/td>/gs)].map(([cell, day]) => [
          day,
          posts(cell),
        ]),
      )
    assert.deepEqual(await days('/calendar/2027-04/'), {
      '2027-04-04': [`/p/${series}`],
      '2027-04-11': [`/p/${series}`],
      '2027-04-30': [`/p/${id}`],
    })
    const show = await app().publish({
      starts_at: '2027-06-29T10:00:00+02:00',
      ends_at: '2027-07-02T00:00:00+02:00',
    })
    assert.deepEqual(await days('/calendar/2027-06/'), {
      '2027-06-29': [`/p/${show}`],
      '2027-06-30': [`/p/${show}`],
    })
    assert.deepEqual(await days('/in/FR/calendar/2027-07/'), { '2027-07-01': [`/p/${show}`] })
    const { text } = await get('/calendar/2027-06/')
    assert.match(text, /<span class="at">10:00<\/span> <a[^>]*>[^<]*<\/a> <bdi class="at">Paris<\/bdi>/)
    assert.match(text, /<span class="at">until Thu 1<\/span>/)
    for (const [prefix, day] of [
      ['', '<span>Tuesday </span>29<span> June</span>'],
      ['/pl', '<span>wtorek, </span>29<span> czerwca</span>'],
      ['/ja', '<span>6月</span>29<span>日火曜日</span>'],
    ])
      assert.ok((await get(`${prefix}/calendar/2027-06/`)).text.includes(`>${day}</time>`), `the date in ${prefix}`)
    assert.deepEqual(await days('/calendar/2027-05/'), {})
    assert.match((await get('/calendar/2027-05/')).text, /noindex/)
    const { key } = app().author
    await app().call('PATCH', `/v1/posts/${id}`, { key, body: { event_status: 'cancelled' } })
    assert.match((await get('/calendar/2027-04/')).text, /<strong>Cancelled: <\/strong>/)
    const rels = async (month: string) =>
      [...(await get(`/calendar/${month}/`)).text.matchAll(/<a href="([^"]*)" rel="(prev|next)"/g)].map(
        ([, href]) => href,
      )
    assert.deepEqual(await rels('2026-11'), ['/calendar/2026-12/'])
    assert.deepEqual(await rels('2027-01'), ['/calendar/2026-12/', '/calendar/2027-02/'])
    assert.deepEqual(await rels('2029-11'), ['/calendar/2029-10/'])
    for (const month of ['2026-10', '2029-12', '2027-13', '2027-1', 'x'])
      assert.equal((await get(`/calendar/${month}/`)).status, 404, month)
    assert.match((await get('/calendar/')).text, /rel="canonical" href="http:\/\/events.test\/calendar\/2026-11\/"/)
  })

  test('the calendar of this month begins with this week, marks today, and leads to the list of a full day', async () => {
    for (let i = 0; i < 10; i++)
      await app().publish({
        starts_at: `2026-11-2${i < 9 ? 4 : 3}T1${i}:00:00+01:00`,
        ends_at: '2026-11-24T23:00:00+01:00',
      })
    // Tests begin on Saturday, 21 November 2026.
    const { text } = await get('/calendar/')
    assert.deepEqual([...text.matchAll(/<td[^>]*><time datetime="([^"]*)"/g)].map(([, day]) => day)[0], '2026-11-16')
    assert.match(text, /<td class="blank" aria-current="date"><time datetime="2026-11-21"/)
    assert.equal([...text.matchAll(/aria-current="date"/g)].length, 1)
    const all = /<a href="([^"]*)" rel="nofollow">and 2 more<\/a>/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    assert.equal(all, '/?on_from=2026-11-24&on_to=2026-11-24')
    assert.equal(new Set(posts((await get(all!)).text)).size, 10)
  })
})

onPublishingSites('sites without times', app => {
  test('sites without times have lists of topics and places, and no calendar', async () => {
    const id = await app().publish('messages', { topics: ['trams'] })
    const get = (path: string, host: string) => app().call('GET', path, { host })
    assert.ok((await get('/topics/trams/', 'messages.test')).text.includes(`/p/${id}`))
    assert.deepEqual(counts((await get('/topics/', 'messages.test')).text), { '/topics/trams/': 1 })
    assert.deepEqual(counts((await get('/topics/', 'stories.test')).text), {})
    for (const path of [
      '/calendar/',
      '/topics/trams/calendar/',
      '/topics/trams/calendar.ics',
      '/in/DE/calendar/2027-01/',
    ])
      assert.equal((await get(path, 'messages.test')).status, 404, path)
    assert.ok((await get('/sitemap-posts-0.xml', 'messages.test')).text.includes(id))
  })
})

/**
 * The rules of sitemap.xsd (2008-03-26) and siteindex.xsd (2009-04-08) of sitemaps.org for the members that this site uses, and
 * the limit of 50,000 entries. A file that keeps these rules keeps those schemas, which allow further members.
 */
const sitemapSchema = `<?xml version="1.0"?>
<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.sitemaps.org/schemas/sitemap/0.9"
  xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" elementFormDefault="qualified">
<xsd:simpleType name="loc"><xsd:restriction base="xsd:anyURI"><xsd:minLength value="12"/><xsd:maxLength value="2048"/></xsd:restriction></xsd:simpleType>
<xsd:complexType name="place"><xsd:sequence><xsd:element name="loc" type="loc"/><xsd:element name="lastmod" type="xsd:dateTime" minOccurs="0"/></xsd:sequence></xsd:complexType>
<xsd:element name="urlset"><xsd:complexType><xsd:sequence><xsd:element name="url" type="place" maxOccurs="50000"/></xsd:sequence></xsd:complexType></xsd:element>
<xsd:element name="sitemapindex"><xsd:complexType><xsd:sequence><xsd:element name="sitemap" type="place" maxOccurs="50000"/></xsd:sequence></xsd:complexType></xsd:element>
</xsd:schema>`

onEveryDatabase('a walk over every post', ({ fresh }) => {
  let app: TestApp
  const ids: string[] = []
  before(async () => {
    app = await startApp(await fresh())
    await seed(app.platform, { site: 'events', wanted: 230, actor: 'test', make: syntheticPost, advance() {} })
    const rows = await app.platform.db.selectFrom('listing').select('post_id').execute()
    ids.push(...rows.map(row => row.post_id))
  })
  after(() => app?.close())
  const get = async (path: string) => {
    const answer = await app.call('GET', path)
    assert.equal(answer.status, 200, path)
    return answer
  }
  const local = (url: string) => url.replace('http://events.test', '')
  const eachOnce = (found: readonly string[]) => {
    assert.equal(found.length, ids.length)
    assert.deepEqual([...found].sort(), [...ids].sort())
  }

  test('a walk by the sitemap finds every post once, in files that fit the protocol', async () => {
    const files = [...(await get('/sitemap.xml')).text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => local(url!))
    const texts = await Promise.all(
      ['/sitemap.xml', ...files].map(async path => ({ fileName: path, contents: (await get(path)).text })),
    )
    const { valid, errors } = await validateXML({ xml: texts, schema: [sitemapSchema] })
    assert.ok(valid, JSON.stringify(errors.slice(0, 3)))
    const urls = texts
      .slice(1)
      .flatMap(({ contents }) => [...contents.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => local(url!)))
    eachOnce(urls.filter(url => url.startsWith('/p/')).map(url => url.slice(3)))
    const lists = urls.filter(url => !url.startsWith('/p/'))
    assert.ok(lists.length > 20)
    for (const path of lists.slice(0, 40)) await get(path)
    const inOthers = texts.find(({ fileName }) => fileName === '/sitemap-languages.xml')!.contents.match(/<loc>/g)!
    assert.ok(inOthers.length > 40 && inOthers.length <= limits.sitemapAddresses)
    for (const path of ['/ar/', '/zh/topics/', lists.find(path => path.startsWith('/ja/in/'))!]) {
      assert.ok(lists.includes(path), path)
      await get(path)
    }
    assert.equal((await app.call('GET', '/sitemap-posts-7.xml')).status, 404)
    assert.equal((await app.call('GET', '/sitemap-posts-x.xml')).status, 404)
  })

  test('a walk by the next links of pages and feeds finds every post once', async () => {
    const pages: string[] = []
    for (let path: string | undefined = '/'; path; ) {
      const { text }: { text: string } = await get(path)
      pages.push(...posts(text).map(href => href.slice(3)))
      path = /<link rel="next" href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
    }
    eachOnce(pages)
    const feeds: string[] = []
    for (let path: string | undefined = '/index.json'; path; ) {
      const { json }: { json: { items: { _handbill: { id: string } }[]; next_url?: string } } = await get(path)
      feeds.push(...json.items.map(item => item._handbill.id))
      path = json.next_url && local(json.next_url)
    }
    eachOnce(feeds)
  })

  test('a walk by the calendar finds some posts of each day in a month with too many, and the page says so', async () => {
    const month = readMonth('2027-01')!
    const starts = ({ texts }: { texts: string[] }) => {
      const all = texts.flatMap(text => {
        const { occurrences, ...post } = JSON.parse(text)
        return ((occurrences ?? [post]) as { starts_at: string }[]).map(time => Date.parse(time.starts_at))
      })
      const [from, to] = spanOf(month)
      const days = all.filter(at => at >= from && at < to).map(at => Math.floor((at - from) / 86_400_000))
      return [...new Set(days)].sort((a, b) => a - b)
    }
    const full = await monthPosts(app.platform, 'events', allPosts, month)
    const some = await monthPosts(app.platform, 'events', allPosts, month, { whole: 5, ofDay: 1 })
    assert.deepEqual([full.whole, some.whole], [true, false])
    assert.ok(some.texts.length < full.texts.length)
    assert.deepEqual(starts(some), starts(full))
  })

  test('a walk by the pages of topics finds as many posts as the counts say', async () => {
    const topics = Object.entries(counts((await get('/topics/')).text)).slice(0, 3)
    assert.equal(topics.length, 3)
    for (const [topic, posted] of topics) {
      let found = 0
      for (let path: string | undefined = topic; path; ) {
        const { text }: { text: string } = await get(path)
        found += new Set(posts(text)).size
        path = /<link rel="next" href="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
      }
      assert.equal(found, posted, topic)
    }
  })
})
