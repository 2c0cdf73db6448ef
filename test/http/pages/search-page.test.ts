// The search page: it understands what people type, counts no search of readers, and answers so many a minute.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validateXML } from 'xmllint-wasm'
import { limits } from '../../../src/contract/limits.ts'
import { siteIds } from '../../../src/contract/sites/site-ids.ts'
import { siteRow } from '../../../src/contract/sites.ts'
import { utcDay } from '../../../src/domain/times/time.ts'
import { counted } from '../../../src/store/accounts/counters.ts'
import { hostOf } from '../../harness.ts'
import { hostile, presentSitesWithEveryPlace } from './published.ts'

const inTexas = { country: 'US', state: 'US-TX', city: { geonames_id: 4717560, name: 'Paris' } }
const dayMs = 86_400_000

/** The elements that browsers need of OpenSearch 1.1, in the order in which this site writes them. */
const openSearch = `<?xml version="1.0"?>
<xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema" targetNamespace="http://a9.com/-/spec/opensearch/1.1/"
  xmlns="http://a9.com/-/spec/opensearch/1.1/" elementFormDefault="qualified">
<xsd:simpleType name="short"><xsd:restriction base="xsd:string"><xsd:minLength value="1"/><xsd:maxLength value="16"/></xsd:restriction></xsd:simpleType>
<xsd:simpleType name="told"><xsd:restriction base="xsd:string"><xsd:minLength value="1"/><xsd:maxLength value="1024"/></xsd:restriction></xsd:simpleType>
<xsd:element name="OpenSearchDescription"><xsd:complexType><xsd:sequence>
<xsd:element name="ShortName" type="short"/><xsd:element name="Description" type="told"/>
<xsd:element name="Url" maxOccurs="unbounded"><xsd:complexType><xsd:attribute name="type" use="required"/><xsd:attribute name="rel"/><xsd:attribute name="template" use="required"/></xsd:complexType></xsd:element>
<xsd:element name="Image"><xsd:complexType><xsd:simpleContent><xsd:extension base="xsd:anyURI"><xsd:attribute name="type"/></xsd:extension></xsd:simpleContent></xsd:complexType></xsd:element>
<xsd:element name="Language" type="xsd:language"/><xsd:element name="InputEncoding"/><xsd:element name="OutputEncoding"/>
</xsd:sequence></xsd:complexType></xsd:element>
</xsd:schema>`

