// Protects the rules about where a post belongs: what holds together, and what every refusal suggests.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  countryCodes,
  countryName,
  isCountry,
  isSubdivision,
  isWithin,
  subdivisionName,
  subdivisionsOf,
  suggestCountry,
} from '../../src/domain/countries.ts'
import { checkLocation, type Location, type Place, type PlaceLookup, placeNameKey } from '../../src/domain/location.ts'

const run = { seed: 20261201, numRuns: 300 }

function place(
  geonamesId: number,
  name: string,
  country: string,
  state: string | null,
  population: number,
  others: string[] = [],
): Place {
  return { geonamesId, name, names: [name, ...others], country, state, lat: 0, lon: 0, timezone: 'UTC', population }
}

const places = [
  place(2950159, 'Berlin', 'DE', 'DE-BE', 3_426_354, ['Berlino', 'Берлин', 'برلين', '柏林']),
  place(2867714, 'München', 'DE', 'DE-BY', 1_260_391, ['Munich', 'Muenchen', 'Monaco di Baviera']),
  place(4409896, 'Springfield', 'US', 'US-MO', 170_188),
  place(4951788, 'Springfield', 'US', 'US-MA', 155_929),
  place(4250542, 'Springfield', 'US', 'US-IL', 112_544),
  place(2988507, 'Paris', 'FR', 'FR-IDF', 2_138_551, ['Lutetia', 'パリ']),
  place(4717560, 'Paris', 'US', 'US-TX', 24_782),
  place(2643123, 'Manchester', 'GB', 'GB-ENG', 395_515),
  place(1880252, 'Singapore', 'SG', null, 5_638_700),
  place(3413829, 'Reykjavík', 'IS', 'IS-1', 118_918),
  place(3133895, 'Tromsø', 'NO', 'NO-54', 52_436),
]

const lookup: PlaceLookup = {
  byId: async id => places.find(({ geonamesId }) => geonamesId === id),
  byName: async (country, key, limit) =>
    places
      .filter(
        ({ names, country: own }) =>
          (country === null || own === country) && names.some(name => placeNameKey(name) === key),
      )
      .sort((a, b) => b.population - a.population)
      .slice(0, limit),
}

async function errorsOf(location: Location): Promise<string[]> {
  return (await checkLocation(location, '/location', lookup)).errors
}

describe('a location that holds together', () => {
  for (const location of [
    { country: 'DE' },
    { country: 'DE', state: 'DE-BE' },
    { country: 'DE', city: { geonames_id: 2950159, name: 'Berlin' } },
    { country: 'DE', state: 'DE-BE', city: { geonames_id: 2950159, name: 'Berlin' } },
    { country: 'DE', city: { geonames_id: 2950159, name: 'BERLIN' } },
    { country: 'DE', city: { geonames_id: 2950159, name: 'Берлин' } },
    { country: 'DE', city: { geonames_id: 2950159, name: '柏林' } },
    { country: 'DE', city: { geonames_id: 2867714, name: 'munchen' } },
    { country: 'DE', city: { geonames_id: 2867714, name: 'Monaco  di-Baviera' } },
    { country: 'NO', city: { geonames_id: 3133895, name: 'Tromso' } },
    { country: 'US', state: 'US-MA', city: { geonames_id: 4951788, name: 'Springfield' } },
  ] satisfies Location[]) {
    test(JSON.stringify(location), async () => {
      const checked = await checkLocation(location, '/location', lookup)
      assert.deepEqual(checked.errors, [])
      assert.equal(checked.place?.geonamesId, 'city' in location ? location.city.geonames_id : undefined)
    })
  }

  for (const [country, state, id, name] of [
    ['FR', 'FR-75C', 2988507, 'Paris'],
    ['GB', 'GB-MAN', 2643123, 'Manchester'],
    ['GB', 'GB-GBN', 2643123, 'Manchester'],
    ['IS', 'IS-RKV', 3413829, 'Reykjavik'],
    ['NO', 'NO-55', 3133895, 'Tromsø'],
  ] as const) {
    test(`${state} inside or around the state of ${name} is taken`, async () => {
      assert.deepEqual(await errorsOf({ country, state, city: { geonames_id: id, name } }), [])
    })
  }

  test('any state of the country is taken for a place whose own is not sure', async () => {
    assert.deepEqual(
      await errorsOf({ country: 'SG', state: 'SG-03', city: { geonames_id: 1880252, name: 'Singapore' } }),
      [],
    )
  })
})

