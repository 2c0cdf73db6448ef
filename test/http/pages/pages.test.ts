// The public pages: their content, their links, that no post breaks out of its text, and caching.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { timeWords } from '../../../src/domain/times/time-words.ts'
import { isUnchanged } from '../../../src/edge/send-document.ts'
import { html } from '../../../src/http/public/kit/html.ts'
import { layout, stylesheetPath } from '../../../src/http/public/kit/layout.ts'
import type { ShownPost } from '../../../src/http/public/kit/post-words.ts'
import { excerpt, prose } from '../../../src/http/public/kit/prose.ts'
import { postPageHtml } from '../../../src/http/public/pages/post-page.ts'
import { eventBody } from '../../harness.ts'
import { hostile, presentOnePublishingApp, presentPublishingApps } from './published.ts'

const hour = 3_600_000
const at = (start: string, end: string) => ({ starts_at: start, ends_at: end })
const hrefs = (page: string) => [...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href!)
const dataBlockOf = (page: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? 'null')

presentPublishingApps('the home page', start => {
  test('the home page says so without posts, and shows a post as soon as it is published', async () => {
    const app = await start()
    const empty = await app.call('GET', '/')
    assert.equal(empty.status, 200)
    assert.match(empty.text, /There are no events at the moment/)
    const id = await app.publish({ title: 'Watercolour for beginners' })
    const page = await app.call('GET', '/')
    assert.match(page.text, new RegExp(`<a href="/p/${id}" class="u-url">Watercolour for beginners</a>`))
    assert.match(
      page.text,
      /<time class="dt-start" datetime="2027-03-06T14:00:00\+01:00"><span class="on">Sat 6 March 2027, /,
    )
    assert.match(page.text, /14:00–16:00/)
    assert.match(page.text, /\(Paris time\)/)
    assert.match(page.text.replaceAll(/<\/?(?:bdi|a)[^>]*>/g, ''), /Paris, Île-de-France, France/)
    assert.match(page.text, /<li><a class="p-category" href="\/topics\/workshops\/">workshops<\/a><\/li>/)
    assert.match(page.text, /Two hours of/)
  })

  test('the home page lists events soonest first, and removes an event at its end', async () => {
    const app = await start()
    const later = await app.publish(at('2027-05-01T10:00:00+02:00', '2027-05-01T11:00:00+02:00'))
    const sooner = await app.publish(at('2026-11-21T14:00:00+01:00', '2026-11-21T15:00:00+01:00'))
    const shown = async () => hrefs((await app.call('GET', '/')).text).filter(href => href.startsWith('/p/'))
    assert.deepEqual(await shown(), [`/p/${sooner}`, `/p/${later}`])
    app.clock.advance(3 * hour)
    assert.deepEqual(await shown(), [`/p/${later}`])
    const page = await app.call('GET', `/p/${sooner}`)
    assert.equal(page.status, 200)
    assert.match(page.text, /This event is over/)
    assert.match((await app.call('GET', `/p/${sooner}.md`)).text, /^- This event is over\.$/m)
    for (const form of ['', '.md'])
      assert.doesNotMatch((await app.call('GET', `/p/${later}${form}`)).text, /is over/, `to come${form}`)
  })

  test('the home page shows the next date of a series and the number of further dates; the page of the series shows all dates', async () => {
    const app = await start()
    const id = await app.publish({
      starts_at: undefined,
      ends_at: undefined,
      occurrences: [
        at('2026-11-21T14:00:00+01:00', '2026-11-21T15:00:00+01:00'),
        at('2026-11-28T14:00:00+01:00', '2026-11-28T15:00:00+01:00'),
        at('2026-12-05T14:00:00+01:00', '2026-12-05T15:00:00+01:00'),
      ],
    })
    assert.match((await app.call('GET', '/')).text, /Sat 21 November 2026, .*and 2 more dates/)
    app.clock.advance(24 * hour)
    assert.match((await app.call('GET', '/')).text, /Sat 28 November 2026, .*and 1 more date</)
    const page = (await app.call('GET', `/p/${id}`)).text
    assert.equal([...page.matchAll(/<time datetime="2026-1\d-\d\dT14:00:00\+01:00"/g)].length, 3)
    assert.equal([...page.matchAll(/is over/g)].length, 1)
  })

  test('the home page links to the next page after fifty posts, with each post on one page; an unlinked position is 404', async () => {
    const app = await start()
    const ids = new Set<string>()
    for (let i = 0; i < 53; i++) {
      const answer = await app.call('POST', '/v1/posts', { key: app.author.key, body: eventBody() })
      ids.add(answer.json.id)
    }
    await app.moderate()
    const first = (await app.call('GET', '/')).text
    const next = hrefs(first).find(href => href.startsWith('/?after='))
    assert.ok(next)
    const second = (await app.call('GET', next)).text
    const shown = [first, second].flatMap(page =>
      [...page.matchAll(/<h2[^>]*><a href="\/p\/([^"]+)"/g)].map(match => match[1]!),
    )
    assert.equal(shown.length, 53)
    assert.deepEqual(new Set(shown), ids)
    assert.ok(!hrefs(second).some(href => href.startsWith('/?after=')))
    for (const path of ['/?after=x', '/?after=1.2.3', '/?after=']) {
      const answer = await app.call('GET', path)
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [404, 'text/html; charset=utf-8'], path)
    }
    assert.equal((await app.call('GET', '/?after=1.2&after=1.3')).status, 400)
    for (const path of ['/?utm_source=x', '/?fbclid=x&utm_medium=y'])
      assert.equal((await app.call('GET', path)).status, 200, 'tracking parameters are no filters')
  })

  test('the home page names the feeds, the API and GeoNames', async () => {
    const app = await start()
    const { text } = await app.call('GET', '/')
    assert.match(text, /<link rel="alternate" type="application\/feed\+json" [^>]*href="\/index.json">/)
    assert.match(text, /<link rel="alternate" type="application\/rss\+xml" [^>]*href="\/feed.xml">/)
    assert.match(text, /GET http:\/\/events\.test\/v1</)
    assert.match(text, /<li><a href="\/developers\/">Developers<\/a>: From nothing to a published post/)
    assert.equal((await app.call('GET', '/developers/')).status, 200)
    assert.match((await app.call('GET', '/index.md')).text, /start at http:\/\/events\.test\/developers\/\.\n/)
    assert.doesNotMatch((await app.call('GET', '/topics/')).text, /From nothing to a published post/)
    for (const path of ['/v1', '/openapi.yml', '/mcp', '/problems/', '/v1/pricing', '/v1/policy'])
      assert.ok(text.includes(`<li><a href="${path}">`), path)
    assert.match(text, /<a href="https:\/\/www\.geonames\.org\/">GeoNames<\/a>, CC BY 4\.0/)
  })
})

