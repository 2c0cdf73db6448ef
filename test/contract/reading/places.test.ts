// GET /v1/places, and the answers to a wrong place, which have the correct location to send.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventBody, type TestApp, withEveryPlace } from '../../harness.ts'

type Found = { location: any; label: string; population: number; timezone: string }

const berlin = { country: 'DE', state: 'DE-BE', city: { geonames_id: 2950159, name: 'Berlin' } }
const munich = { country: 'DE', state: 'DE-BY', city: { geonames_id: 2867714, name: 'Munich' } }

async function find(app: TestApp, query: Record<string, string>): Promise<Found[]> {
  const answer = await app.call('GET', `/v1/places?${new URLSearchParams(query)}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.items
}

const descends = (found: Found[]) =>
  found.every((place, i) => place.population <= (found[i - 1]?.population ?? Infinity))

withEveryPlace('GET /v1/places', app => {
  for (const [q, first] of [
    ['Berlin', berlin],
    ['München', munich],
    ['Muenchen', munich],
    ['munchen', munich],
    ['MUNICH', munich],
    ['東京', { country: 'JP', state: 'JP-13', city: { geonames_id: 1850147, name: 'Tokyo' } }],
    ['Москва', { country: 'RU', state: 'RU-MOW', city: { geonames_id: 524901, name: 'Moscow' } }],
    ['القاهرة', { country: 'EG', state: 'EG-C', city: { geonames_id: 360630, name: 'Cairo' } }],
    ['new york ci', { country: 'US', state: 'US-NY', city: { geonames_id: 5128581, name: 'New York City' } }],
  ] as const)
    test(`a search for the place ${q} finds a location that a post accepts unchanged`, async () => {
      const [found] = await find(app(), { q })
      assert.deepEqual(found?.location, first)
      const { key } = await app().account()
      const body = eventBody({ location: found?.location })
      assert.equal((await app().call('POST', '/v1/posts?dry_run=true', { key, body })).status, 200)
    })

  test('a search for a place has at most ten answers, the largest first, with a label, people and time zone', async () => {
    const found = await find(app(), { q: 'springfield' })
    assert.equal(found.length, 10)
    assert.ok(descends(found))
    const { location, label, timezone } = found[0] as Found
    assert.deepEqual(
      [location.state, label, timezone],
      ['US-MO', 'Springfield, Missouri, United States', 'America/Chicago'],
    )
  })

  test('places with exactly the searched name come before places whose name begins with it', async () => {
    const found = await find(app(), { q: 'Paris' })
    const exact = found.filter(({ location }) => location.city.name === 'Paris')
    assert.ok(exact.length > 3)
    assert.equal(found[0]?.location.country, 'FR')
  })

  test('a search for a place can be narrowed by country and by state', async () => {
    const texan = await find(app(), { q: 'paris', country: 'US', state: 'US-TX' })
    assert.equal(texan[0]?.location.state, 'US-TX')
    assert.ok(texan.every(({ location }) => location.state === 'US-TX'))
    const placesIn = async (query: Record<string, string>) =>
      new Set((await find(app(), query)).map(({ location }) => `${location.country} ${location.state}`))
    assert.deepEqual(await placesIn({ q: 'spring', state: 'US-IL' }), new Set(['US US-IL']))
    const lux = await find(app(), { q: 'l', country: 'LU' })
    assert.deepEqual(new Set(lux.map(({ location }) => location.country)), new Set(['LU']))
  })

  test('a search for an unknown place gets an empty list, and a value that is no name is refused', async () => {
    assert.deepEqual(await find(app(), { q: 'Nowhere at all' }), [])
    for (const [query, says] of [
      ['', /^\/q: is missing/],
      ['q=', /^\/q: got ""; it may not be empty/],
      ['q=%E2%80%A6', /^\/q: got "…"; it takes a name/],
      [`q=${'a'.repeat(101)}`, /^\/q: .*at most 100/],
      ['q=paris&limit=3', /^\/limit: is no parameter here/],
      ['q=paris&country=Germany', /^\/country: "Germany" .* did you mean "DE"/],
      ['q=paris&country=US&state=Texas', /^\/state: "Texas" .* did you mean "US-TX"/],
    ] as const) {
      const { status, json } = await app().call('GET', `/v1/places?${query}`)
      assert.equal(status, 400, query)
      assert.match(json.errors[0], says)
    }
  })

  test('a search for a place may be cached by anyone, and gets 304 while it is unchanged', async () => {
    const first = await app().call('GET', '/v1/places?q=lyon')
    assert.match(first.headers.get('cache-control') ?? '', /^public/)
    const etag = first.headers.get('etag') ?? ''
    assert.equal((await app().call('GET', '/v1/places?q=lyon', { headers: { 'if-none-match': etag } })).status, 304)
  })
})

withEveryPlace('a wrong location is answered with what to send', app => {
  for (const [location, first, pointers] of [
    [{ country: 'Germany', city: 'Berlin' }, berlin, ['country', 'city']],
    [{ country: 'DE', city: 'Berlin' }, berlin, ['city']],
    [{ country: 'DE', city: { name: 'Munich' } }, munich, ['city']],
    [{ country: 'DE', state: 'Bavaria', city: 'München' }, munich, ['state', 'city']],
    [{ country: 'DE', state: 'DE-BY', city: { geonames_id: '2867714', name: 'Munich' } }, munich, ['city/geonames_id']],
    [{ country: 'DE', city: { geonames_id: 2867714 } }, munich, ['city/name']],
    [{ country: 'DE', city: 2867714 }, munich, ['city/name']],
    [{ country: 'DE', city: { name: 'Springfield' } }, { country: 'US', state: 'US-MO' }, ['city']],
    [{ country: 'US', state: 'Illinois', city: 'Springfield' }, { country: 'US', state: 'US-IL' }, ['state', 'city']],
    [{ country: 'FR', city: { geonames_id: 2950159, name: 'Berlin' } }, berlin, ['city/geonames_id']],
    [{ country: 'DE', city: { geonames_id: 2950159, name: 'Munich' } }, munich, ['city/name']],
    [{ city: 'Berlin' }, berlin, ['country', 'city']],
    [{ country: 'Deutschland' }, { country: 'DE' }, ['country']],
    [{ country: 'US', state: 'California' }, { country: 'US', state: 'US-CA' }, ['state']],
    ['Berlin, Germany', berlin, ['']],
    ['Berlin', berlin, ['']],
  ] as const)
    test(`a post with the wrong location ${JSON.stringify(location)} is refused with a location that it accepts`, async () => {
      const { key } = await app().account()
      const wrong = await app().call('POST', '/v1/posts?dry_run=true', { key, body: eventBody({ location }) })
      assert.equal(wrong.status, 400, wrong.text)
      const { errors, candidates } = wrong.json
      const expected = pointers.map(pointer => (pointer === '' ? '/location' : `/location/${pointer}`))
      assert.deepEqual(errors.map((error: string) => error.slice(0, error.indexOf(':'))).sort(), [...expected].sort())
      assert.match(errors.join(), /GET \/v1\/places\?q=NAME \(tool find_place\)/)
      assert.partialDeepStrictEqual(candidates[0], first)
      if ('city' in first)
        assert.ok(errors.join().includes(JSON.stringify(candidates[0])), 'the error has the location as JSON to paste')
      const body = eventBody({ location: candidates[0] })
      assert.equal((await app().call('POST', '/v1/posts?dry_run=true', { key, body })).status, 200)
    })

  test('the refusal of a wrong location names unknown members too', async () => {
    const { key } = await app().account()
    const body = eventBody({ location: { country: 'Germany', city: { name: 'Berlin', zip: '10115' } } })
    const { json } = await app().call('POST', '/v1/posts?dry_run=true', { key, body })
    assert.ok(json.errors.some((error: string) => error.startsWith('/location/city/zip: is no field here')))
    assert.deepEqual(json.candidates[0], berlin)
  })

  for (const [query, says, first] of [
    ['country=Germany', /^\/country: .*did you mean "DE" \(Germany\)/, { country: 'DE' }],
    ['state=Bavaria', /^\/state: .*did you mean "DE-BY" \(Bayern\)/, { country: 'DE', state: 'DE-BY' }],
    ['country=US&state=California', /^\/state: .*"US-CA"/, { country: 'US', state: 'US-CA' }],
    ['city=Munich', /^\/city: got "Munich", a name without a GeoNames id; did you mean city=2867714/, munich],
    ['country=DE&city=berlin', /^\/city: got "berlin".* did you mean city=2950159/, berlin],
    ['country=FR&city=2950159', /^\/city: 2950159 is Berlin in DE \(DE-BE\), not in FR; .*city=2950159/, berlin],
    ['city=1', /^\/city: GeoNames has no city of 1,000 people or more with the id 1/, undefined],
  ] as const)
    test(`a list and a search by ${query} are refused with the parameter to send`, async () => {
      for (const path of ['/v1/posts', '/v1/search']) {
        const { status, json } = await app().call('GET', `${path}?${query}`)
        assert.equal(status, 400)
        assert.match(json.errors[0], says)
        assert.match(json.errors[0], /GET \/v1\/places/)
        assert.deepEqual(json.candidates?.[0], first)
      }
    })
})