describe('a location that does not is refused with what would be right', () => {
  for (const [location, expected] of [
    [
      { country: 'UK' },
      ['/location/country: "UK" is no ISO 3166-1 alpha-2 country code; did you mean "GB" (United Kingdom)?'],
    ],
    [
      { country: 'de' },
      ['/location/country: "de" is no ISO 3166-1 alpha-2 country code; did you mean "DE" (Germany)?'],
    ],
    [
      { country: 'DEU' },
      ['/location/country: "DEU" is no ISO 3166-1 alpha-2 country code; did you mean "DE" (Germany)?'],
    ],
    [
      { country: 'Germany' },
      ['/location/country: "Germany" is no ISO 3166-1 alpha-2 country code; did you mean "DE" (Germany)?'],
    ],
    [
      { country: 'XX' },
      ['/location/country: "XX" is no ISO 3166-1 alpha-2 country code; take one such as "DE" or "US"'],
    ],
    [{ country: 'CA', state: 'US-CA' }, ['/location/state: "US-CA" lies in US, not in CA']],
    [
      { country: 'DE', state: 'de-be' },
      ['/location/state: "de-be" is no ISO 3166-2 subdivision of DE; did you mean "DE-BE" (Berlin)?'],
    ],
    [
      { country: 'US', state: 'CA' },
      ['/location/state: "CA" is no ISO 3166-2 subdivision of US; did you mean "US-CA" (California)?'],
    ],
    [
      { country: 'US', state: 'california' },
      ['/location/state: "california" is no ISO 3166-2 subdivision of US; did you mean "US-CA" (California)?'],
    ],
    [
      { country: 'FR', state: 'FR-75' },
      ['/location/state: "FR-75" is no ISO 3166-2 subdivision of FR; did you mean "FR-75C" (Paris)?'],
    ],
    [
      { country: 'DE', state: 'DE-XX' },
      [
        '/location/state: "DE-XX" is no ISO 3166-2 subdivision of DE; DE has DE-BB (Brandenburg), DE-BE (Berlin), ' +
          'DE-BW (Baden-Württemberg), DE-BY (Bayern), DE-HB (Bremen), DE-HE (Hessen), DE-HH (Hamburg), ' +
          'DE-MV (Mecklenburg-Vorpommern) and 8 more',
      ],
    ],
    [
      { country: 'HK', state: 'HK-1' },
      ['/location/state: "HK-1" is no ISO 3166-2 subdivision of HK; HK has none: leave the state out'],
    ],
    [
      { country: 'FR', city: { geonames_id: 2950159, name: 'Berlin' } },
      ['/location/city/geonames_id: 2950159 is Berlin in DE (DE-BE), not in FR'],
    ],
    [
      { country: 'DE', state: 'DE-BY', city: { geonames_id: 2950159, name: 'Berlin' } },
      ['/location/city/geonames_id: 2950159 is Berlin in DE (DE-BE), not in DE-BY (Bayern)'],
    ],
    [
      { country: 'DE', city: { geonames_id: 2950159, name: 'Munich' } },
      [
        '/location/city/name: 2950159 is "Berlin", also called Berlino; got "Munich"; ' +
          'did you mean geonames_id 2867714 (München, DE-BY)?',
      ],
    ],
    [
      { country: 'US', state: 'US-IL', city: { geonames_id: 4409896, name: 'Springfield' } },
      [
        '/location/city/geonames_id: 4409896 is Springfield in US (US-MO), not in US-IL (Illinois); ' +
          'did you mean geonames_id 4250542 (Springfield, US-IL)?',
      ],
    ],
    [
      { country: 'US', city: { geonames_id: 1, name: 'Springfield' } },
      [
        '/location/city/geonames_id: GeoNames has no city of 1,000 people or more with the id 1; did you mean geonames_id ' +
          '4409896 (Springfield, US-MO) or 4951788 (Springfield, US-MA) or 4250542 (Springfield, US-IL)?',
      ],
    ],
    [
      { country: 'DE', city: { geonames_id: 1, name: 'Nowhere' } },
      ['/location/city/geonames_id: GeoNames has no city of 1,000 people or more with the id 1'],
    ],
    [
      { country: 'UK', state: 'QQ-1', city: { geonames_id: 2950159, name: 'Paris' } },
      [
        '/location/country: "UK" is no ISO 3166-1 alpha-2 country code; did you mean "GB" (United Kingdom)?',
        '/location/state: "QQ-1" is no ISO 3166-2 subdivision; take one such as "DE-BE" or "US-CA"',
        '/location/city/name: 2950159 is "Berlin", also called Berlino; got "Paris"; ' +
          'did you mean geonames_id 2988507 (Paris, FR-IDF) or 4717560 (Paris, US-TX)?',
      ],
    ],
    [
      { country: 'FR', state: 'FR-IDF', city: { geonames_id: 2950159, name: 'Paris' } },
      [
        '/location/city/geonames_id: 2950159 is Berlin in DE (DE-BE), not in FR; did you mean geonames_id 2988507 (Paris, FR-IDF)?',
        '/location/city/name: 2950159 is "Berlin", also called Berlino; got "Paris"',
      ],
    ],
  ] satisfies [Location, string[]][]) {
    test(JSON.stringify(location), async () => assert.deepEqual(await errorsOf(location), expected))
  }

  test('a name of punctuation alone is the name of no place', async () => {
    assert.equal((await errorsOf({ country: 'DE', city: { geonames_id: 2950159, name: '…' } })).length, 1)
  })

  test('whatever is sent, the answer is a list of pointers below the given one', async () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('DE', 'FR-75C', 'Berlin', '__proto__', 'constructor', 'GB-'))
    await fc.assert(
      fc.asyncProperty(text, text, fc.integer(), text, async (country, state, geonames_id, name) => {
        const { errors } = await checkLocation({ country, state, city: { geonames_id, name } }, '/at', lookup)
        for (const error of errors) assert.match(error, /^\/at\/(country|state|city\/(geonames_id|name)): /)
      }),
      run,
    )
  })
})

