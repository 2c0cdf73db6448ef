// Independent readers read the feeds and calendars: feedsmith, ical.js, and a reader that knows zones only by their RRULEs.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseJsonFeed, parseRssFeed } from 'feedsmith'
import ICAL from 'ical.js'
import { offsetAt } from '../../../src/domain/times/zones.ts'
import { zoneBlock } from '../../../src/http/public/feeds/time-zones.ts'
import { erasedText } from '../../../src/store/posts/revisions.ts'
import { odd, onOnePublishingApp, presentOnePublishingApp } from '../pages/published.ts'
import { startsIn } from './outlook-reader.ts'

const hour = 3_600_000
const day = 24 * hour

type Entry = {
  uid: string
  summary: string
  description: string
  start: number
  zone: string
  sequence: number
  status: string
}

/** The entries of a calendar as ical.js reads them, with only the zones in the calendar. */
function entriesOf(text: string): Entry[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  ICAL.TimezoneService.reset()
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
  return calendar.getAllSubcomponents('vevent').map(component => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      summary: event.summary,
      description: event.description,
      start: event.startDate.toUnixTime() * 1000,
      zone: event.startDate.zone?.tzid ?? '',
      sequence: event.sequence,
      status: String(component.getFirstPropertyValue('status')),
    }
  })
}

