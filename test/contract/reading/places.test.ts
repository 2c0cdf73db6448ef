// GET /v1/places, and the answers to a wrong place, which have the correct location to send.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventBody, type TestApp, withEveryPlace } from '../../harness.ts'

type Found = { location: any; label: string; population: number; timezone: string; lat: number; lon: number }

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

  test('a search for a place refuses a value that is no name', async () => {
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

/** What is typed, and the country, state and name of the first city that it finds. */
const namedPlaces = `
Springfield = US-MO Springfield
Springfield, Illinois = US-IL Springfield
Springfield IL = US-IL Springfield
springfield il = US-IL Springfield
Springfield, Illinois, United States = US-IL Springfield
Springfield IL, USA = US-IL Springfield
Springfield, IL 62701, USA = US-IL Springfield
Paris = FR-IDF Paris
Paris TX = US-TX Paris
Paris, Texas = US-TX Paris
Paris Texas USA = US-TX Paris
Paris (France) = FR-IDF Paris
Paris/France = FR-IDF Paris
US-TX Paris = US-TX Paris
San José = US-CA San Jose
San Jose, CA = US-CA San Jose
San Jose, Costa Rica = CR-SJ San José
San Jose Costa Rica = CR-SJ San José
Mumbai, India = IN-MH Mumbai
Bombay = IN-MH Mumbai
Bengaluru, Karnataka = IN-KA Bengaluru
Hoboken, NJ = US-NJ Hoboken
Hoboken, N.J. = US-NJ Hoboken
Frankfurt am Main, Germany = DE-HE Frankfurt am Main
Frankfurt (Oder) = DE-BB Frankfurt (Oder)
Frankfurt Oder = DE-BB Frankfurt (Oder)
Berlin, Deutschland = DE-BE Berlin
Germany, Berlin = DE-BE Berlin
München, Bayern = DE-BY Munich
Munich, Bavaria, Germany = DE-BY Munich
Muenchen = DE-BY Munich
Мюнхен, Германия = DE-BY Munich
Wien, Österreich = AT-9 Vienna
Genève, Suisse = CH-GE Genève
London, UK = GB-ENG London
London, England = GB-ENG London
London ON = CA-ON London
Québec, QC = CA-QC Québec
Victoria, BC, Canada = CA-BC Victoria
Vancouver, WA = US-WA Vancouver
Portland, ME = US-ME Portland
Portland OR = US-OR Portland
Perth, WA = AU-WA Perth
Newcastle, NSW = AU-NSW Newcastle
Washington, D.C. = US-DC Washington
New York, NY = US-NY New York City
NYC = US-NY New York City
new york ci = US-NY New York City
Brooklyn, New York, USA = US-NY Brooklyn
Kreuzberg, Berlin = DE-BE Kreuzberg
St. Louis, MO = US-MO St. Louis
Ft. Worth, TX = US-TX Fort Worth
Saint Petersburg, Russia = RU-SPE Saint Petersburg
Cordoba, Spain = ES-AN Córdoba
Córdoba, Argentina = AR-X Córdoba
Atlanta, Georgia = US-GA Atlanta
Tbilisi, Georgia = GE-TB Tbilisi
San Juan, Puerto Rico, USA = PR San Juan
Hong Kong, China = HK Hong Kong
La Paz, Bolivia = BO-L La Paz
Kyiv, Ukraine = UA-30 Kyiv
東京, 日本 = JP-13 Tokyo
日本 東京 = JP-13 Tokyo
東京都 = JP-13 Tokyo
中国北京 = CN-BJ Beijing
서울, 대한민국 = KR-11 Seoul
القاهرة, مصر = EG-C Cairo
الاسكندرية = EG-ALX Alexandria
6th of October City = EG-GZ Madīnat Sittah Uktūbar
`

withEveryPlace('GET /v1/places, for a city as people write it', app => {
  const ask = async (query: Record<string, string>) => {
    const answer = await app().call('GET', `/v1/places?${new URLSearchParams(query)}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json as { items: Found[]; hint?: string; candidates?: Found[] }
  }
  const firstOf = ({ items: [first] }: { items: Found[] }) =>
    first && `${first.location.state ?? first.location.country} ${first.location.city.name}`

  for (const line of namedPlaces.trim().split('\n')) {
    const [q = '', first] = line.split(' = ')
    test(`${q} is ${first}`, async () => {
      const answer = await ask({ q })
      assert.equal(firstOf(answer), first)
      assert.equal(answer.candidates, undefined)
    })
  }

  test('every label that the search gives finds its own place again', async () => {
    for (const q of ['springfield', 'paris', 'san jose', 'frankfurt', 'york', 'alexandria', 'санкт', '西'])
      for (const { label, location } of (await ask({ q })).items) {
        const again = (await ask({ q: label })).items.map(item => item.location.city.geonames_id)
        assert.ok(again.includes(location.city.geonames_id), label)
      }
  })

  for (const [q, first, left] of [
    ['75001 Paris', 'FR-IDF Paris', '75001'],
    ['Berlin 10115', 'DE-BE Berlin', '10115'],
    ['10115 Berlin, Germany', 'DE-BE Berlin', '10115'],
    ['Toronto, ON M5V 2T6', 'CA-ON Toronto', 'M5V 2T6'],
    ['1012 AB Amsterdam', 'NL-NH Amsterdam', '1012 AB'],
    ['London SW1A 1AA', 'GB-ENG London', 'SW1A 1AA'],
    ['Hoboken, Hudson County, NJ, USA', 'US-NJ Hoboken', 'Hudson County'],
  ] as const)
    test(`${q} is ${first}, and the hint says that "${left}" was left out`, async () => {
      const answer = await ask({ q })
      assert.equal(firstOf(answer), first)
      assert.match(answer.hint ?? '', new RegExp(`^"${left}" (was|is no state or country, and was) left out`))
    })

  for (const [query, says, candidate] of [
    [{ q: 'Springfield, Bavaria' }, /^There is no city "Springfield" in "Bavaria"/, 'US-MO Springfield'],
    [{ q: 'Paris, Narnia' }, /^"Narnia" is no state or country/, 'FR-IDF Paris'],
    [{ q: 'Paris Narnia' }, /^"Narnia" is no state or country/, 'FR-IDF Paris'],
    [{ q: 'Paris', country: 'DE' }, /^There is no city "Paris" in Germany \(DE\)/, 'FR-IDF Paris'],
    [{ q: 'Hauptstr. 5, 10115 Berlin, Germany' }, /^No city has the name "Hauptstr\."/, 'DE-BE Berlin'],
    [{ q: 'Nowhere at all' }, /^No city has the name "Nowhere at all"/, undefined],
    [{ q: '75001' }, /^A place is found by its name, not by a postal code/, undefined],
    [{ q: 'Germany' }, /^"Germany" is Germany \(DE\); as a location it is \{"country":"DE"\}/, undefined],
  ] as const)
    test(`${JSON.stringify(query)} finds nothing, with a hint and what may be meant`, async () => {
      const { items, hint, candidates } = await ask(query as Record<string, string>)
      assert.deepEqual(items, [])
      assert.match(hint ?? '', says)
      assert.equal(candidates && firstOf({ items: candidates }), candidate)
    })

  test('a state whose name few cities have is named in the hint', async () => {
    const { hint } = await ask({ q: 'Texas' })
    assert.equal(hint, '"Texas" is also Texas (US-TX); as a location it is {"country":"US","state":"US-TX"}.')
  })

  test('lat and lon find the nearest cities with their distances, in one country too, across 180° and at a pole', async () => {
    const { items } = await ask({ lat: '48.8566', lon: '2.3522' })
    assert.equal(items.length, 10)
    assert.equal(firstOf({ items }), 'FR-IDF Paris')
    const near = items as (Found & { distance_km: number })[]
    assert.ok(near.every(({ distance_km: km }, i) => km >= (near[i - 1]?.distance_km ?? 0)))
    assert.deepEqual([near[0]?.distance_km, near[0]?.lat, near[0]?.lon], [0.4, 48.8534, 2.3488])
    assert.equal((await ask({ lat: '48.9', lon: '2.4', country: 'BE' })).items[0]?.location.country, 'BE')
    assert.equal((await ask({ lat: '-16.8', lon: '-180' })).items[0]?.location.country, 'FJ')
    assert.equal((await ask({ lat: '-90', lon: '0' })).items.length, 10)
  })

  test('a name and a point find the places of the name, the nearest first', async () => {
    const { items } = await ask({ q: 'Paris', lat: '33.7', lon: '-95.5' })
    assert.equal(firstOf({ items }), 'US-TX Paris')
    assert.equal((items[0] as any).distance_km, 6.7)
    const { candidates = [] } = await ask({ q: 'Paris, Narnia', lat: '33.7', lon: '-95.5' })
    assert.equal(firstOf({ items: candidates }), 'US-TX Paris')
  })

  test('a point that is none is refused', async () => {
    for (const [query, says] of [
      ['lat=48', /^\/lon: is missing beside lat/],
      ['lon=2', /^\/lat: is missing beside lon/],
      ['lat=91&lon=2', /^\/lat: got 91; it takes at most 90/],
      ['lat=48&lon=-180.5', /^\/lon: got -180.5; it takes at least -180/],
      ['lat=NaN&lon=2', /^\/lat: got "NaN"/],
      ['lat=Infinity&lon=2', /^\/lat: got/],
      ['lat=&lon=2', /^\/lat: got/],
      ['q=paris&lat=48', /^\/lon: is missing beside lat/],
    ] as const) {
      const { status, json } = await app().call('GET', `/v1/places?${query}`)
      assert.equal(status, 400, query)
      assert.match(json.errors[0], says)
    }
  })

  test('no text breaks the search for a place', async () => {
    for (const q of [
      'a b c d e f g h i j k l m',
      'san, '.repeat(20),
      'in '.repeat(33),
      '((((',
      ',,,,a',
      '%',
      '|||x',
      'x'.repeat(100),
      '东'.repeat(100),
      '1 '.repeat(50),
      '🎷 Paris',
      '\u0301a',
      '·',
      'US-',
      '-',
    ])
      assert.ok([200, 400].includes((await app().call('GET', `/v1/places?${new URLSearchParams({ q })}`)).status), q)
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
