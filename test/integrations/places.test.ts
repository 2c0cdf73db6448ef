// The places of GeoNames and their states in ISO 3166-2, compared with known facts.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { isCountry, isSubdivision, isWithin, subdivisionsOf } from '../../src/domain/places/countries.ts'
import type { Place } from '../../src/domain/places/location.ts'
import { isTimeZone } from '../../src/domain/times/zones.ts'
import { placesVersion, readPlaces, stateByAdmin1, stateOfPlace } from '../../src/integrations/places/geonames.ts'

// Copied from atlases, not from the table: for each country its cities by the suffix of their ISO 3166-2 code.
const knownCities: Record<string, Record<string, string>> = {
  AE: { AZ: 'Abu Dhabi', DU: 'Dubai', SH: 'Sharjah' },
  AF: { KAB: 'Kabul', HER: 'Herāt' },
  AL: { 11: 'Tirana' },
  AM: { ER: 'Yerevan' },
  AO: { LUA: 'Luanda', HUA: 'Huambo' },
  AR: { C: 'Buenos Aires', B: 'La Plata', X: 'Córdoba', S: 'Rosario', M: 'Mendoza' },
  AT: { 9: 'Vienna', 6: 'Graz', 4: 'Linz', 7: 'Innsbruck' },
  AU: {
    NSW: 'Sydney',
    VIC: 'Melbourne',
    QLD: 'Brisbane',
    WA: 'Perth',
    SA: 'Adelaide',
    TAS: 'Hobart',
    NT: 'Darwin',
    ACT: 'Canberra',
  },
  AZ: { BA: 'Baku', GA: 'Ganja' },
  BA: { BIH: 'Sarajevo', SRP: 'Banja Luka' },
  BD: { C: 'Dhaka', B: 'Chattogram', G: 'Sylhet' },
  BE: { BRU: 'Brussels', VLG: 'Antwerpen', WAL: 'Liège' },
  BG: { 22: 'Sofia', 16: 'Plovdiv', '03': 'Varna' },
  BO: { L: 'La Paz', S: 'Santa Cruz de la Sierra' },
  BR: {
    SP: 'São Paulo',
    RJ: 'Rio de Janeiro',
    DF: 'Brasília',
    BA: 'Salvador',
    MG: 'Belo Horizonte',
    RS: 'Porto Alegre',
    AM: 'Manaus',
  },
  BY: { HM: 'Minsk', HR: 'Grodno' },
  CA: {
    ON: 'Toronto',
    QC: 'Montréal',
    BC: 'Vancouver',
    AB: 'Calgary',
    MB: 'Winnipeg',
    NS: 'Halifax',
    NL: "St. John's",
    YT: 'Whitehorse',
    NU: 'Iqaluit',
  },
  CH: { ZH: 'Zürich', GE: 'Genève', BE: 'Bern', BS: 'Basel', TI: 'Lugano' },
  CL: { RM: 'Santiago', VS: 'Valparaíso', BI: 'Concepción', NB: 'Chillán' },
  CM: { LT: 'Douala', CE: 'Yaoundé' },
  CN: {
    BJ: 'Beijing',
    SH: 'Shanghai',
    GD: 'Shenzhen',
    SC: 'Chengdu',
    ZJ: 'Hangzhou',
    XZ: 'Lhasa',
    XJ: 'Ürümqi',
    SN: 'Xi’an',
    NX: 'Yinchuan',
  },
  CO: { DC: 'Bogotá', ANT: 'Medellín', VAC: 'Cali' },
  CR: { SJ: 'San José' },
  CU: { '03': 'Havana', 13: 'Santiago de Cuba' },
  CZ: { 10: 'Prague', 64: 'Brno', 80: 'Ostrava' },
  DE: {
    BE: 'Berlin',
    BY: 'Munich',
    HH: 'Hamburg',
    NW: 'Köln',
    HE: 'Frankfurt am Main',
    BW: 'Stuttgart',
    SN: 'Leipzig',
    HB: 'Bremen',
    TH: 'Erfurt',
    MV: 'Rostock',
  },
  DK: { 84: 'Copenhagen', 82: 'Århus', 83: 'Odense', 81: 'Aalborg' },
  DO: { '01': 'Santo Domingo' },
  DZ: { 16: 'Algiers', 31: 'Oran' },
  EC: { P: 'Quito', G: 'Guayaquil' },
  EE: { 37: 'Tallinn', 79: 'Tartu' },
  EG: { C: 'Cairo', ALX: 'Alexandria', GZ: 'Giza' },
  ES: {
    MD: 'Madrid',
    CT: 'Barcelona',
    AN: 'Sevilla',
    VC: 'Valencia',
    PV: 'Bilbao',
    GA: 'Santiago de Compostela',
    CN: 'Las Palmas de Gran Canaria',
  },
  ET: { AA: 'Addis Ababa' },
  FI: { 18: 'Helsinki', 11: 'Tampere', 19: 'Turku', 14: 'Oulu' },
  FR: {
    IDF: 'Paris',
    ARA: 'Lyon',
    PAC: 'Marseille',
    OCC: 'Toulouse',
    NAQ: 'Bordeaux',
    GES: 'Strasbourg',
    BRE: 'Rennes',
    HDF: 'Lille',
    '20R': 'Ajaccio',
    PDL: 'Nantes',
  },
  GB: { ENG: 'London', SCT: 'Edinburgh', WLS: 'Cardiff', NIR: 'Belfast' },
  GE: { TB: 'Tbilisi', AJ: 'Batumi' },
  GH: { AA: 'Accra', AH: 'Kumasi' },
  GR: { I: 'Athens', B: 'Thessaloníki', M: 'Irákleion' },
  GT: { '01': 'Guatemala City' },
  HR: { 21: 'Zagreb', 17: 'Split' },
  HU: { BU: 'Budapest', HB: 'Debrecen' },
  ID: { JK: 'Jakarta', JI: 'Surabaya', BA: 'Denpasar', JB: 'Bandung', KR: 'Batam', SN: 'Makassar' },
  IE: { L: 'Dublin', M: 'Cork', C: 'Galway' },
  IL: { TA: 'Tel Aviv', JM: 'Jerusalem', HA: 'Haifa' },
  IN: {
    MH: 'Mumbai',
    DL: 'Delhi',
    KA: 'Bengaluru',
    TN: 'Chennai',
    WB: 'Kolkata',
    TS: 'Hyderabad',
    GJ: 'Ahmedabad',
    LA: 'Leh',
    OD: 'Bhubaneshwar',
  },
  IQ: { BG: 'Baghdad', BA: 'Basrah' },
  IR: { 23: 'Tehran', '09': 'Mashhad', 10: 'Isfahan', '07': 'Shiraz' },
  IS: { 1: 'Reykjavík', 6: 'Akureyri' },
  IT: { 62: 'Rome', 25: 'Milan', 72: 'Naples', 21: 'Turin', 34: 'Venice', 52: 'Florence', 82: 'Palermo' },
  JM: { '08': 'Montego Bay' },
  JP: {
    13: 'Tokyo',
    27: 'Osaka',
    26: 'Kyoto',
    '01': 'Sapporo',
    40: 'Fukuoka',
    34: 'Hiroshima',
    47: 'Naha',
    12: 'Urayasu',
  },
  KE: { 30: 'Nairobi', 28: 'Mombasa' },
  KH: { 12: 'Phnom Penh' },
  KR: { 11: 'Seoul', 26: 'Busan', 28: 'Incheon', 49: 'Jeju City' },
  KZ: { 75: 'Almaty', 71: 'Astana', 79: 'Shymkent' },
  LB: { BA: 'Beirut' },
  LK: { 1: 'Colombo', 2: 'Kandy' },
  LT: { VL: 'Vilnius', KU: 'Kaunas' },
  LV: { RIX: 'Riga' },
  MA: { '06': 'Casablanca', '04': 'Rabat', '07': 'Marrakesh' },
  MG: { T: 'Antananarivo', D: 'Sambava' },
  MM: { '06': 'Yangon' },
  MX: { CMX: 'Mexico City', JAL: 'Guadalajara', NLE: 'Monterrey', ROO: 'Cancún' },
  MY: { 14: 'Kuala Lumpur', '07': 'George Town' },
  NG: { LA: 'Lagos', FC: 'Abuja', KN: 'Kano' },
  NL: { NH: 'Amsterdam', ZH: 'Rotterdam', UT: 'Utrecht', NB: 'Eindhoven' },
  NO: { '03': 'Oslo', 46: 'Bergen', 50: 'Trondheim', 11: 'Stavanger' },
  NP: { P3: 'Kathmandu', P4: 'Pokhara' },
  NZ: { AUK: 'Auckland', WGN: 'Wellington', CAN: 'Christchurch', OTA: 'Dunedin' },
  PE: { LMA: 'Lima', CUS: 'Cusco' },
  PH: { '00': 'Manila', '07': 'Cebu City', 11: 'Davao' },
  PK: { SD: 'Karachi', PB: 'Lahore', IS: 'Islamabad' },
  PL: { 14: 'Warsaw', 12: 'Kraków', 22: 'Gdańsk', '02': 'Wrocław' },
  PT: { 11: 'Lisbon', 13: 'Porto', 30: 'Funchal' },
  RO: { B: 'Bucharest', CJ: 'Cluj-Napoca' },
  RS: { VO: 'Novi Sad' },
  RU: { MOW: 'Moscow', SPE: 'Saint Petersburg', NVS: 'Novosibirsk', TA: 'Kazan' },
  SA: { '01': 'Riyadh', '02': 'Jeddah', '03': 'Medina' },
  SE: { AB: 'Stockholm', O: 'Göteborg', M: 'Malmö', C: 'Uppsala' },
  SI: { '061': 'Ljubljana' },
  SK: { BL: 'Bratislava', KI: 'Košice' },
  SN: { DK: 'Dakar' },
  TH: { 10: 'Bangkok', 50: 'Chiang Mai', 83: 'Phuket' },
  TN: { 11: 'Tunis' },
  TR: { 34: 'Istanbul', '06': 'Ankara', 35: 'İzmir' },
  TW: { KHH: 'Kaohsiung' },
  TZ: { '02': 'Dar es Salaam', '01': 'Arusha' },
  UA: { 30: 'Kyiv', 46: 'Lviv', 51: 'Odesa', 63: 'Kharkiv' },
  UG: { C: 'Kampala' },
  US: {
    NY: 'New York City',
    CA: 'Los Angeles',
    IL: 'Chicago',
    TX: 'Houston',
    DC: 'Washington',
    WA: 'Seattle',
    FL: 'Miami',
    HI: 'Honolulu',
    AK: 'Anchorage',
  },
  UY: { MO: 'Montevideo' },
  UZ: { TK: 'Tashkent', SA: 'Samarkand' },
  VE: { A: 'Caracas', V: 'Maracaibo' },
  VN: { HN: 'Hanoi', SG: 'Ho Chi Minh City', DN: 'Da Nang' },
  ZA: { GP: 'Johannesburg', WC: 'Cape Town', KZN: 'Durban' },
  ZM: { '09': 'Lusaka' },
  ZW: { HA: 'Harare' },
}