presentOnePublishingApp('independent readers', app => {
  const get = async (path: string) => (await app().call('GET', path)).text

  test('independent readers read every title and text letter for letter, whatever they contain', async () => {
    const refused: string[] = []
    for (const [name, { title, body }] of Object.entries(odd)) {
      const { key } = app().author
      const sent = { ...eventWith(title, body), topics: ['odd'] }
      const answer = await app().call('POST', '/v1/posts', { key, body: sent })
      // Texts that fixed rules refuse are never public.
      if (answer.status !== 202) {
        refused.push(name)
        continue
      }
      await app().moderate()
      const id = answer.json.id as string
      const stored = (await app().call('GET', `/v1/posts/${id}`)).json
      const json = parseJsonFeed(await get('/topics/odd/index.json'))
      const ofJson = json.items?.find(item => item.id?.endsWith(id))
      assert.equal(ofJson?.title, stored.title, name)
      assert.ok(ofJson?.content_text?.endsWith(stored.body), name)
      const rss = parseRssFeed(await get('/topics/odd/feed.xml'))
      const ofRss = rss.items?.find(item => item.link?.endsWith(id))
      assert.equal(ofRss?.title, stored.title, name)
      assert.doesNotMatch(ofRss?.description ?? '', /<(?!\/?(p|br|a)[ >])/, name)
      for (const path of [`/p/${id}.ics`, '/topics/odd/calendar.ics']) {
        const entry = entriesOf(await get(path)).find(({ uid }) => uid.startsWith(id))
        assert.equal(entry?.summary, stored.title, name)
        assert.ok(entry?.description.startsWith(stored.body), name)
      }
    }
    assert.deepEqual(refused, [])
  })

  test('independent readers find the format and the addresses of each feed, its newest post first, and the credit line of each post', async () => {
    const older = await app().publish({ topics: ['order'] })
    app().clock.advance(2_000)
    const latest = await app().publish({ topics: ['order'] })
    const json = parseJsonFeed(await get('/topics/order/index.json'))
    assert.equal(json.title, 'Events about order')
    assert.deepEqual(
      json.items?.map(item => item.url?.slice(-22)),
      [latest, older],
    )
    const rss = parseRssFeed(await get('/topics/order/feed.xml'))
    assert.equal(rss.title, 'Events about order')
    assert.deepEqual(
      rss.items?.map(item => item.link?.slice(-22)),
      [latest, older],
    )
    assert.equal(rss.atom?.links?.find(link => link.rel === 'self')?.href, 'http://events.test/topics/order/feed.xml')
    for (const item of rss.items ?? []) assert.match(item.description ?? '', /CC BY 4\.0/)
  })

  test('independent readers read the right instant of an event before and after a change of clocks, from the rules of its zone alone', async () => {
    const series = (zone: string, times: string[]) => ({
      timezone: zone,
      starts_at: undefined,
      ends_at: undefined,
      location: undefined,
      online_url: 'https://example.org/x',
      occurrences: times.map(time => ({
        starts_at: time,
        ends_at: new Date(Date.parse(time) + hour).toISOString().replace('.000', ''),
      })),
      topics: ['clocks'],
    })
    const zones: [zone: string, times: string[]][] = [
      [
        'Europe/Paris',
        [
          '2027-03-27T19:00:00+01:00',
          '2027-03-28T19:00:00+02:00',
          '2027-10-30T19:00:00+02:00',
          '2027-10-31T19:00:00+01:00',
        ],
      ],
      [
        'America/New_York',
        [
          '2027-03-13T19:00:00-05:00',
          '2027-03-14T19:00:00-04:00',
          '2027-11-06T19:00:00-04:00',
          '2027-11-07T19:00:00-05:00',
        ],
      ],
      ['Australia/Lord_Howe', ['2027-04-03T19:00:00+11:00', '2027-04-04T19:00:00+10:30', '2027-10-03T19:00:00+11:00']],
      ['Europe/Dublin', ['2027-03-27T19:00:00+00:00', '2027-03-28T19:00:00+01:00']],
      ['Asia/Kolkata', ['2027-03-28T19:00:00+05:30', '2027-11-07T19:00:00+05:30']],
      // The zone has an exception in this year that no RRULE can express, so the time is in UTC.
      ['America/Santiago', ['2029-04-04T19:00:00-03:00']],
      ['UTC', ['2027-03-28T19:00:00Z', '2027-11-07T19:00:00Z']],
    ]
    for (const [zone, times] of zones) {
      const id = await app().publish(series(zone, times))
      for (const path of [`/p/${id}.ics`, '/topics/clocks/calendar.ics']) {
        const text = await get(path)
        const wanted = times.map(time => Date.parse(time))
        const mine = ([uid]: [string, number]) => uid.startsWith(id)
        const outlook = [...startsIn(text)].filter(mine).map(([, start]) => start)
        assert.deepEqual(outlook.sort(), wanted, `${zone} ${path}`)
        const entries = entriesOf(text).filter(({ uid }) => uid.startsWith(id))
        assert.deepEqual(entries.map(({ start }) => start).sort(), wanted, `${zone} ${path}`)
        const named = { UTC: 'Etc/UTC', 'America/Santiago': 'UTC' }[zone] ?? zone
        assert.deepEqual(new Set(entries.map(entry => entry.zone)), new Set([named]))
      }
    }
  })

  test('independent readers find the name of a calendar and how often to refresh it', async () => {
    const calendar = new ICAL.Component(ICAL.parse(await get('/topics/clocks/calendar.ics')))
    const value = (name: string) => String(calendar.getFirstPropertyValue(name))
    assert.deepEqual(
      [value('refresh-interval'), value('x-published-ttl'), value('name'), value('x-wr-calname'), value('version')],
      ['PT1H', 'PT1H', 'Events about clocks', 'Events about clocks', '2.0'],
    )
  })

  test('independent readers see a deleted event as cancelled for 30 days, with a higher SEQUENCE and without its text, then not at all', async () => {
    const id = await app().publish({ title: 'A watercolour evening nobody shall read of', topics: ['gone'] })
    const other = await app().publish({ topics: ['gone'] })
    const entry = async (path: string) => entriesOf(await get(path)).find(({ uid }) => uid.startsWith(id))
    const path = '/topics/gone/calendar.ics'
    const before = await entry(path)
    assert.equal(before?.status, 'CONFIRMED')
    await app().call('DELETE', `/v1/posts/${id}`, { key: app().author.key })
    const struck = await entry(path)
    assert.deepEqual(
      [struck?.status, struck?.uid, struck?.start, struck?.sequence],
      ['CANCELLED', before?.uid, before?.start, (before?.sequence ?? 0) + 1],
    )
    for (const calendar of [path, '/calendar.ics', '/in/FR/FR-IDF/2988507/calendar.ics']) {
      const text = await get(calendar)
      assert.ok(text.includes(id) && !text.includes('nobody shall read'), calendar)
    }
    assert.equal(await entry('/topics/clocks/calendar.ics'), undefined, 'calendars of other topics never had the event')
    app().clock.advance(30 * day - hour)
    assert.equal((await entry(path))?.status, 'CANCELLED')
    app().clock.advance(2 * hour)
    assert.equal(await entry(path), undefined)
    assert.ok((await get(path)).includes(other))
    await app().call('DELETE', `/v1/posts/${other}`, { key: app().author.key })
    assert.ok((await get(path)).includes(other))
    const { platform, databaseUrl } = app()
    const writing = platform.dialect.open(databaseUrl, 'write')
    await writing.db.updateTable('revisions').set(erasedText).where('post_id', '=', other).execute()
    await writing.close()
    app().clock.advance(2_000)
    assert.ok(!(await get(path)).includes(other), 'an erased text leaves no entry')
  })
})

