// The rules about the location of a post: which members fit together, and what every error suggests.

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
} from '../../../src/domain/places/countries.ts'
import {
  checkLocation,
  type GivenLocation,
  type Location,
  type Place,
  type PlaceLookup,
} from '../../../src/domain/places/location.ts'
import { placeNameKey } from '../../../src/domain/places/place-name.ts'

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
  byName: async ({ key, beginning }, within, limit) =>
    places
      .filter(({ state, country }) => within(state ?? country))
      .filter(({ names }) => names.map(placeNameKey).some(name => (beginning ? name.startsWith(key) : name === key)))
      .sort((a, b) => b.population - a.population)
      .slice(0, limit),
}

const asked = { at: '/location', lookup }
const hint = '; GET /v1/places?q=NAME (tool find_place) looks places up'

/** The errors; the first without its hint to look places up, which has to be there. */
async function errorsOf(location: GivenLocation): Promise<string[]> {
  const { errors } = await checkLocation(location, asked)
  if (errors[0] !== undefined) assert.ok(errors[0].endsWith(hint), errors[0])
  return errors.map(error => error.replace(hint, ''))
}

describe('a consistent location', () => {
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
    test(`the consistent location ${JSON.stringify(location)} is accepted`, async () => {
      const checked = await checkLocation(location, asked)
      assert.deepEqual([checked.errors, checked.candidates], [[], []])
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
    test(`${state} inside or around the state of ${name} is accepted`, async () => {
      assert.deepEqual(await errorsOf({ country, state, city: { geonames_id: id, name } }), [])
    })
  }

  test('any state of the country is accepted for a place whose state is unknown', async () => {
    assert.deepEqual(
      await errorsOf({ country: 'SG', state: 'SG-03', city: { geonames_id: 1880252, name: 'Singapore' } }),
      [],
    )
  })
})

const pasted = (country: string, state: string, geonames_id: number, name: string, label: string) =>
  `${JSON.stringify({ country, state, city: { geonames_id, name } })} (${label})`
const berlin = pasted('DE', 'DE-BE', 2950159, 'Berlin', 'Berlin, Berlin, Germany')
const munich = pasted('DE', 'DE-BY', 2867714, 'München', 'München, Bayern, Germany')
const paris = pasted('FR', 'FR-IDF', 2988507, 'Paris', 'Paris, Île-de-France, France')
const parisTexas = pasted('US', 'US-TX', 4717560, 'Paris', 'Paris, Texas, United States')
const springfield = {
  mo: pasted('US', 'US-MO', 4409896, 'Springfield', 'Springfield, Missouri, United States'),
  ma: pasted('US', 'US-MA', 4951788, 'Springfield', 'Springfield, Massachusetts, United States'),
  il: pasted('US', 'US-IL', 4250542, 'Springfield', 'Springfield, Illinois, United States'),
}

describe('an inconsistent location is refused with the correct values', () => {
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
      [
        `/location/city/geonames_id: 2950159 is Berlin in DE (DE-BE), not in FR; no place in FR has this name, elsewhere ${berlin}`,
      ],
    ],
    [
      { country: 'DE', state: 'DE-BY', city: { geonames_id: 2950159, name: 'Berlin' } },
      [`/location/city/geonames_id: 2950159 is Berlin in DE (DE-BE), not in DE-BY (Bayern); did you mean ${berlin}?`],
    ],
    [
      { country: 'DE', city: { geonames_id: 2950159, name: 'Munich' } },
      [
        `/location/city/name: 2950159 is "Berlin", also called Berlino; got "Munich"; did you mean ${munich} or ${berlin}?`,
      ],
    ],
    [
      { country: 'US', state: 'US-IL', city: { geonames_id: 4409896, name: 'Springfield' } },
      [
        `/location/city/geonames_id: 4409896 is Springfield in US (US-MO), not in US-IL (Illinois); did you mean ${springfield.il} or ${springfield.mo}?`,
      ],
    ],
    [
      { country: 'US', city: { geonames_id: 1, name: 'Springfield' } },
      [
        `/location/city/geonames_id: GeoNames has no city of 1,000 people or more with the id 1; did you mean ${springfield.mo} or ${springfield.ma} or ${springfield.il}?`,
      ],
    ],
    [
      { country: 'DE', city: { geonames_id: 1, name: 'Nowhere' } },
      [
        '/location/city/geonames_id: GeoNames has no city of 1,000 people or more with the id 1; no place has this name',
      ],
    ],
    [
      { country: 'UK', state: 'QQ-1', city: { geonames_id: 2950159, name: 'Paris' } },
      [
        '/location/country: "UK" is no ISO 3166-1 alpha-2 country code; did you mean "GB" (United Kingdom)?',
        '/location/state: "QQ-1" is no ISO 3166-2 subdivision; take one such as "DE-BE" or "US-CA"',
        `/location/city/name: 2950159 is "Berlin", also called Berlino; got "Paris"; no place in GB has this name, elsewhere ${paris} or ${parisTexas} or ${berlin}`,
      ],
    ],
    [
      { country: 'FR', state: 'FR-IDF', city: { geonames_id: 2950159, name: 'Paris' } },
      [
        `/location/city/geonames_id: 2950159 is Berlin in DE (DE-BE), not in FR; did you mean ${paris}?`,
        '/location/city/name: 2950159 is "Berlin", also called Berlino; got "Paris"',
      ],
    ],
    // Locations as agents first send them.
    [
      { country: 'Germany', city: 'Berlin' },
      [
        '/location/country: "Germany" is no ISO 3166-1 alpha-2 country code; did you mean "DE" (Germany)?',
        `/location/city: got "Berlin", a name without its geonames_id; did you mean ${berlin}?`,
      ],
    ],
    [
      { country: 'Deutschland', city: { name: 'Monaco di Baviera' } },
      [
        '/location/country: "Deutschland" is no ISO 3166-1 alpha-2 country code; did you mean "DE" (Germany)?',
        `/location/city: got {"name":"Monaco di Baviera"}, a name without its geonames_id; did you mean ${munich}?`,
      ],
    ],
    [
      { country: 'DE', city: { name: 'Springfield' } },
      [
        `/location/city: got {"name":"Springfield"}, a name without its geonames_id; no place in DE has this name, elsewhere ${springfield.mo} or ${springfield.ma} or ${springfield.il}`,
      ],
    ],
    [
      { country: 'USA', state: 'Illinois', city: 'Springfield' },
      [
        '/location/country: "USA" is no ISO 3166-1 alpha-2 country code; did you mean "US" (United States)?',
        '/location/state: "Illinois" is no ISO 3166-2 subdivision; did you mean "US-IL" (Illinois)?',
        `/location/city: got "Springfield", a name without its geonames_id; did you mean ${springfield.il}?`,
      ],
    ],
    [
      { country: 'DE', city: { geonames_id: 2950159 } },
      [`/location/city/name: is missing beside geonames_id 2950159; did you mean ${berlin}?`],
    ],
    [
      { country: 'DE', state: 'Bavaria' },
      ['/location/state: "Bavaria" is no ISO 3166-2 subdivision of DE; did you mean "DE-BY" (Bayern)?'],
    ],
    [
      { country: 'DE', state: 'Bayern' },
      ['/location/state: "Bayern" is no ISO 3166-2 subdivision of DE; did you mean "DE-BY" (Bayern)?'],
    ],
    [
      { country: 'NO', state: 'Tromsø' },
      ['/location/state: "Tromsø" is no ISO 3166-2 subdivision of NO; did you mean "NO-54" (Troms og Finnmark)?'],
    ],
    [
      { country: 'California' },
      [
        '/location/country: "California" is no ISO 3166-1 alpha-2 country code; it may be a state: "country": "US", "state": "US-CA"',
      ],
    ],
  ] satisfies [GivenLocation, string[]][]) {
    test(`the inconsistent location ${JSON.stringify(location)} is refused with the correct values`, async () =>
      assert.deepEqual(await errorsOf(location), expected))
  }

  test('a name that is only punctuation matches no place', async () => {
    assert.equal((await errorsOf({ country: 'DE', city: { geonames_id: 2950159, name: '…' } })).length, 1)
  })

  test('a location that is checked, whatever it is, gets a list of errors with pointers below the given pointer', async () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('DE', 'FR-75C', 'Berlin', '__proto__', 'constructor', 'GB-'))
    await fc.assert(
      fc.asyncProperty(text, text, fc.integer(), text, async (country, state, geonames_id, name) => {
        const { errors } = await checkLocation({ country, state, city: { geonames_id, name } }, { at: '/at', lookup })
        for (const error of errors) assert.match(error, /^\/at\/(country|state|city(\/(geonames_id|name))?): /)
      }),
      run,
    )
  })
})