const expected = Object.entries(knownCities).flatMap(([country, cities]) =>
  Object.entries(cities).map(([suffix, name]) => ({ country, name, state: `${country}-${suffix}` })),
)

// Former provinces that contain several divisions of GeoNames.
const joined = new Set(['MG'])

describe('places', () => {
  const biggest = new Map<string, Place>()
  const seen = new Set<number>()
  const faults: string[] = []
  let withState = 0
  let seats = 0

  before(() => {
    const wanted = new Set(expected.map(({ country, name }) => `${country} ${name}`))
    for (const place of readPlaces()) {
      if (seen.has(place.geonamesId)) faults.push(`${place.geonamesId} comes twice`)
      seen.add(place.geonamesId)
      if (place.state) withState++
      if (place.population < 1_000) seats++
      if (!place.names.includes(place.name)) faults.push(`${place.geonamesId} lacks its own name`)
      if (new Set(place.names).size !== place.names.length) faults.push(`${place.geonamesId} has a name twice`)
      if (!isCountry(place.country)) faults.push(`${place.geonamesId} lies in ${place.country}`)
      if (!(Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180)) faults.push(`${place.geonamesId} is nowhere`)
      if (!isTimeZone(place.timezone)) faults.push(`${place.geonamesId} has the zone ${place.timezone}`)
      for (const name of place.names) {
        const key = `${place.country} ${name}`
        if (wanted.has(key) && !(biggest.get(key)! && biggest.get(key)!.population >= place.population))
          biggest.set(key, place)
      }
    }
  })

  test('the list of known cities is long enough to catch a wrong row of the table', () => {
    assert.ok(expected.length >= 150)
    assert.ok(Object.keys(knownCities).length >= 60)
  })

  for (const { country, name, state } of expected) {
    test(`the city ${name} lies in ${state}`, () => {
      const place = biggest.get(`${country} ${name}`)
      assert.ok(place, `${name} is not among the places of ${country}`)
      assert.equal(place.state, state)
    })
  }

  test('every place has an id, unique names, a country, coordinates and a time zone', () => {
    assert.deepEqual(faults.slice(0, 10), [])
  })

  test('the places have 1,000 people or more, or are seats of administrative divisions', () => {
    assert.ok(seen.size > 140_000 && seen.size < 199_568, `${seen.size} places`)
    assert.ok(seats > 0 && seats < seen.size / 3, `${seats} seats`)
  })

  test('nearly every place has a state', () => {
    assert.ok(withState / seen.size > 0.98, `${withState} of ${seen.size}`)
  })

  test('a place has no state where the borders differ: Taipei, Singapore, Osh and Hong Kong', () => {
    for (const admin1 of ['TW.04', 'SG.01', 'KG.08', 'HK.HCW']) assert.equal(stateByAdmin1.get(admin1), undefined)
  })

  test('every state of the table exists in ISO 3166-2 and lies in the country', () => {
    const wrong = [...stateByAdmin1].filter(([from, to]) => !isSubdivision(to) || to.slice(0, 2) !== from.slice(0, 2))
    assert.deepEqual(wrong, [])
    assert.deepEqual(
      Object.values(stateOfPlace).filter(state => !isSubdivision(state)),
      [],
    )
  })

  test('two divisions of GeoNames become one state only if the state contains both', () => {
    const from = new Map<string, string>()
    const twice: string[] = []
    for (const [admin1, state] of stateByAdmin1) {
      if (from.has(state) && !joined.has(state.slice(0, 2)))
        twice.push(`${from.get(state)} and ${admin1} are both ${state}`)
      from.set(state, admin1)
    }
    assert.deepEqual(twice, [])
  })

  test('no state of the table lies inside another: each country is divided at one level', () => {
    const states = new Set(stateByAdmin1.values())
    const nested = [...states].flatMap(state =>
      subdivisionsOf(state.slice(0, 2))
        .filter(({ code }) => code !== state && states.has(code) && isWithin(code, state))
        .map(({ code }) => `${code} in ${state}`),
    )
    assert.deepEqual(nested, [])
  })

  test('the version of the places names its data', () => {
    assert.match(placesVersion, /^\d+\.\d+\.\d+-\d+-\d+-[0-9a-f]{12}$/)
  })
})