presentOnePublishingApp('the page of a post', app => {
  test('the page of a post shows times, place, the text with its paragraphs, the author, the licence and the link to the JSON', async () => {
    const id = await app().publish({
      title: 'Watercolour for beginners',
      body: 'First paragraph, first line.\nSecond line.\n\nSecond paragraph with all you need to know about paper and paint.',
      online_url: 'https://example.org/live?a=1&b=2',
    })
    const { status, text } = await app().call('GET', `/p/${id}`)
    assert.equal(status, 200)
    assert.match(text, /<title>Watercolour for beginners · Events<\/title>/)
    assert.match(text, /<h1[^>]*>Watercolour for beginners<\/h1>/)
    assert.match(text, /<p>First paragraph, first line\.<br>Second line\.<\/p><p>Second paragraph/)
    assert.match(text, /<a href="https:\/\/example\.org\/live\?a=1&amp;b=2" rel="ugc nofollow noopener">/)
    assert.match(text, new RegExp(`<bdi>@${app().author.handle}</bdi>`))
    assert.match(text, /href="https:\/\/creativecommons\.org\/licenses\/by\/4\.0\/" rel="license"/)
    assert.match(text, new RegExp(`@${app().author.handle} via events\\.test`))
    assert.ok(hrefs(text).includes(`/p/${id}.json`))
    assert.match(text, new RegExp(`<link rel="canonical" href="http://events.test/p/${id}">`))
    assert.match(text, /Links lead to other sites/)
  })

  test('the page of a post has a schema.org Event with name, startDate, location and coordinates', async () => {
    const id = await app().publish({ title: 'Data block', online_url: 'https://example.org/live' })
    const event = dataBlockOf((await app().call('GET', `/p/${id}`)).text)
    assert.equal(event['@context'], 'https://schema.org')
    assert.equal(event['@type'], 'Event')
    assert.equal(event.name, 'Data block')
    assert.equal(event.startDate, '2027-03-06T14:00:00+01:00')
    assert.equal(event.endDate, '2027-03-06T16:00:00+01:00')
    assert.equal(event.url, `http://events.test/p/${id}`)
    const [place, virtual] = event.location
    assert.equal(place['@type'], 'Place')
    assert.equal(place.address.addressLocality, 'Paris')
    assert.ok(Math.abs(place.geo.latitude - 48.85) < 0.1 && Math.abs(place.geo.longitude - 2.35) < 0.1)
    assert.deepEqual(virtual, { '@type': 'VirtualLocation', url: 'https://example.org/live' })
    assert.equal(event.eventStatus, 'https://schema.org/EventScheduled')
    assert.equal(event.eventAttendanceMode, 'https://schema.org/MixedEventAttendanceMode')
    assert.equal(event.organizer, undefined, 'the author need not organise it')
    assert.equal(event.subjectOf.author.name, app().author.handle)
    assert.ok(!('offers' in event), 'the price of an event is unknown')
  })

  test('the page of a post shows hostile text as plain text, on lists too, and makes links only of web addresses', async () => {
    const id = await app().publish(hostile)
    for (const path of [`/p/${id}`, '/']) {
      const { text } = await app().call('GET', path)
      assert.equal(
        [...text.matchAll(/<script/gi)].length,
        path === '/' ? 3 : 4,
        'the data block and our own scripts are the only script elements',
      )
      assert.ok(!/<img (?!src="\/assets\/)|<b>|<!-- \]/i.test(text), path)
      assert.ok(
        text.includes(
          '&lt;script&gt;alert(&#39;t&#39;)&lt;/script&gt; ]]&gt; &amp; &amp;amp; &#39;x&#39; onload=&quot;y&quot;',
        ),
      )
      for (const href of hrefs(text)) assert.match(href, /^(https?:\/\/|\/|#content|#list)/, path)
    }
    const { text } = await app().call('GET', `/p/${id}`)
    const links = [...text.matchAll(/<a href="([^"]*)" rel="ugc nofollow noopener">/g)].map(([, href]) => href)
    assert.deepEqual(links, ['https://example.org/a?b=1&amp;c=', 'http://example.org/x_(y)', 'https://example.org/Z'])
    const { json } = await app().call('GET', `/p/${id}.json`)
    assert.deepEqual([dataBlockOf(text).name, dataBlockOf(text).description], [json.title, json.body])
  })

  test('the page of a post is HTML with 404 for a post that was never public, and with 410 for a post that was', async () => {
    const waiting = await app().call('POST', '/v1/posts', { key: app().author.key, body: eventBody() })
    const paths = [
      '/p/p_00000000000000000000',
      `/p/${waiting.json.id}`,
      '/p/nothing',
      '/p/%00',
      '/p/%3Cscript%3E',
      "/p/p_' or 1=1",
    ]
    for (const path of paths) {
      const answer = await app().call('GET', path)
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [404, 'text/html; charset=utf-8'], path)
      assert.match(answer.text, /<h1>Not found<\/h1>/)
      assert.ok(!answer.text.includes('script>'))
    }
    const id = await app().publish()
    for (const path of [
      '/nothing',
      '/p/',
      '/?after=x',
      '/feed.xml?after=x',
      `/p/${id}.xml`,
      '/assets/x.css',
      '/v2/posts',
    ]) {
      const asked = (accept: string) => app().call('GET', path, { headers: { accept } })
      const page = await asked('text/html,application/xhtml+xml;q=0.9,*/*;q=0.8')
      assert.deepEqual([page.status, page.headers.get('content-type')], [404, 'text/html; charset=utf-8'], path)
      assert.match(page.headers.get('request-id') ?? '', /^req_/)
      assert.match(page.text, /<a href="\/">All events<\/a>/)
      if (path !== '/?after=x' && !path.startsWith('/p/p_'))
        assert.equal((await asked('*/*')).headers.get('content-type'), 'application/problem+json', path)
    }
    const inApi = await app().call('GET', '/v1/nothing', { headers: { accept: 'text/html' } })
    assert.equal(inApi.json.code, 'not_found')
    assert.equal((await app().call('GET', `/p/${id}`)).status, 200)
    await app().call('DELETE', `/v1/posts/${id}`, { key: app().author.key })
    const gone = await app().call('GET', `/p/${id}`)
    assert.deepEqual([gone.status, gone.headers.get('content-type')], [410, 'text/html; charset=utf-8'])
    assert.match(gone.text, /taken down/)
    assert.ok(!(await app().call('GET', '/')).text.includes(id))
  })

  test('the page of a post may run no script of others, load nothing from elsewhere, and not be framed', async () => {
    const id = await app().publish()
    for (const path of ['/', `/p/${id}`, '/p/none']) {
      const { headers, text } = await app().call('GET', path)
      const policy = headers.get('content-security-policy') ?? ''
      for (const rule of [
        "default-src 'none'",
        `script-src '${path === '/p/none' ? 'none' : 'self'}'`,
        "style-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ])
        assert.ok(policy.split('; ').includes(rule), `${path}: ${rule}`)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.ok(headers.get('referrer-policy'))
      const tags = text.match(/<[^>]*>/g) ?? []
      const active = /<style|\s(style|on\w+)=/i
      assert.deepEqual(
        tags.filter(tag => active.test(tag.replaceAll(/"[^"]*"/g, '""'))),
        [],
        path,
      )
    }
  })
})

presentOnePublishingApp('a conditional request for a page', app => {
  const get = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app().app.http.inject({ method, url: path, headers: { host: 'events.test', ...headers } })

  test('a conditional request for a page gets 304 without a body while nothing has changed; the ETag counts before the date', async () => {
    const id = await app().publish()
    for (const path of ['/', `/p/${id}`, '/index.json', '/feed.xml', `/p/${id}.json`, stylesheetPath]) {
      const full = await get(path)
      const tag = String(full.headers.etag)
      const modified = String(full.headers['last-modified'])
      assert.equal(full.statusCode, 200, path)
      assert.match(tag, /^"[\w-]+"$/)
      assert.equal(new Date(modified).toUTCString(), modified)
      const unchanged: Record<string, string>[] = [
        { 'if-none-match': tag },
        { 'if-none-match': `"other", W/${tag}` },
        { 'if-none-match': '*' },
        { 'if-modified-since': modified },
        { 'if-none-match': tag, 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
      ]
      for (const headers of unchanged) {
        const answer = await get(path, headers)
        assert.deepEqual([answer.statusCode, answer.body], [304, ''], `${path} ${JSON.stringify(headers)}`)
        assert.equal(answer.headers.etag, tag)
        assert.ok(answer.headers['cache-control'])
      }
      const changed: Record<string, string>[] = [
        { 'if-none-match': '"other"' },
        { 'if-none-match': '"other"', 'if-modified-since': modified },
        { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
        { 'if-modified-since': 'yesterday' },
      ]
      for (const headers of changed)
        assert.equal((await get(path, headers)).statusCode, 200, `${path} ${JSON.stringify(headers)}`)
      const head = await get(path, {}, 'HEAD')
      assert.deepEqual([head.statusCode, head.body, head.headers.etag], [200, '', tag])
      assert.equal(head.headers['content-length'], String(full.rawPayload.length))
    }
  })

  test('a conditional request gets the new page after a publication and after a deletion, even within one second', async () => {
    for (const path of ['/', '/index.json', '/feed.xml']) {
      const before = await get(path)
      const id = await app().publish()
      const since = { 'if-modified-since': String(before.headers['last-modified']) }
      assert.equal((await get(path, { 'if-none-match': String(before.headers.etag) })).statusCode, 200)
      assert.ok((await get(path, since)).body.includes(id), path)
      await app().call('DELETE', `/v1/posts/${id}`, { key: app().author.key })
      assert.ok(!(await get(path)).body.includes(id), path)
    }
  })

  test('browsers ask for lists each time and shared caches within two seconds; nobody asks for the stylesheet again', async () => {
    const shared = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1'
    for (const path of ['/topics/art/', '/near/2988507/', '/index.json', '/feed.xml'])
      assert.equal((await get(path)).headers['cache-control'], shared)
    assert.equal((await get('/')).headers['cache-control'], 'private, no-cache', 'a cookie may choose another home')
    const css = await get(stylesheetPath)
    assert.deepEqual([css.statusCode, css.headers['content-type']], [200, 'text/css; charset=utf-8'])
    assert.match(String(css.headers['cache-control']), /max-age=31536000, immutable/)
    assert.ok((await get('/')).body.includes(`<link rel="stylesheet" href="${stylesheetPath}">`))
    assert.equal((await get('/assets/handbill-000000000000.css')).statusCode, 404)
    assert.equal((await get('/assets/..%2f..%2fpackage.json')).statusCode, 404)
  })

  test('a caller that accepts the encoding gets a compressed page with an ETag of its own', async () => {
    const plain = await get('/')
    const cases: [accepts: string, encoding: string | undefined][] = [
      ['gzip, deflate, br', 'br'],
      ['gzip;q=1.0, br;q=0', 'gzip'],
      ['gzip', 'gzip'],
      ['gzip;q=1.0, br;q=0.1', 'br'],
      ['BR , gzip', 'br'],
      ['br ; q = 0.000, gzip', 'gzip'],
      ['identity, *;q=0', undefined],
      ['identity;q=0', undefined],
      ['*', undefined],
      ['identity', undefined],
      [',;q=1,, gzip;;', 'gzip'],
      ['"br", brr', undefined],
      ['', undefined],
    ]
    for (const [accepts, encoding] of cases) {
      const answer = await get('/', { 'accept-encoding': accepts })
      assert.equal(answer.headers['content-encoding'], encoding, accepts)
      assert.equal(answer.headers.vary, 'Accept, Accept-Encoding')
      const read =
        encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : (bytes: Buffer) => bytes
      assert.equal(read(answer.rawPayload).toString(), plain.body)
      assert.equal(answer.headers.etag === plain.headers.etag, encoding === undefined)
      assert.equal((await get('/', { 'if-none-match': String(answer.headers.etag) })).statusCode, 304)
    }
  })
})

describe('text on a page', () => {
  const shown = (parts: unknown) => html`${parts as never}`.toString()

  test('a text on a page is escaped everywhere, and characters outside XML are dropped', () => {
    const text = `<&>"'\u0000\u0008\uffff\ud800`
    const safe = '&lt;&amp;&gt;&quot;&#39;\ufffd'
    assert.equal(html`<p title="${text}">${[text, [text]]}</p>`.toString(), `<p title="${safe}">${safe}${safe}</p>`)
  })

  test('a text on a page cannot end a data block', () => {
    const site = { id: 'events', baseUrl: 'http://events.test' } as const
    const post = {
      id: 'p_0',
      url: 'x',
      published_at: '2026-11-21T12:00:00Z',
      author: { handle: 'x' },
      topics: ['x'],
      expires_at: null,
      license: { id: 'x', url: 'https://example.org/' },
      attribution: 'x',
      risk_flags: [],
      title: '</SCRIPT><!--<script>',
      body: '\u2028\u2029]]>',
      starts_at: '2027-03-06T14:00:00+01:00',
      ends_at: '2027-03-06T16:00:00+01:00',
      timezone: 'Europe/Paris',
      online_url: 'javascript:alert(1)',
    } satisfies ShownPost
    const page = postPageHtml(site, post, { place: {}, event: null, now: 0 })
    const block = page.slice(page.indexOf('{"@context"'), page.indexOf('</script>'))
    assert.ok(!/[<>&\u2028\u2029]/.test(block))
    assert.deepEqual([JSON.parse(block).name, JSON.parse(block).description], [post.title, post.body])
    assert.ok(!hrefs(page).some(href => /^javascript/i.test(href)), 'only a web address becomes a link')
  })

  test('a text on a page has links only for http and https addresses without credentials', () => {
    for (const bad of [
      ...['javascript:alert(1)', 'data:text/html,x', 'https://user@example.org/', 'http://', 'vbscript:x'],
      ...['https://$', 'http://).', 'https://…', 'https://*/'],
    ])
      assert.equal(shown(prose(bad)), `<p>${bad}</p>`)
    assert.match(shown(prose('HTTPS://EXAMPLE.org')), /href="https:\/\/example\.org\/"/)
    assert.match(shown(prose('(see https://example.org/x_(y)).')), /href="https:\/\/example\.org\/x_\(y\)"/)
    assert.equal(
      shown(prose('go to https://example.org/a.')),
      '<p>go to <a href="https://example.org/a" rel="ugc nofollow noopener">https://example.org/a</a>.</p>',
    )
    assert.equal(shown(prose('a\r\nb\n \n\n c')), '<p>a<br>b</p><p>c</p>')
  })

  test('a text of 64 KiB in a single unfinished address is shown whole', () => {
    for (const piece of [')', '(', '.', '!)', '](', 'https://']) {
      const text = `https://example.org/${piece.repeat(Math.floor(65_000 / piece.length))}`
      assert.equal(shown(prose(text)).replace(/<[^>]*>/g, ''), text)
    }
  })

  test('a text is cut to an excerpt between words, within the length, and never inside a character', () => {
    assert.equal(excerpt('short   text\n here'), 'short text here')
    assert.equal(excerpt('one two three four', 12), 'one two…')
    assert.equal([...excerpt('陶'.repeat(500))].length, 221)
    assert.ok(excerpt('🎉'.repeat(500)).isWellFormed())
  })

  test('a time that ends on another day is shown with both days', () => {
    assert.equal(
      timeWords({ start: '2026-12-05T22:00:00-05:00', end: '2026-12-06T02:00:00-05:00' }),
      'Sat 5 December 2026, 22:00 – Sun 6 December 2026, 02:00',
    )
    assert.equal(
      timeWords({ start: '2028-02-29T09:05:00Z', end: '2028-02-29T10:00:00Z' }),
      'Tue 29 February 2028, 09:05–10:00',
    )
  })

  test('the frame of a page escapes its texts too', () => {
    const page = layout({
      title: '</title><script>',
      description: '"><script>',
      canonical: '"><script>',
      noindex: true,
      site: { id: 'events', baseUrl: 'http://events.test' },
      body: html`<h1>Hello</h1>`,
    })
    assert.ok(!page.includes('<script>'))
    assert.match(page, /<meta name="robots" content="noindex">/)
    assert.match(page, /^<!doctype html>\n<html lang="en" data-site="events">/)
  })

  test('a page has a Last-Modified date that is compared to the second', () => {
    const document = { hash: 'h', modifiedAt: Date.UTC(2026, 10, 21, 12, 0, 5) }
    assert.equal(isUnchanged({ 'if-modified-since': 'Sat, 21 Nov 2026 12:00:05 GMT' }, document), true)
    assert.equal(isUnchanged({ 'if-modified-since': 'Sat, 21 Nov 2026 12:00:04 GMT' }, document), false)
    assert.equal(isUnchanged({}, document), false)
  })
})
