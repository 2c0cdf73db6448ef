// GET /v1/posts: the order of series, points on the globe, wrong filters, and mine=true.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postStatuses } from '../../../src/contract/posts.ts'
import { audit } from '../../../src/store/audit/audit.ts'
import { eventBody } from '../../harness.ts'
import { onOnePublishingApp, onPublishingApps, type PublishingApp } from '../../http/pages/published.ts'

const hour = 3_600_000
const at = (day: string, from = '10:00', to = '12:00') => ({
  starts_at: `${day}T${from}:00Z`,
  ends_at: `${day}T${to}:00Z`,
})
const series = (...days: string[]) => ({
  starts_at: undefined,
  ends_at: undefined,
  occurrences: days.map(day => at(day)),
})
const place = (country: string, state: string, geonames_id: number, name: string) => ({
  location: { country, state, city: { geonames_id, name } },
})
const idsOf = (answer: { json: { items: { id: string }[] } }) => answer.json.items.map(item => item.id)
const list = async (app: PublishingApp, query: string) => {
  const answer = await app.call('GET', `/v1/posts?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return idsOf(answer)
}

onPublishingApps('a list of series, soonest first', start => {
  test('a list of series is sorted by the next occurrence that is not over, to the second, before and after the sweep', async () => {
    const app = await start()
    const weekly = await app.publish(series('2026-11-22', '2026-11-29', '2026-12-06'))
    const monday = await app.publish(at('2026-11-23'))
    const december = await app.publish(at('2026-12-01'))
    const soonest = () => list(app, 'order=soonest')
    assert.deepEqual(await soonest(), [weekly, monday, december])
    app.clock.advance(23 * hour)
    assert.deepEqual(await soonest(), [weekly, monday, december], 'while the first occurrence takes place')
    app.clock.advance(hour)
    assert.deepEqual(await soonest(), [monday, weekly, december], 'after the first occurrence')
    for (let day = 0; day < 8; day++) {
      app.clock.advance(24 * hour)
      await app.platform.act('sweep', { limit: 100 })
    }
    assert.deepEqual(await soonest(), [december, weekly])
    assert.deepEqual((await audit(app.platform.db, app.platform.dialect, app.clock.now())).breaches, [])
  })

  test('a list by a time window has posts with an occurrence that starts in it and is not over, sorted by that occurrence', async () => {
    const app = await start()
    const weekly = await app.publish(series('2026-11-22', '2026-11-29', '2026-12-06'))
    const single = await app.publish(at('2026-11-30'))
    const window = (from: string, to: string) => `starts_after=${from}T00:00:00Z&starts_before=${to}T00:00:00Z`
    assert.deepEqual(await list(app, `order=soonest&${window('2026-11-28', '2026-12-02')}`), [weekly, single])
    assert.deepEqual(await list(app, `order=soonest&${window('2026-11-30', '2026-12-10')}`), [single, weekly])
    assert.deepEqual(await list(app, window('2026-11-28', '2026-12-02')), [single, weekly])
    assert.deepEqual(await list(app, window('2026-11-23', '2026-11-29')), [], 'between two occurrences')
    assert.deepEqual(await list(app, 'starts_before=2026-11-23T00:00:00Z'), [weekly])
    app.clock.advance(25 * hour)
    assert.deepEqual(await list(app, 'starts_before=2026-11-23T00:00:00Z'), [], 'after the last occurrence')
  })

  test('a walk through a list stays consistent: a series whose occurrence ends during the walk comes once', async () => {
    const app = await start()
    const weekly = await app.publish(series('2026-11-22', '2026-11-29'))
    const rest = []
    for (const day of ['23', '24']) rest.push(await app.publish(at(`2026-11-${day}`)))
    app.clock.advance(23 * hour)
    const first = await app.call('GET', '/v1/posts?order=soonest&limit=2')
    const seen = idsOf(first)
    const etag = (await app.call('GET', '/v1/posts?order=soonest&limit=2')).headers.get('etag')
    app.clock.advance(30_000)
    const again = await app.call('GET', '/v1/posts?order=soonest&limit=2')
    assert.equal(again.headers.get('etag'), etag, 'the ETag stays the same until an occurrence ends')
    app.clock.advance(hour)
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    assert.equal(new URL(next).searchParams.get('order'), 'soonest')
    seen.push(...idsOf(await app.call('GET', new URL(next).pathname + new URL(next).search)))
    assert.deepEqual(seen, [weekly, ...rest])
  })

  test('an edited post moves to its new times in the list', async () => {
    const app = await start()
    const moved = await app.publish(at('2026-12-20'))
    const stays = await app.publish(at('2026-12-22'))
    const edit = await app.call('PATCH', `/v1/posts/${moved}`, {
      key: app.author.key,
      body: at('2026-12-24'),
    })
    assert.equal(edit.status, 200, edit.text)
    assert.deepEqual(await list(app, 'order=soonest'), [stays, moved])
    assert.deepEqual(await list(app, 'starts_before=2026-12-21T00:00:00Z'), [])
  })
})

onPublishingApps('a list near a point', start => {
  test('a list around a place is the list around its point, and posts near a point have their distance', async () => {
    const app = await start()
    const paris = await app.publish()
    const berlin = await app.publish(place('DE', 'DE-BE', 2950159, 'Berlin'))
    const found = async (query: string, path = '/v1/posts') => {
      const { status, json, text } = await app.call('GET', `${path}?${query}`)
      assert.equal(status, 200, text)
      return json.items.map(({ id, distance_km }: { id: string; distance_km?: number }) => [id, distance_km])
    }
    for (const path of ['/v1/posts', '/v1/search']) {
      assert.deepEqual(await found('near=place:2950159', path), [[berlin, 0]])
      assert.deepEqual(await found('near=place:2852458&within_km=100', path), [[berlin, 27.2]])
      assert.deepEqual(await found('near=48.8566,2.3522', path), [[paris, 0.4]])
      assert.deepEqual(await found('', path), [
        [berlin, undefined],
        [paris, undefined],
      ])
    }
    assert.deepEqual(await found('near=place:2950159&order=soonest'), [[berlin, 0]])
    assert.equal((await app.call('GET', `/v1/posts/${berlin}`)).json.distance_km, undefined)
    for (const none of ['place:1', 'place:9999999999', 'place:', 'place:x', 'Place:2950159']) {
      const { status, json } = await app.call('GET', `/v1/posts?near=${none}`)
      assert.equal(status, 400, none)
      assert.match(json.errors[0], /^\/near: got "[^"]*"; .*GET \/v1\/places/)
    }
  })
})

onOnePublishingApp('a list with filters', start => {
  test('a list by a point has posts within the distance, 50 km by default, and never posts without a city', async () => {
    const app = await start()
    const paris = await app.publish()
    const berlin = await app.publish(place('DE', 'DE-BE', 2950159, 'Berlin'))
    const suva = await app.publish(place('FJ', 'FJ-C', 2198148, 'Suva'))
    await app.publish({ location: { country: 'FR', state: 'FR-IDF' } })
    await app.publish({ location: undefined, online_url: 'https://example.org/live' })
    assert.deepEqual(await list(app, 'near=48.8,2.3'), [paris])
    assert.deepEqual(await list(app, 'near=48.4,2.3'), [])
    assert.deepEqual(await list(app, 'near=48.4,2.3&within_km=60'), [paris])
    assert.deepEqual(await list(app, 'near=52.5,13.4&within_km=500'), [berlin])
    assert.deepEqual(await list(app, 'near=-18.1,-179.9&within_km=200'), [suva], 'across 180°')
    assert.deepEqual(await list(app, 'near=52.5,13.4&country=FR'), [])
    assert.deepEqual(await list(app, 'near=52.5,13.4&order=soonest'), [berlin])
    assert.deepEqual(await list(app, 'near=90,0&within_km=500'), [])
  })

  test('a list is refused with every wrong point, distance and time at once', async () => {
    const app = await start()
    const faults = async (query: string) => {
      const { status, json } = await app.call('GET', `/v1/posts?${query}`)
      assert.equal(status, 400, query)
      return json.errors.join('\n') as string
    }
    assert.match(
      await faults('near=91,200'),
      /^\/near: got "91,200"; the latitude 91 .* and the longitude 200 lies outside -180 to 180/,
    )
    assert.match(await faults('near=Paris'), /^\/near: got "Paris"; it takes LAT,LON/)
    assert.match(await faults('near='), /^\/near: /)
    assert.match(await faults('near=1'), /^\/near: /)
    assert.match(await faults('near=1,2,3'), /^\/near: /)
    assert.match(await faults('within_km=5'), /^\/within_km: got 5 without near/)
    assert.match(await faults('near=1,2&within_km=0.5'), /^\/within_km: got 0.5; it takes at least 1/)
    assert.match(await faults('near=1,2&within_km=501'), /^\/within_km: got 501; it takes at most 500/)
    assert.match(await faults('near=1,2&within_km=far'), /^\/within_km: .*a number/)
    assert.match(
      await faults('starts_after=2026-12-31T23:59:60Z&near=x'),
      /\/near: [\s\S]*\/starts_after: .*seconds 00 to 59/,
    )
    assert.match(
      await faults('starts_after=2027-03-06T14:00:00+01:00'),
      /^\/starts_after: got "2027-03-06T14:00:00 01:00"; it takes a date and time with an offset, such as .*; in a URL the \+ of an offset is written %2B$/,
    )
    assert.match(
      await faults('city=Paris'),
      /^\/city: got "Paris", a name without a GeoNames id; did you mean city=2988507 /,
    )
    assert.match(await faults('near=1,2&within_km=Infinity'), /^\/within_km: got Infinity; it takes at most 500$/)
    assert.equal((await app.call('GET', '/v1/search?q=a&near=x')).status, 400)
  })

  test('a list by a state has the posts of its parts, and of its cities that were posted without a state', async () => {
    const app = await start()
    const london = { geonames_id: 2643743, name: 'London' }
    const whole = await app.publish({ location: { country: 'GB', state: 'GB-ENG' } })
    const part = await app.publish({ location: { country: 'GB', state: 'GB-LND' } })
    const city = await app.publish({ location: { country: 'GB', city: london } })
    await app.publish({ location: { country: 'GB' } })
    const all = [city, part, whole]
    assert.deepEqual(await list(app, 'state=GB-ENG'), all)
    assert.deepEqual(await list(app, 'state=GB-ENG&order=soonest'), [...all].reverse())
    assert.deepEqual(await list(app, 'state=GB-ENG&limit=50&city=2643743'), [city])
    assert.deepEqual(await list(app, 'state=GB-LND'), [part])
    assert.deepEqual(await list(app, 'state=GB-SCT'), [])
    const { json } = await app.call('GET', '/v1/search?state=GB-ENG')
    assert.deepEqual(
      json.items.map((post: { id: string }) => post.id),
      all,
    )
    assert.equal(json.items[0].location.state, undefined, 'the public location is as sent')
  })

  test('a list or search by an unknown country or state is refused instead of empty', async () => {
    const app = await start()
    const counted = async () => (await app.call('GET', '/v1/search?state=GB-LND')).json.usage.today
    const before = await counted()
    const faults: Record<string, RegExp> = {
      'country=UK': /^\/country: "UK" is no ISO 3166-1 alpha-2 country code; did you mean "GB"/,
      'state=US-XX': /^\/state: "US-XX" is no ISO 3166-2 subdivision of US/,
      'state=UK-LND': /^\/state: "UK-LND" is no ISO 3166-2 subdivision/,
      'country=FR&state=US-NY': /^\/state: "US-NY" lies in US, not in FR;/,
    }
    for (const [query, expected] of Object.entries(faults))
      for (const path of ['/v1/posts?', '/v1/search?q=a&']) {
        const { status, json } = await app.call('GET', path + query)
        assert.equal(status, 400, query)
        assert.match(json.errors.join(), expected)
      }
    assert.equal(await counted(), before + 1, 'a wrong search is not counted')
  })
})

onOnePublishingApp('mine=true', start => {
  test('a list with mine=true has the posts of the key in any status, newest first, page by page, except deleted posts', async () => {
    const app = await start()
    const { key } = await app.account({ balance: 100_000_000 })
    const other = await app.account({ balance: 10_000_000 })
    const submit = async (by: string) =>
      (await app.call('POST', '/v1/posts', { key: by, body: eventBody() })).json.id as string
    const [published, cancelled, deleted] = [await submit(key), await submit(key), await submit(key)]
    await app.call('POST', `/v1/posts/${cancelled}/cancel`, { key })
    await app.moderate()
    await app.call('DELETE', `/v1/posts/${deleted}`, { key })
    const queued = await submit(key)
    await submit(other.key)
    const mine = async (more = '', as = key) => app.call('GET', `/v1/posts?mine=true${more}`, { key: as })
    const all = await mine()
    assert.deepEqual(
      all.json.items.map((item: { id: string; status: string }) => [item.id, item.status]),
      [
        [queued, 'queued'],
        [cancelled, 'cancelled'],
        [published, 'published'],
      ],
    )
    assert.equal(all.headers.get('cache-control'), 'no-store')
    assert.ok(all.json.items[0].moderation.retry_after_seconds > 0)
    for (const item of all.json.items)
      assert.deepEqual(
        item,
        (await app.call('GET', `/v1/posts/${item.id}`, { key })).json,
        'each item equals the post as GET returns it to the key',
      )
    assert.deepEqual(idsOf(await mine('&status=cancelled')), [cancelled])
    for (const status of postStatuses) assert.equal((await mine(`&status=${status}`)).status, 200, status)
    assert.deepEqual(idsOf(await mine('&status=deleted')), [deleted])
    const first = await mine('&limit=2')
    assert.match(first.headers.get('link') ?? '', /mine=true&limit=2&cursor=[\w-]+>; rel="next"/)
    assert.deepEqual(idsOf(await mine(`&limit=2&cursor=${first.json.next_cursor}`)), [published])
    assert.equal((await mine('', other.key)).json.items.length, 1)
    const public_ = await app.call('GET', '/v1/posts?mine=false', { key })
    assert.ok(public_.json.items.every((item: object) => 'content_trust' in item))
  })

  test('a list with mine=true needs a key and refuses the filters of the public list; status is refused without it', async () => {
    const app = await start()
    const { key } = await app.account()
    const keyless = await app.call('GET', '/v1/posts?mine=true')
    assert.deepEqual([keyless.status, keyless.json.code], [401, 'unauthorized'])
    assert.match(keyless.headers.get('www-authenticate') ?? '', /^Bearer/)
    const refused = async (query: string, as?: string) =>
      (await app.call('GET', `/v1/posts?${query}`, as ? { key: as } : {})).json.errors
    assert.deepEqual(await refused('mine=true&topic=art&order=newest', key), [
      '/topic: does not go with mine=true, which takes status, limit and cursor',
      '/order: does not go with mine=true, which takes status, limit and cursor',
    ])
    assert.match((await refused('status=queued', key))[0], /^\/status: got "queued" without mine=true/)
    assert.match((await refused('mine=true&status=gone', key))[0], /^\/status: got "gone"; it takes one of .*"deleted"/)
    assert.match((await refused('mine=yes', key))[0], /^\/mine: /)
    const { json } = await app.call('GET', '/v1/posts?limit=1')
    assert.match((await refused(`mine=true&cursor=${json.next_cursor ?? 'x'}`, key))[0], /^\/cursor: /)
  })
})