onOnePublishingApp('the record of deleted posts', app => {
  test('the record of deleted posts has each deletion with its time, newest first, on pages, as JSON and as deleted entries, and no post that was never public', async () => {
    const { key } = app().author
    const gone: string[] = []
    for (let i = 0; i < 3; i++) {
      const id = await app().publish()
      app().clock.advance(1_000)
      await app().call('DELETE', `/v1/posts/${id}`, { key })
      gone.unshift(id)
    }
    const kept = await app().publish()
    const waiting = await app().call('POST', '/v1/posts', {
      key,
      body: eventWith('Never public', 'A watercolour evening that its author takes back before anybody has read it.'),
    })
    await app().call('DELETE', `/v1/posts/${waiting.json.id}`, { key })
    const { status, headers, json } = await app().call('GET', '/removed.json')
    assert.deepEqual([status, headers.get('content-type')], [200, 'application/json; charset=utf-8'])
    assert.deepEqual(
      json.items.map((item: { id: string }) => item.id),
      gone,
    )
    assert.deepEqual(json.items[0], {
      id: gone[0],
      url: `http://events.test/p/${gone[0]}`,
      removed_at: new Date(app().clock.now()).toISOString().replace('.000', ''),
    })
    const xml = await app().call('GET', '/removed.xml')
    assert.equal(xml.headers.get('content-type'), 'application/atom+xml; charset=utf-8')
    const refs = [...xml.text.matchAll(/<at:deleted-entry ref="http:\/\/events.test\/p\/(\w+)" when="[^"]+"\/>/g)]
    assert.deepEqual(
      refs.map(([, id]) => id),
      gone,
    )
    assert.ok(!json.items.some((item: { id: string }) => item.id === kept))
    for (const query of ['?after=1', '?topic=a']) {
      const answer = await app().call('GET', `/removed.json${query}`)
      assert.ok([400, 404].includes(answer.status), query)
    }
    const second = (await app().call('GET', `/removed.json?after=${Date.parse(json.items[1].removed_at)}.999999999`))
      .json
    assert.deepEqual(
      second.items.map((item: { id: string }) => item.id),
      gone.slice(1),
    )
  })
})

describe('the time zones of calendars', () => {
  test('the time zones of calendars have the offset of the zone for three years, except on days on which its rules have exceptions', () => {
    for (const zone of [
      'Europe/Paris',
      'America/New_York',
      'Australia/Lord_Howe',
      'Pacific/Chatham',
      'America/Los_Angeles',
      'Asia/Kathmandu',
    ]) {
      const block = zoneBlock(zone)
      assert.ok(block, zone)
      for (let at = Date.UTC(2026, 10, 21); at < Date.UTC(2029, 11, 1); at += 7 * hour)
        assert.equal(block.offsetAt(at), offsetAt(zone, at), `${zone} ${new Date(at).toISOString()}`)
    }
    assert.equal(zoneBlock('Nowhere/Atall'), null)
  })
})

function eventWith(title: string, body: string) {
  return {
    title,
    body,
    timezone: 'Europe/Paris',
    starts_at: '2027-03-06T14:00:00+01:00',
    ends_at: '2027-03-06T16:00:00+01:00',
    location: { country: 'FR' },
    topics: ['art'],
  }
}