describe('names of places compare as equal or different', () => {
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
    test(`the names ${one} and ${other} compare as the same place`, () =>
      assert.equal(placeNameKey(one), placeNameKey(other)))
  }

  for (const [one, other] of [
    ['Berlin', 'Bern'],
    ['ガ', 'カ'],
    ['दिल्ली', 'दलल'],
    ['San Jose', 'Sanjose'],
  ] as const) {
    test(`the names ${one} and ${other} compare as different places`, () =>
      assert.notEqual(placeNameKey(one), placeNameKey(other)))
  }

  test('the key of a place name’s key is the same key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), name => placeNameKey(placeNameKey(name)) === placeNameKey(name)),
      run,
    )
  })
})

describe('countries and subdivisions', () => {
  test('every country has a unique name and is suggested for that name', () => {
    assert.equal(countryCodes.length, 249)
    for (const code of countryCodes) {
      assert.ok(isCountry(code))
      assert.notEqual(countryName(code), code)
      assert.equal(suggestCountry(countryName(code)), code)
      assert.equal(suggestCountry(code.toLowerCase()), code)
    }
  })

  test('reserved, old and lower-case codes are not accepted as countries', () => {
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

  test('subdivisions of the highest level come first', () => {
    const codes = subdivisionsOf('GB').map(({ code }) => code)
    assert.ok(codes.indexOf('GB-ENG') < codes.indexOf('GB-LND'))
  })

  // The highest level of each country that the standard lists without parents.
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
    test(`every subdivision of ${country} lies in exactly one subdivision of the highest level`, () => {
      const wrong = subdivisionsOf(country)
        .filter(({ code }) => tops.filter(top => isWithin(code, top)).length !== 1)
        .map(({ code }) => code)
      assert.deepEqual(wrong, [])
    })
  }

  test('subdivisions of the United Kingdom lie in their countries and regions', () => {
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