presentSitesWithEveryPlace('the search page', app => {
  const get = (query: string, site: (typeof siteIds)[number] = 'events') =>
    app().call('GET', `/search${query}`, { host: hostOf(site) })
  const found = async (query: string) =>
    [...(await get(query)).text.matchAll(/<h2[^>]*><a href="\/p\/([^"]+)"/g)].map(([, id]) => id!)
  const used = () => counted(app().platform.db, 'search-ip', '127.0.0.1', utcDay(app().clock.now()))
  const freshDay = () => app().clock.advance(dayMs)

  test('the search page shows a form without counting a search, under a name that agents find', async () => {
    for (const site of siteIds) {
      const { status, text, headers } = await get('', site)
      const row = siteRow(site)
      assert.equal(status, 200)
      assert.match(
        text,
        new RegExp(`<form action="/search" toolname="search_${row.nouns}" toolautosubmit tooldescription="`),
      )
      assert.equal(text.includes('type="date"'), row.timed !== null)
      assert.match(text, new RegExp(`<link rel="canonical" href="http://${hostOf(site)}/search">`))
      assert.match(headers.get('cache-control') ?? '', /^public/)
    }
    assert.equal((await get('?q=&topic=&place=&order=&utm_source=x')).status, 200, 'empty fields are ignored')
    assert.equal(await used(), 0)
  })

  test('the search page finds by words, counts no search, and is not cached for others', async () => {
    freshDay()
    const id = await app().publish('events', { title: 'Kintsugi for beginners', body: hostile.body })
    const { text, headers } = await get('?q=kintsugi')
    assert.ok(
      text.includes(
        `<h2 lang="en" dir="auto" class="p-name"><a href="/p/${id}" class="u-url"><mark>Kintsugi</mark> for beginners</a></h2>`,
      ),
    )
    assert.match(text, /<h2 id="found">1 event<\/h2>/)
    assert.doesNotMatch(text, /free today/)
    assert.match(text, /<meta name="robots" content="noindex">/)
    assert.match(text, /<title>kintsugi · Search events · Events<\/title>/)
    assert.deepEqual([headers.get('cache-control'), headers.get('ratelimit')], ['private, no-cache', null])
    assert.deepEqual(await found('?q=kintsugi+-beginners'), [])
    assert.match((await get('?q=nothing-like-it')).text, /No events found/)
    const typed = (await get(`?q=${encodeURIComponent('"><script>alert(1)</script>')}`)).text
    assert.ok(!typed.includes('<script>') && typed.includes('value="&quot;&gt;&lt;script&gt;alert(1)'))
    assert.equal(
      (await app().app.http.inject({ method: 'HEAD', url: '/search?q=x', headers: { host: 'events.test' } }))
        .statusCode,
      405,
    )
    assert.equal(await used(), 0)
  })

  test('found words are marked as they are written, in other forms and diacritics too, and nothing of a text becomes markup', async () => {
    freshDay()
    const before = 'Wir treffen uns am alten Bahnhof und gehen dann gemeinsam los. '.repeat(8)
    await app().publish('events', {
      ...{
        title: '<b>Café</b> & Übermut',
        body: `${before}Danach lesen wir im <i>CAFE\u0301</i> vor, mit Lesungen & Kuchen.`,
      },
    })
    const marksIn = async (q: string) =>
      [...(await get(`?q=${encodeURIComponent(q)}`)).text.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, word]) => word)
    assert.deepEqual(await marksIn('cafe ubermut'), ['Café', 'Übermut', 'CAFÉ'])
    assert.deepEqual(await marksIn('"vor mit" ubermut'), ['Übermut', 'vor, mit'])
    assert.deepEqual(
      await marksIn('"b cafe b ubermut"'),
      ['b&gt;Café&lt;/b&gt; &amp; Übermut'],
      'what stands between the words of a phrase is text too',
    )
    assert.deepEqual(await marksIn('lesung ubermut -tram'), ['Übermut', 'Lesungen'])
    assert.deepEqual(await marksIn('uberm*'), ['Übermut'])
    const { text } = await get('?q=cafe+ubermut')
    assert.ok(text.includes('&lt;b&gt;<mark>Café</mark>&lt;/b&gt; &amp; <mark>Übermut</mark>'))
    assert.match(text, /<p class="text [^>]*>…[^<]*Danach lesen wir im &lt;i&gt;<mark>/, 'the excerpt has the word')
    assert.ok(!text.includes('<b>') && !text.includes('<i>'))
    assert.doesNotMatch((await app().call('GET', '/', { host: hostOf('events') })).text, /<mark>/)
  })

  test('browsers find the search, the manifest and the icons of each site, in each language', async () => {
    const host = hostOf('events')
    const { text } = await app().call('GET', '/de/', { host })
    const [, search] = /<link rel="search" href="([^"]*)" type="application\/opensearchdescription\+xml"/.exec(text)!
    const [, manifest] = /<link rel="manifest" href="([^"]*)"/.exec(text)!
    assert.deepEqual([search, manifest], ['/de/opensearch.xml', '/de/manifest.webmanifest'])
    const described = await app().call('GET', search!, { host })
    const { valid, errors } = await validateXML({
      xml: [{ fileName: 'x', contents: described.text }],
      schema: [openSearch],
    })
    assert.ok(valid, JSON.stringify(errors))
    const template = /template="([^"]*)" *\/>/.exec(described.text)![1]!
    assert.equal(template, 'http://events.test/de/search?q={searchTerms}')
    const path = template.replace('http://events.test', '').replace('{searchTerms}', 'anything')
    assert.equal((await app().call('GET', path, { host })).status, 200)
    const { icons, start_url } = (await app().call('GET', manifest!, { host })).json
    assert.equal(start_url, '/de/')
    const files = ['/favicon.ico', '/apple-touch-icon.png', ...icons.map(({ src }: { src: string }) => src)]
    for (const file of files) {
      const { statusCode, rawPayload, headers } = await app().app.http.inject({ url: file, headers: { host } })
      assert.equal(statusCode, 200, file)
      if (!file.endsWith('.png')) continue
      assert.equal(headers['content-type'], 'image/png')
      const size = file === '/apple-touch-icon.png' ? 180 : Number(/\d+/.exec(file)![0])
      assert.deepEqual([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)], [size, size], file)
    }
    const ico = await app().app.http.inject({ url: '/favicon.ico', headers: { host } })
    assert.deepEqual(ico.rawPayload.subarray(22, 26), Buffer.from([0x89, 0x50, 0x4e, 0x47]))
  })

  test('the search page has a Markdown twin, which escapes texts', async () => {
    freshDay()
    const id = await app().publish('events', { title: 'Raku [firing](http://evil.test) for all', body: hostile.body })
    const { status, text, headers } = await app().call('GET', '/search.md?q=raku', { host: hostOf('events') })
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/markdown; charset=utf-8'])
    assert.match(headers.get('cache-control') ?? '', /^private/)
    assert.match(text, /^# Search events: raku\n/)
    assert.ok(text.includes(`(http://events.test/p/${id}.md)`))
    assert.ok(!text.includes('[firing](http://evil.test)'))
    assert.equal(await used(), 0)
    const page = await get('?q=raku')
    assert.ok(page.text.includes('<link rel="alternate" type="text/markdown" href="/search.md?q=raku">'))
    const wrong = await app().call('GET', '/search.md?q=raku&from=never', { host: hostOf('events') })
    assert.deepEqual([wrong.status, wrong.headers.get('content-type')], [400, 'text/markdown; charset=utf-8'])
  })

  test('the search page finds a place by its name, the largest first, and by its state or country', async () => {
    freshDay()
    const france = await app().publish('events', { topics: ['raku-firing'] })
    const texas = await app().publish('events', { topics: ['raku-firing'], location: inTexas })
    const at = (place: string) =>
      found(`?topic=${encodeURIComponent('Raku firing')}&place=${encodeURIComponent(place)}`)
    assert.deepEqual(await at('Paris'), [france])
    assert.deepEqual(await at('paris, texas'), [texas])
    assert.deepEqual(await at('Paris, TX, United States'), [texas])
    assert.deepEqual(await at('Texas'), [texas])
    assert.deepEqual(await at('France'), [france])
    assert.deepEqual(await at('Frankreich'), [france])
    const { text } = await get('?topic=raku-firing&place=Paris')
    assert.match(text, /<h2 id="found">1 event in <bdi>Paris, Île-de-France, France<\/bdi><\/h2>/)
    assert.match(text, /Other places of this name: .*<bdi>Paris, Texas, United States<\/bdi>/)
    const links = [...text.matchAll(/href="(\/search\?[^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))
    const there = links.find(href => href.includes('Texas'))!
    assert.ok((await app().call('GET', there, { host: hostOf('events') })).text.includes(`/p/${texas}"`))
    const byCodes = await get('?topic=raku-firing&country=US&state=US-TX')
    assert.match(byCodes.text, /name="place" value="Texas, United States"/)
    assert.ok(byCodes.text.includes(`/p/${texas}"`))
    assert.ok((await get(`?topic=raku-firing&city=${inTexas.city.geonames_id}`)).text.includes(`/p/${texas}"`))
  })

  test('the search page takes days as those of each post, the last day included', async () => {
    freshDay()
    const evening = await app().publish('events', {
      ...{ topics: ['night-walk'], timezone: 'America/Chicago', location: inTexas },
      ...{ starts_at: '2027-03-06T22:00:00-06:00', ends_at: '2027-03-06T23:30:00-06:00' },
    })
    const on = (query: string) => found(`?topic=night-walk&place=Paris,+Texas&${query}`)
    assert.deepEqual(await on('from=2027-03-06&to=2027-03-06'), [evening])
    assert.deepEqual(await on('from=2027-03-07'), [])
    assert.deepEqual(await on('to=2027-03-05'), [])
    assert.deepEqual(await found('?topic=night-walk&to=2027-03-06'), [evening], 'the day of the post, not of UTC')
    const run = { starts_at: '2027-04-02T10:00:00Z', ends_at: '2027-04-04T18:00:00Z', timezone: 'UTC' }
    const show = await app().publish('events', { topics: ['exhibition'], ...run })
    assert.deepEqual(await found('?topic=exhibition&from=2027-04-03&to=2027-04-03'), [show], 'it runs on that day')
  })

  test('the search page shows unreadable fields with their faults, and does not count the search', async () => {
    freshDay()
    const wrong = {
      '?place=Xyzzyplugh': /No city, state or country has this name/,
      '?q=%2B%2B': /Give one word or more/,
      '?topic=%E6%97%A5': /A topic has letters/,
      '?from=2027-02-30': /The first day is not a date/,
      '?q=x&country=XX': /There is no such country/,
      '?order=best&q=x': /There is no such order[\s\S]*value="x"/,
    }
    for (const [query, told] of Object.entries(wrong)) {
      const { status, text } = await get(query)
      assert.equal(status, 400, query)
      assert.match(text, told)
    }
    for (const query of ['?q=x&unknown=1', '?q=x&q=y', '?q=%00', `?q=${'x'.repeat(201)}`])
      assert.equal((await get(query)).status, 400, query)
    for (const site of ['messages', 'stories', 'classifieds'] as const)
      assert.equal((await get('?q=x&from=2027-01-01', site)).status, 400, site)
    assert.equal(await used(), 0)
  })

  test('the search page suggests a word for one that no post has, and leads to a next page', async () => {
    freshDay()
    await app().publish('events', { title: 'Calligraphy in the park' })
    const { text } = await get('?q=calligrphy')
    assert.match(text, /Did you mean <a href="\/search\?q=calligraphy" rel="nofollow">/)
    for (let i = 0; i <= limits.pageMax; i++)
      await app().publish('messages', { text: `Lantern walk number ${i} through the old town tonight.` })
    const first = await get('?q=lantern', 'messages')
    const next = /<a href="([^"]*)" rel="next nofollow"/.exec(first.text)![1]!.replaceAll('&amp;', '&')
    const second = await app().call('GET', next, { host: hostOf('messages') })
    assert.equal([...second.text.matchAll(/<article/g)].length, 1)
    const twin = (await app().call('GET', '/search.md?q=lantern', { host: hostOf('messages') })).text
    const [, after] = /^More: http:\/\/messages\.test(\/search\.md\?q=lantern&after=\S+)$/m.exec(twin)!
    const more = await app().call('GET', after!, { host: hostOf('messages') })
    assert.equal([...more.text.matchAll(/^- \[/gm)].length, 1)
    assert.equal((await get('?q=lantern&after=x', 'messages')).status, 400)
  })

  test('a search can be followed by two feeds that have exactly its posts; an address that was changed is none', async () => {
    freshDay()
    const id = await app().publish('events', {
      title: 'Yodelling <in> the valley',
      body: hostile.body,
      topics: ['song'],
    })
    await app().publish('events', { title: 'Yodelling for nobody', body: hostile.body, topics: ['quiet'] })
    const inGerman = await app().call('GET', '/de/search?q=yodelling', { host: hostOf('events') })
    assert.match(inGerman.text, /Diese Suche abonnieren: <a href="\/search\/feed\.json\?q=yodelling&amp;sig=/)
    const { text } = await get('?q=yodelling+-nobody&topic=Song&place=France&order=soonest')
    const links = [...text.matchAll(/<a href="(\/search\/feed\.(?:json|xml)\?[^"]*)" rel="nofollow">/g)].map(([, to]) =>
      to!.replaceAll('&amp;', '&'),
    )
    assert.equal(links.length, 2, text)
    const [json = '', xml = ''] = links
    const follow = (path: string, host = hostOf('events')) => app().call('GET', path, { host })
    const feed = await follow(json)
    assert.equal(feed.status, 200, feed.text)
    assert.deepEqual(
      feed.json.items.map((item: { url: string }) => item.url),
      [`http://events.test/p/${id}`],
    )
    assert.equal(feed.json.feed_url, `http://events.test${json}`)
    assert.equal(feed.headers.get('x-robots-tag'), 'noindex')
    assert.match(feed.headers.get('cache-control') ?? '', /^private/)
    const rss = await follow(xml)
    assert.ok(rss.text.includes('<title>Yodelling &lt;in&gt; the valley</title>'))
    const more = await app().publish('events', { title: 'Yodelling again', body: hostile.body, topics: ['song'] })
    assert.deepEqual(
      (await follow(json)).json.items.map((item: { url: string }) => item.url),
      [`http://events.test/p/${more}`, `http://events.test/p/${id}`],
    )
    for (const changed of [json.replace('song', 'quiet'), json.replace(/sig=.*/, 'sig=x'), `${json}&language=de`])
      assert.equal((await follow(changed)).status, 404, changed)
    assert.equal((await follow(json, hostOf('messages'))).status, 404)
    const typed = await get(`?q=${encodeURIComponent('yodelling "><script>')}`)
    const hostileFeed = /href="(\/search\/feed\.xml[^"]*)"/.exec(typed.text)![1]!.replaceAll('&amp;', '&')
    assert.ok(!(await follow(hostileFeed)).text.includes('<script>'))
    for (let i = 0; i < limits.readerSearchesPerMinute; i++) {
      app().clock.advance(1)
      await follow(json)
    }
    assert.equal((await follow(json)).status, 429)
    assert.equal(await used(), 0)
    assert.ok(!(await get('')).text.includes('/search/feed.json'), 'a search for nothing is not followed')
  })

  test('readers of an address get so many searches a minute, apart from the allowance of GET /v1/search', async () => {
    freshDay()
    for (let i = 0; i < limits.readerSearchesPerMinute; i++) assert.equal((await get('?q=tram')).status, 200)
    const { status, text, headers } = await get('?q=tram')
    assert.equal(status, 429)
    assert.match(text, /Please try again in a minute/)
    assert.equal(headers.get('retry-after'), '60')
    assert.equal((await app().call('GET', '/v1/search?q=tram', { host: hostOf('events') })).status, 200)
    assert.equal(await used(), 1)
    app().clock.advance(60_000)
    assert.equal((await get('?q=tram')).status, 200)
  })
})