describe('names of places are compared', () => {
  for (const [one, other] of [
    ['München', 'MUNCHEN'],
    ['Straße', 'strasse'],
    ['Łódź', 'lodz'],
    ['Tromsø', 'Tromso'],
    ['Đà Nẵng', 'da nang'],
    ['İzmir', 'izmir'],
    ["Xi'an", 'Xi’an'],
    ["St. John's", 'St Johns'],
    ['Saint-Denis', 'saint  denis'],
    ['Ａｌｍａｔｙ', 'Almaty'],
    ['Αθήνα', 'ΑΘΗΝΑ'],
    ['Ёлкино', 'елкино'],
    ['القاهِرة', 'القاهرة'],
    ['Zürich', 'Zu\u0308rich'],
  ] as const) {
    test(`${one} is ${other}`, () => assert.equal(placeNameKey(one), placeNameKey(other)))
  }

  for (const [one, other] of [
    ['Berlin', 'Bern'],
    ['ガ', 'カ'],
    ['दिल्ली', 'दलल'],
    ['San Jose', 'Sanjose'],
  ] as const) {
    test(`${one} is not ${other}`, () => assert.notEqual(placeNameKey(one), placeNameKey(other)))
  }

  test('the key of a key is itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), name => placeNameKey(placeNameKey(name)) === placeNameKey(name)),
      run,
    )
  })
})

describe('countries and subdivisions', () => {
  test('every country has a name of its own and is suggested by it', () => {
    assert.equal(countryCodes.length, 249)
    for (const code of countryCodes) {
      assert.ok(isCountry(code))
      assert.notEqual(countryName(code), code)
      assert.equal(suggestCountry(countryName(code)), code)
      assert.equal(suggestCountry(code.toLowerCase()), code)
    }
  })

  test('reserved, old and lower-case codes are no countries', () => {
    for (const code of ['UK', 'EU', 'XK', 'SU', 'DD', 'de', '', 'DEU', '__proto__'])
      assert.equal(isCountry(code), false, code)
  })

  test('every subdivision has a name and lies in its country', () => {
    const all = countryCodes.flatMap(country => subdivisionsOf(country).map(({ code }) => ({ country, code })))
    assert.ok(all.length > 5_000)
    for (const { country, code } of all) {
      assert.ok(isSubdivision(code) && subdivisionName(code), code)
      assert.equal(code.slice(0, 2), country)
      assert.equal(isWithin(code, code), true)
    }
  })

  test('the highest level comes first', () => {
    const codes = subdivisionsOf('GB').map(({ code }) => code)
    assert.ok(codes.indexOf('GB-ENG') < codes.indexOf('GB-LND'))
  })

  // One level complete in each country whose parents the standard's list leaves out.
  for (const [country, tops] of [
    ['BE', ['BE-BRU', 'BE-VLG', 'BE-WAL']],
    [
      'EE',
      ['37', '39', '45', '50', '52', '56', '60', '64', '68', '71', '74', '79', '81', '84', '87'].map(
        code => `EE-${code}`,
      ),
    ],
    ['GB', ['GB-UKM']],
    ['ID', ['ID-JW', 'ID-KA', 'ID-ML', 'ID-NU', 'ID-PP', 'ID-SL', 'ID-SM']],
    ['IS', ['1', '2', '3', '4', '5', '6', '7', '8'].map(code => `IS-${code}`)],
    ['LU', ['LU-D', 'LU-G', 'LU-L']],
  ] as const) {
    test(`every subdivision of ${country} lies in exactly one of its highest level`, () => {
      const wrong = subdivisionsOf(country)
        .filter(({ code }) => tops.filter(top => isWithin(code, top)).length !== 1)
        .map(({ code }) => code)
      assert.deepEqual(wrong, [])
    })
  }

  test('the parts of the United Kingdom lie where they lie', () => {
    for (const [code, outer] of [
      ['GB-MAN', 'GB-ENG'],
      ['GB-GLG', 'GB-SCT'],
      ['GB-CRF', 'GB-WLS'],
      ['GB-BFS', 'GB-NIR'],
      ['GB-WLS', 'GB-EAW'],
      ['GB-SCT', 'GB-GBN'],
    ] as const) {
      assert.equal(isWithin(code, outer), true, `${code} in ${outer}`)
    }
    assert.equal(isWithin('GB-SCT', 'GB-EAW'), false)
    assert.equal(isWithin('GB-NIR', 'GB-GBN'), false)
  })
})
