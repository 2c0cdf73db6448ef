// What readers meet on the page of a post and on the way to it: dates that are over, maps, warnings, places by name.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { SiteId } from '../../../src/contract/sites/site-ids.ts'
import { hostOf } from '../../harness.ts'
import { presentPublishingSites } from './published.ts'

const berlin = { country: 'DE', state: 'DE-BE', city: { geonames_id: 2950159, name: 'Berlin' } }
const dayMs = 86_400_000

presentPublishingSites('pages for readers', app => {
  const get = (path: string, site: SiteId = 'events') => app().call('GET', path, { host: hostOf(site) })
  const data = (text: string) => JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)![1]!)
  const dates = (days: readonly number[]) =>
    days.map(day => ({
      starts_at: `2026-12-0${day}T18:00:00+01:00`,
      ends_at: `2026-12-0${day}T20:00:00+01:00`,
    }))
  const seriesOf = (days: readonly number[]) => ({
    ...{ timezone: 'Europe/Berlin', location: berlin, starts_at: undefined, ends_at: undefined },
    occurrences: dates(days),
  })
  let [series, venue, hall, cancelled] = ['', '', '', '']
  before(async () => {
    series = await app().publish('events', { title: 'Chess on some days', ...seriesOf([1, 2, 8]) })
    const street = { name: 'Haus am Kai', street: 'Uferweg 4', postal_code: '10115' }
    venue = await app().publish('events', { location: berlin, venue: street })
    hall = await app().publish('events', { location: berlin, venue: { name: 'Alte Halle' } })
    cancelled = await app().publish('events', { title: 'The choir sings' })
    const change = { host: hostOf('events'), key: app().author.key, body: { event_status: 'cancelled' } }
    assert.equal((await app().call('PATCH', `/v1/posts/${cancelled}`, change)).status, 200)
  })

  test('the map of an event leads to its street, or to its venue, and data give no point of a venue that is not known', async () => {
    const mapOf = async (id: string) => {
      const { text } = await get(`/p/${id}`)
      const [, href, name] = /<a class="plain" href="(https:\/\/www\.openstreetmap\.org[^"]*)"[^>]*>([^<]*)</.exec(
        text,
      )!
      const url = new URL(href!.replaceAll('&amp;', '&'))
      return [url.searchParams.get('query') ?? url.hash, name]
    }
    assert.deepEqual(await mapOf(venue), ['Uferweg 4, 10115, Berlin, Germany', 'Haus am Kai on OpenStreetMap'])
    assert.deepEqual(await mapOf(hall), ['Alte Halle, Berlin, Germany', 'Alte Halle on OpenStreetMap'])
    assert.deepEqual(await mapOf(series), ['#map=13/52.52437/13.41053', 'Berlin on OpenStreetMap'])
    assert.equal(data((await get(`/p/${venue}`)).text).location.geo, undefined)
    assert.ok(data((await get(`/p/${series}`)).text).location.geo)
  })

  test('one date of a series goes to a calendar under the name that it has in the whole series, or to a calendar on the web', async () => {
    const { text } = await get(`/p/${series}`)
    const links = [...text.matchAll(/<a class="alone" href="([^"]*)"/g)].map(([, href]) =>
      href!.replaceAll('&amp;', '&'),
    )
    assert.equal(links.length, 3)
    const uids = (calendar: string) => [...calendar.matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid)
    const all = uids((await get(`/p/${series}.ics`)).text)
    for (const [i, link] of links.entries()) {
      const one = await get(link)
      assert.deepEqual([uids(one.text), one.headers.get('content-type')], [[all[i]], 'text/calendar; charset=utf-8'])
    }
    assert.equal((await get(`/p/${series}.ics?date=2026-12-03T18:00:00%2B01:00`)).status, 404)
    assert.equal((await get(`/p/${series}.ics?date=never`)).status, 400)
    const urls = [...text.matchAll(/<p class="others">.*<\/p>/g)][0]![0].replaceAll('&amp;', '&')
    const google = new URL(/https:\/\/calendar\.google\.com[^"]*/.exec(urls)![0])
    assert.deepEqual(
      [google.searchParams.get('text'), google.searchParams.get('dates')],
      ['Chess on some days', '20261201T170000Z/20261201T190000Z'],
    )
    const outlook = new URL(/https:\/\/outlook\.live\.com[^"]*/.exec(urls)![0])
    assert.equal(outlook.searchParams.get('startdt'), '2026-12-01T17:00:00.000Z')
    assert.doesNotMatch((await get(`/p/${cancelled}`)).text, /google/)
  })

  test('cards name the author and the month in which the account began, and the page of an author leads to the other sites', async () => {
    const { handle } = app().author
    const line = `<p class="by"><span class="p-author h-card"><a href="/by/${handle}/" rel="author"><bdi>@${handle}</bdi></a></span>, here since November 2026</p>`
    for (const path of ['/', '/near/2950159/', '/search?q=chess'])
      assert.ok((await get(path)).text.includes(line), path)
    const message = await app().publish('messages', { text: 'The bridge over the river is open again to everybody.' })
    const page = (await get(`/de/by/${handle}/`)).text
    assert.match(page, /<p class="lede">Hier seit November 2026\.<\/p>/)
    assert.ok(page.includes(`<h2>Auch von <bdi>@${handle}</bdi></h2>`) && !page.includes('class="by"'))
    const [, elsewhere, posts] =
      /<a href="(http:\/\/messages\.test\/[^"]*)"><bdi>[^<]*<\/bdi><\/a> <span>(\d+)<\/span>/.exec(page)!
    assert.deepEqual([elsewhere, posts], [`http://messages.test/de/by/${handle}/`, '1'])
    assert.ok((await get(elsewhere!.replace('http://messages.test', ''), 'messages')).text.includes(message))
    assert.ok(!page.includes('http://stories.test/de/by/'), 'a site without posts of the author is not named')
  })

  test('a cancelled event is not offered to calendars first', async () => {
    assert.match((await get(`/p/${cancelled}`)).text, /<a class="plain" href="\/p\/[^"]*\.ics"/)
    assert.match((await get(`/p/${series}`)).text, /<a href="\/p\/[^"]*\.ics"/)
  })

  test('a story that names an amount of money is not warned of, a message is', async () => {
    const story = await app().publish('stories', {
      title: 'Two euros',
      body: `She paid two euros. ${'The tram came and went and nobody looked up from the window. '.repeat(20)}`,
    })
    const message = await app().publish('messages', { text: 'Entry is 5 euros at the door of the old library.' })
    for (const [site, id, told] of [
      ['stories', story, false],
      ['messages', message, true],
    ] as const) {
      assert.deepEqual((await get(`/p/${id}.json`, site)).json.risk_flags, ['mentions_payment'])
      assert.equal((await get(`/p/${id}`, site)).text.includes('mentions payment'), told, site)
    }
    assert.match(
      (await get('/', 'messages')).text,
      /<time class="dt-published" datetime="[^"]*">21 November 2026 at 12:00 UTC<\/time>/,
    )
  })

  test('a place that is looked for by name comes with its posts, those with posts first', async () => {
    const placesOf = async (q: string) => {
      const { text } = await get(`/in/?q=${q}`)
      const [, section = ''] = /<section aria-labelledby="found">(.*?)<\/section>/s.exec(text) ?? []
      const found = section.matchAll(/<li><a href="(\/in\/[^"]*)"><bdi>[^<]*<\/bdi><\/a> <span>(\d+)<\/span>/g)
      return [...found].map(([, path, posts]) => `${path} ${posts}`)
    }
    const places = await placesOf('Berlin')
    assert.deepEqual(places.slice(0, 2), ['/in/DE/DE-BE/ 3', '/in/DE/DE-BE/2950159/ 3'])
    assert.ok(places.length > 2 && places.slice(2).every(place => place.endsWith(' 0')), places.join())
    const alabama = { country: 'US', state: 'US-AL', city: { geonames_id: 4049979, name: 'Birmingham' } }
    await app().publish('events', { location: alabama })
    assert.equal((await placesOf('Birmingham'))[0], '/in/US/US-AL/4049979/ 1', 'before the larger city in England')
  })

  test('English groups the digits of rupees as India does', async () => {
    const price = { amount: 1_250_000, currency: 'INR' }
    const id = await app().publish('classifieds', { price })
    assert.match((await get(`/p/${id}`, 'classifieds')).text, /₹12,50,000/)
    assert.match((await get(`/de/p/${id}`, 'classifieds')).text, /1\.250\.000\u00a0₹/)
  })

  // Last: it moves the clock.
  test('dates of a series that are over are folded up, until all are over', async () => {
    const shown = async () => {
      const [, when = ''] = /<dt>When<\/dt><dd>(.*?)<\/dd>/s.exec((await get(`/p/${series}`)).text)!
      const [, folded = ''] = /<details><summary>([^<]*)<\/summary>.*?<\/details>/s.exec(when) ?? []
      return [folded, [...when.replace(/<details>.*?<\/details>/s, '').matchAll(/<li/g)].length]
    }
    assert.deepEqual(await shown(), ['', 3])
    app().clock.advance(12 * dayMs)
    assert.deepEqual(await shown(), ['2 past dates', 1])
    app().clock.advance(7 * dayMs)
    assert.deepEqual(await shown(), ['', 3])
  })
})
