// The feeds and the JSON of a post: required members of their formats, hostile text, paging, and missing posts.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { postCalendar } from '../../../src/http/public/feeds/calendar.ts'
import { rssFeed } from '../../../src/http/public/feeds/rss-feed.ts'
import type { ShownPost } from '../../../src/http/public/kit/post-words.ts'
import { eventBody } from '../../harness.ts'
import { hostile, presentOnePublishingApp } from '../pages/published.ts'

const elements = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, text]) => unescaped(text!))

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/**
 * Checks that a document is well-formed XML: tags closed in order, attributes quoted, no bare & or <, no character outside XML.
 */
function assertWellFormed(xml: string): void {
  assert.ok(xml.isWellFormed(), 'has a lone surrogate')
  assert.doesNotMatch(xml, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
  assert.doesNotMatch(xml, /&(?!(?:amp|lt|gt|quot|#39);)/, 'has a bare ampersand')
  assert.ok(!xml.includes(']]>'))
  const [, root] = /^<\?xml version="1\.0" encoding="utf-8"\?>\n(.*)\n$/s.exec(xml) ?? []
  assert.ok(root, 'begins without the declaration')
  const tag = /<(\/?)([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>/y
  const open: string[] = []
  for (let at = 0; at < root.length; ) {
    if (root[at] !== '<') {
      at = root.indexOf('<', at)
      assert.ok(at > 0 && open.length > 0, 'has text outside the root')
      continue
    }
    tag.lastIndex = at
    const match = tag.exec(root)
    assert.ok(match, `has no tag at: ${root.slice(at, at + 60)}`)
    const [, closing, name, , selfClosing] = match
    if (closing) assert.equal(name, open.pop())
    else if (!selfClosing) open.push(name!)
    at = tag.lastIndex
  }
  assert.deepEqual(open, [])
}

/** The entries of a calendar by property, after checking each line and the nesting against RFC 5545. */
function entries(text: string): Record<string, string>[] {
  assert.ok(text.endsWith('END:VCALENDAR\r\n') && !/[^\r]\n/.test(text), 'lines end with CRLF')
  for (const line of text.split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75, `longer than 75 octets: ${line}`)
  const lines = text
    .replaceAll(/\r\n[ \t]/g, '')
    .trimEnd()
    .split('\r\n')
  assert.deepEqual(lines.slice(0, 2), ['BEGIN:VCALENDAR', 'VERSION:2.0'])
  const found: Record<string, string>[] = []
  for (const line of lines) {
    const [, name, value] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? []
    assert.ok(name !== undefined && value !== undefined, `is no content line: ${line}`)
    if (line === 'BEGIN:VEVENT') found.push({})
    else if (found.length > 0) Object.assign(found.at(-1)!, { [name]: value })
  }
  for (const entry of found)
    for (const name of ['UID', 'DTSTAMP', 'DTSTART', 'DTEND', 'SEQUENCE', 'STATUS']) assert.ok(entry[name], name)
  assert.equal(new Set(found.map(entry => entry.UID)).size, found.length, 'each UID occurs once')
  return found
}

presentOnePublishingApp('the JSON feed', app => {
  test('the JSON feed has every member that JSON Feed 1.1 requires, and the facts of each event', async () => {
    const body = 'What happens there is painting with water and colour, and there is enough of both for everybody.'
    const id = await app().publish({ title: 'Watercolour', body })
    const { status, headers, json } = await app().call('GET', '/index.json')
    assert.deepEqual([status, headers.get('content-type')], [200, 'application/feed+json; charset=utf-8'])
    assert.equal(json.version, 'https://jsonfeed.org/version/1.1')
    assert.equal(json.title, 'Events')
    assert.equal(json.home_page_url, 'http://events.test/')
    assert.equal(json.feed_url, 'http://events.test/index.json')
    const item = json.items.find((one: { url: string }) => one.url.endsWith(id))
    assert.equal(item.id, `http://events.test/p/${id}`)
    assert.equal(item.url, item.id)
    assert.equal(item.title, 'Watercolour')
    assert.equal(
      item.content_text,
      `Sat 6 March 2027, 14:00–16:00 (Europe/Paris)\nParis, Île-de-France, France\n\n${body}`,
    )
    assert.equal(item.date_published, '2026-11-21T12:00:00Z')
    const { handle } = app().author
    assert.deepEqual(item.authors, [{ name: `@${handle}`, url: `http://events.test/by/${handle}/` }])
    assert.deepEqual(item.tags, ['art', 'workshops'])
    assert.equal(item._handbill.starts_at, '2027-03-06T14:00:00+01:00')
    assert.equal(item._handbill.content_trust, 'untrusted-user-content')
    assert.match(item._handbill.attribution, /CC BY 4\.0/)
    assert.ok(!('body' in item._handbill) && !('title' in item._handbill))
  })

  test('the JSON feed has hostile text letter for letter, as plain text', async () => {
    const id = await app().publish(hostile)
    const stored = (await app().call('GET', `/v1/posts/${id}`)).json
    const { json } = await app().call('GET', '/index.json')
    const item = json.items.find((one: { url: string }) => one.url.endsWith(id))
    assert.equal(item.title, stored.title)
    assert.ok(item.content_text.endsWith(`\n\n${stored.body}`))
    assert.ok(!('content_html' in item))
  })

  test('the JSON feed is newest first, and next_url leads to every event once; order=soonest sorts by the next date', async () => {
    for (let i = 0; i < 52; i++)
      await app().call('POST', '/v1/posts', {
        key: app().author.key,
        body: eventBody({
          starts_at: `2027-01-${1 + (i % 28)}T10:00:00Z`.replace(/-(\d)T/, '-0$1T'),
          ends_at: '2027-02-06T16:00:00Z',
        }),
      })
    await app().moderate()
    const latest = await app().publish({ starts_at: '2027-01-05T10:00:00Z', ends_at: '2027-01-05T12:00:00Z' })
    type Item = { id: string; _handbill: { id: string; starts_at: string } }
    const walk = async (query: string) => {
      const items: Item[] = []
      for (let url: string | undefined = `/index.json${query}`; url; ) {
        const { json }: { json: { items: Item[]; feed_url: string; next_url?: string } } = await app().call('GET', url)
        assert.equal(json.feed_url, `http://events.test/index.json${query}`)
        items.push(...json.items)
        url = json.next_url?.replace('http://events.test', '')
      }
      assert.equal(new Set(items.map(item => item.id)).size, items.length)
      return items
    }
    const listed: string[] = []
    for (let cursor = ''; listed.length === 0 || cursor; ) {
      const { json } = await app().call('GET', `/v1/posts?limit=50${cursor && `&cursor=${cursor}`}`)
      listed.push(...json.items.map((post: { id: string }) => post.id))
      cursor = json.next_cursor ?? ''
    }
    const newest = (await walk('')).map(item => item._handbill.id)
    assert.ok(newest.length > 52)
    assert.equal(newest[0], latest, 'the first page has the newest event')
    assert.deepEqual(newest, listed)

    const soonest = await walk('?order=soonest')
    assert.equal(soonest.length, newest.length)
    const starts = soonest.map(item => Date.parse(item._handbill.starts_at))
    assert.deepEqual(
      starts,
      [...starts].sort((a, b) => a - b),
    )
  })
})

presentOnePublishingApp('the parameters of feeds, calendar and pages', app => {
  const feeds = ['/index.json', '/feed.xml', '/calendar.ics']

  test('topic and place filter every feed and the calendar, and each feed has its own address', async () => {
    const berlin = await app().publish({
      topics: ['music'],
      location: { country: 'DE', state: 'DE-BE', city: { geonames_id: 2950159, name: 'Berlin' } },
    })
    const paris = await app().publish({ topics: ['art'] })
    const matching: [query: string, there: string, elsewhere: string][] = [
      ['topic=music', berlin, paris],
      ['country=FR', paris, berlin],
      ['state=DE-BE', berlin, paris],
      ['country=FR&city=2988507', paris, berlin],
      ['topic=music&country=DE&state=DE-BE&city=2950159', berlin, paris],
    ]
    for (const [query, there, elsewhere] of matching)
      for (const path of feeds) {
        const { status, text } = await app().call('GET', `${path}?${query}`)
        assert.deepEqual(
          [status, text.includes(there), text.includes(elsewhere)],
          [200, true, false],
          `${path}?${query}`,
        )
      }
    const { json } = await app().call('GET', '/index.json?country=FR&topic=art')
    assert.equal(json.feed_url, 'http://events.test/index.json?topic=art&country=FR')
    assert.match(
      (await app().call('GET', '/feed.xml?country=FR&topic=art')).text,
      /\/feed\.xml\?topic=art&amp;country=FR"/,
    )
    const none = await app().call('GET', '/index.json?topic=music&country=FR')
    assert.deepEqual([none.status, none.json.items], [200, []])
  })

  test('the next_url of a filtered feed keeps its parameters', async () => {
    for (let i = 0; i < 51; i++)
      await app().call('POST', '/v1/posts', { key: app().author.key, body: eventBody({ topics: ['dance'] }) })
    await app().publish({ topics: ['chess'] })
    const first = (await app().call('GET', '/index.json?topic=dance')).json
    assert.match(first.next_url, /\/index\.json\?topic=dance&after=/)
    const second = (await app().call('GET', first.next_url.replace('http://events.test', ''))).json
    assert.deepEqual([first.items.length, second.items.length, second.next_url], [50, 1, undefined])
  })

  test('a wrong parameter of a feed is never ignored, but gets 400 with what would be right', async () => {
    const asked: [query: string, fault: RegExp, paths?: string[]][] = [
      ['topics=art', /^\/topics: .*did you mean "topic"/],
      ['q=art', /^\/q: is no parameter here/],
      ['near=52.5,13.4', /^\/near: /],
      ['order=latest', /^\/order: /],
      ['order=soonest', /^\/order: is no parameter here/, ['/calendar.ics']],
      ['after=0.1', /^\/after: /, ['/calendar.ics']],
      ['country=XX', /^\/country: .*ISO 3166-1/],
      ['country=fr', /^\/country: /],
      ['state=FR-ZZZ', /^\/state: .*ISO 3166-2/],
      ['country=FR&state=DE-BE', /^\/state: .*lies in DE/],
      ['city=Paris', /^\/city: /],
      ['topic=a&topic=b', /^\/topic: /],
      ['topic=Art%20', /^\/topic: /],
    ]
    for (const [query, fault, paths = feeds] of asked)
      for (const path of paths) {
        const { status, json } = await app().call('GET', `${path}?${query}`)
        assert.deepEqual([status, json.code], [400, 'invalid'], `${path}?${query}`)
        assert.match(json.errors[0], fault, path)
      }
  })

  test('a wrong parameter of a page is named and escaped in the 400 page', async () => {
    for (const query of ['subject=art', 'aftr=0.1', '%3Cscript%3Ealert(1)%3C/script%3E=1']) {
      const { status, headers, text } = await app().call('GET', `/?${query}`)
      assert.deepEqual([status, headers.get('content-type')], [400, 'text/html; charset=utf-8'], query)
      assert.match(text, /is no parameter here; (did you mean|it takes) (&quot;)?(after|topic)/)
      assert.ok(!text.includes('<script'), query)
    }
  })
})

presentOnePublishingApp('the RSS feed', app => {
  test('the RSS feed is well-formed RSS 2.0 with title, link and description of the channel and a permanent guid of each item', async () => {
    const id = await app().publish({ title: 'Watercolour & more' })
    const { status, headers, text } = await app().call('GET', '/feed.xml')
    assert.deepEqual([status, headers.get('content-type')], [200, 'application/rss+xml; charset=utf-8'])
    assertWellFormed(text)
    assert.match(text, /<rss version="2\.0"/)
    assert.equal(elements(text, 'title')[0], 'Events')
    assert.equal(elements(text, 'link')[0], 'http://events.test/')
    assert.ok(elements(text, 'description')[0])
    assert.ok(elements(text, 'title').includes('Watercolour & more'))
    assert.ok(elements(text, 'link').includes(`http://events.test/p/${id}`))
    assert.match(text, new RegExp(`<guid isPermaLink="true">http://events.test/p/${id}</guid>`))
    assert.deepEqual(elements(text, 'pubDate'), ['Sat, 21 Nov 2026 12:00:00 GMT'])
    assert.deepEqual(elements(text, 'category'), ['art', 'workshops'])
    assert.deepEqual(elements(text, 'dc:creator'), [`@${app().author.handle}`])
    assert.match(
      elements(text, 'description').at(-1)!,
      /<p>Sat 6 March 2027, 14:00–16:00 \(Europe\/Paris\)<\/p><p>Paris, /,
    )
    assert.match(text, /<atom:link href="http:\/\/events\.test\/feed\.xml" rel="self"/)
  })

  test('the RSS feed has no text that breaks out of its element, and escapes markup in descriptions', async () => {
    const id = await app().publish(hostile)
    const { text } = await app().call('GET', '/feed.xml')
    assertWellFormed(text)
    assert.ok(!/<script|<img|<!/i.test(text))
    const stored = (await app().call('GET', `/v1/posts/${id}`)).json
    assert.ok(elements(text, 'title').includes(stored.title))
    const description = elements(text, 'description').find(one => one.includes(id))!
    assert.ok(!/<(?!\/?(p|br|a)[ >])/.test(description), description)
    for (const [, href] of description.matchAll(/href="([^"]*)"/g)) assert.match(href!, /^https?:/)
  })
})

describe('the RSS document', () => {
  test('the RSS feed drops characters outside XML, and is well-formed without an event', async () => {
    const site = { id: 'events', baseUrl: 'http://events.test' } as const
    const post: ShownPost = {
      id: 'p_0',
      url: 'http://events.test/p/p_0',
      published_at: '2026-11-21T12:00:00Z',
      author: { handle: 'x' },
      topics: ['x'],
      expires_at: null,
      license: { id: 'CC-BY-4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
      attribution: 'x',
      risk_flags: [],
      starts_at: '2027-03-06T14:00:00+01:00',
      ends_at: '2027-03-06T16:00:00+01:00',
      timezone: 'Europe/Paris',
      title: 'a\u0000b\u000bc\ufffed\ud83d',
      body: 'e\u0007f\uffffg\udc00 &#0; <![CDATA[ ]]>',
    }
    const feed = { title: 'x', home: site.baseUrl, self: `${site.baseUrl}/feed.xml`, next: null, posts: [] }
    const full = { ...feed, posts: [post], next: `${site.baseUrl}/feed.xml?after=1.1` }
    const xml = await rssFeed(site, full, { now: 0, hub: null })
    assertWellFormed(xml)
    assert.ok(elements(xml, 'title').includes('abcd\ufffd'))
    assert.match(xml, /rel="next"/)
    assertWellFormed(await rssFeed(site, feed, { now: 0, hub: null }))
  })
})

presentOnePublishingApp('the JSON of a post', app => {
  test('the JSON of a post is the public post, byte for byte as the API answers it', async () => {
    const id = await app().publish()
    const { status, headers, text } = await app().call('GET', `/p/${id}.json`)
    assert.deepEqual([status, headers.get('content-type')], [200, 'application/json; charset=utf-8'])
    assert.equal(text, (await app().call('GET', `/v1/posts/${id}`)).text)
  })

  test('the JSON of a missing post is a problem: 404 if the post was never public, 410 if it was', async () => {
    const id = await app().publish()
    const there = await app().publish()
    assert.equal((await app().call('GET', `/p/${there}.ics`)).status, 200)
    const waiting = await app().call('POST', '/v1/posts', { key: app().author.key, body: eventBody() })
    await app().call('DELETE', `/v1/posts/${id}`, { key: app().author.key })
    const expected: [path: string, status: number, code: string][] = [
      ['/p/p_00000000000000000000.json', 404, 'not_found'],
      [`/p/${waiting.json.id}.json`, 404, 'not_found'],
      [`/p/${id}.json`, 410, 'gone'],
      [`/p/${there}%20ics.json`, 404, 'not_found'],
      ['/index.json?after=x', 404, 'not_found'],
      ['/feed.xml?after=1.1.1', 404, 'not_found'],
    ]
    for (const [path, status, code] of expected) {
      const answer = await app().call('GET', path)
      assert.deepEqual(
        [answer.status, answer.headers.get('content-type'), answer.json.code],
        [status, 'application/problem+json', code],
        path,
      )
    }
  })
})

presentOnePublishingApp('the calendar', app => {
  test('the calendar has the location of an event: the place, the online URL, or both', async () => {
    const online_url = 'https://example.org/live'
    const location = async (change: Record<string, unknown>) => {
      const { text } = await app().call('GET', `/p/${await app().publish(change)}.ics`)
      return /^LOCATION:(.*)$/m.exec(text.replaceAll('\r\n ', ''))?.[1]?.trim()
    }
    assert.equal(await location({}), 'Paris\\, Île-de-France\\, France')
    assert.equal(await location({ location: undefined, online_url }), online_url)
    assert.equal(await location({ online_url }), `Paris\\, Île-de-France\\, France · ${online_url}`)
  })

  const series = (...days: string[]) => ({
    starts_at: undefined,
    ends_at: undefined,
    occurrences: days.map(day => ({ starts_at: `${day}T14:00:00+01:00`, ends_at: `${day}T16:00:00+01:00` })),
  })
  const edit = async (id: string, body: Record<string, unknown>) => {
    const answer = await app().call('PATCH', `/v1/posts/${id}`, { key: app().author.key, body })
    assert.equal(answer.status, 'title' in body ? 202 : 200, answer.text)
    await app().moderate()
  }
  const entriesOf = async (path: string) => entries((await app().call('GET', path)).text)
  const uids = async (id: string) =>
    Object.fromEntries((await entriesOf(`/p/${id}.ics`)).map(entry => [entry.DTSTART!.slice(4, 8), entry.UID]))

  test('an occurrence keeps its UID when it moves, when others are added or removed, and when one date becomes a series', async () => {
    const id = await app().publish(series('2027-01-09', '2027-01-16', '2027-01-23'))
    const [a, b, c] = [`${id}@events.test`, `${id}-1@events.test`, `${id}-2@events.test`]
    assert.deepEqual(await uids(id), { '0109': a, '0116': b, '0123': c })
    await edit(id, { occurrences: series('2027-01-09', '2027-01-17', '2027-01-23').occurrences })
    assert.deepEqual(await uids(id), { '0109': a, '0117': b, '0123': c }, 'one occurrence was moved')
    await edit(id, { event_status: 'cancelled' })
    await edit(id, { event_status: 'scheduled' })
    await edit(id, { occurrences: series('2027-01-02', '2027-01-09', '2027-01-23').occurrences })
    assert.deepEqual(await uids(id), { '0102': b, '0109': a, '0123': c }, 'one occurrence was moved before the others')
    await edit(id, { occurrences: series('2027-01-02', '2027-01-09').occurrences, confirm_removals: 1 })
    await edit(id, { occurrences: series('2027-01-02', '2027-01-09', '2027-01-30').occurrences })
    assert.deepEqual(
      await uids(id),
      { '0102': b, '0109': a, '0130': `${id}-3@events.test` },
      'the number of a removed occurrence is not used again',
    )
    const single = await app().publish()
    await edit(single, { occurrences: series('2027-03-06', '2027-03-13').occurrences })
    assert.deepEqual(await uids(single), { '0306': `${single}@events.test`, '0313': `${single}-1@events.test` })
    assert.ok((await entriesOf('/calendar.ics')).some(entry => entry.UID === `${id}-3@events.test`))
  })

  test('every change increases the SEQUENCE in the calendar, even within one second', async () => {
    const id = await app().publish()
    const sequences: number[] = []
    const look = async () => {
      for (const path of [`/p/${id}.ics`, '/calendar.ics']) {
        const entry = (await entriesOf(path)).find(({ UID }) => UID === `${id}@events.test`)!
        sequences.push(Number(entry.SEQUENCE))
      }
    }
    await look()
    for (const event_status of ['cancelled', 'scheduled', 'cancelled']) {
      await edit(id, { event_status })
      await look()
    }
    assert.equal((await entriesOf(`/p/${id}.ics`))[0]!.STATUS, 'CANCELLED')
    await edit(id, { title: 'Watercolour that was called off' })
    await look()
    assert.deepEqual(sequences, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
  })

  test('only the moved occurrences of a series are marked as rescheduled, each with its former start, in the data block too', async () => {
    const id = await app().publish(series('2027-02-06', '2027-02-13', '2027-02-20'))
    await edit(id, { occurrences: series('2027-02-06', '2027-02-14', '2027-02-20').occurrences })
    await edit(id, { occurrences: series('2027-02-06', '2027-02-14', '2027-02-21').occurrences })
    const summaries = (await entriesOf(`/p/${id}.ics`)).map(({ SUMMARY }) => /^Rescheduled: /.test(SUMMARY!))
    assert.deepEqual(summaries, [false, true, true])
    const page = (await app().call('GET', `/p/${id}`)).text
    const event = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)![1]!)
    assert.deepEqual(
      event.subEvent.map((one: Record<string, string>) => [one.startDate, one.previousStartDate, one.eventStatus]),
      [
        ['2027-02-06T14:00:00+01:00', undefined, 'https://schema.org/EventScheduled'],
        ['2027-02-14T14:00:00+01:00', '2027-02-13T14:00:00+01:00', 'https://schema.org/EventRescheduled'],
        ['2027-02-21T14:00:00+01:00', '2027-02-20T14:00:00+01:00', 'https://schema.org/EventRescheduled'],
      ],
    )
  })

  test('only the cancelled evening of a series is CANCELLED in the calendar', async () => {
    const { text } = await app().call('GET', `/p/${await app().publish(series('2027-02-06', '2027-02-13'))}.json`)
    const post = JSON.parse(text)
    post.occurrences[1].status = 'cancelled'
    const site = { id: 'events', baseUrl: 'http://events.test' } as const
    const made = entries(postCalendar(site, 'Events', { json: JSON.stringify(post), version: 2, event: null }))
    assert.deepEqual(
      made.map(({ STATUS, SEQUENCE }) => [STATUS, SEQUENCE]),
      [
        ['CONFIRMED', '1'],
        ['CANCELLED', '1'],
      ],
    )
  })
})
