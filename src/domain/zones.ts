// Names of time zones and the offset a zone keeps at an instant.

// Intl takes offsets, any spelling of the case and short names, and lists neither links nor Asia/Kolkata: the names that count are
// these, from the IANA time zone database, by area. A zone that the runtime knows as its own name and that is newer is accepted too.
const namesByArea: Record<string, string> = {
  Africa:
    'Abidjan Accra Addis_Ababa Algiers Asmara Asmera Bamako Bangui Banjul Bissau Blantyre Brazzaville ' +
    'Bujumbura Cairo Casablanca Ceuta Conakry Dakar Dar_es_Salaam Djibouti Douala El_Aaiun Freetown Gaborone ' +
    'Harare Johannesburg Juba Kampala Khartoum Kigali Kinshasa Lagos Libreville Lome Luanda Lubumbashi Lusaka ' +
    'Malabo Maputo Maseru Mbabane Mogadishu Monrovia Nairobi Ndjamena Niamey Nouakchott Ouagadougou ' +
    'Porto-Novo Sao_Tome Timbuktu Tripoli Tunis Windhoek',
  America:
    'Adak Anchorage Anguilla Antigua Araguaina Argentina/Buenos_Aires Argentina/Catamarca ' +
    'Argentina/ComodRivadavia Argentina/Cordoba Argentina/Jujuy Argentina/La_Rioja Argentina/Mendoza ' +
    'Argentina/Rio_Gallegos Argentina/Salta Argentina/San_Juan Argentina/San_Luis Argentina/Tucuman ' +
    'Argentina/Ushuaia Aruba Asuncion Atikokan Atka Bahia Bahia_Banderas Barbados Belem Belize Blanc-Sablon ' +
    'Boa_Vista Bogota Boise Buenos_Aires Cambridge_Bay Campo_Grande Cancun Caracas Catamarca Cayenne Cayman ' +
    'Chicago Chihuahua Ciudad_Juarez Coral_Harbour Cordoba Costa_Rica Coyhaique Creston Cuiaba Curacao ' +
    'Danmarkshavn Dawson Dawson_Creek Denver Detroit Dominica Edmonton Eirunepe El_Salvador Ensenada ' +
    'Fort_Nelson Fort_Wayne Fortaleza Glace_Bay Godthab Goose_Bay Grand_Turk Grenada Guadeloupe Guatemala ' +
    'Guayaquil Guyana Halifax Havana Hermosillo Indiana/Indianapolis Indiana/Knox Indiana/Marengo ' +
    'Indiana/Petersburg Indiana/Tell_City Indiana/Vevay Indiana/Vincennes Indiana/Winamac Indianapolis Inuvik ' +
    'Iqaluit Jamaica Jujuy Juneau Kentucky/Louisville Kentucky/Monticello Knox_IN Kralendijk La_Paz Lima ' +
    'Los_Angeles Louisville Lower_Princes Maceio Managua Manaus Marigot Martinique Matamoros Mazatlan Mendoza ' +
    'Menominee Merida Metlakatla Mexico_City Miquelon Moncton Monterrey Montevideo Montreal Montserrat Nassau ' +
    'New_York Nipigon Nome Noronha North_Dakota/Beulah North_Dakota/Center North_Dakota/New_Salem Nuuk ' +
    'Ojinaga Panama Pangnirtung Paramaribo Phoenix Port-au-Prince Port_of_Spain Porto_Acre Porto_Velho ' +
    'Puerto_Rico Punta_Arenas Rainy_River Rankin_Inlet Recife Regina Resolute Rio_Branco Rosario Santa_Isabel ' +
    'Santarem Santiago Santo_Domingo Sao_Paulo Scoresbysund Shiprock Sitka St_Barthelemy St_Johns St_Kitts ' +
    'St_Lucia St_Thomas St_Vincent Swift_Current Tegucigalpa Thule Thunder_Bay Tijuana Toronto Tortola ' +
    'Vancouver Virgin Whitehorse Winnipeg Yakutat Yellowknife',
  Antarctica: 'Casey Davis DumontDUrville Macquarie Mawson McMurdo Palmer Rothera South_Pole Syowa Troll Vostok',
  Arctic: 'Longyearbyen',
  Asia:
    'Aden Almaty Amman Anadyr Aqtau Aqtobe Ashgabat Ashkhabad Atyrau Baghdad Bahrain Baku Bangkok Barnaul ' +
    'Beirut Bishkek Brunei Calcutta Chita Choibalsan Chongqing Chungking Colombo Dacca Damascus Dhaka Dili ' +
    'Dubai Dushanbe Famagusta Gaza Harbin Hebron Ho_Chi_Minh Hong_Kong Hovd Irkutsk Istanbul Jakarta Jayapura ' +
    'Jerusalem Kabul Kamchatka Karachi Kashgar Kathmandu Katmandu Khandyga Kolkata Krasnoyarsk Kuala_Lumpur ' +
    'Kuching Kuwait Macao Macau Magadan Makassar Manila Muscat Nicosia Novokuznetsk Novosibirsk Omsk Oral ' +
    'Phnom_Penh Pontianak Pyongyang Qatar Qostanay Qyzylorda Rangoon Riyadh Saigon Sakhalin Samarkand Seoul ' +
    'Shanghai Singapore Srednekolymsk Taipei Tashkent Tbilisi Tehran Tel_Aviv Thimbu Thimphu Tokyo Tomsk ' +
    'Ujung_Pandang Ulaanbaatar Ulan_Bator Urumqi Ust-Nera Vientiane Vladivostok Yakutsk Yangon Yekaterinburg ' +
    'Yerevan',
  Atlantic:
    'Azores Bermuda Canary Cape_Verde Faeroe Faroe Jan_Mayen Madeira Reykjavik South_Georgia St_Helena ' + 'Stanley',
  Australia:
    'ACT Adelaide Brisbane Broken_Hill Canberra Currie Darwin Eucla Hobart LHI Lindeman Lord_Howe Melbourne ' +
    'NSW North Perth Queensland South Sydney Tasmania Victoria West Yancowinna',
  Brazil: 'Acre DeNoronha East West',
  Canada: 'Atlantic Central Eastern Mountain Newfoundland Pacific Saskatchewan Yukon',
  Chile: 'Continental EasterIsland',
  Etc:
    'GMT GMT+0 GMT+1 GMT+10 GMT+11 GMT+12 GMT+2 GMT+3 GMT+4 GMT+5 GMT+6 GMT+7 GMT+8 GMT+9 GMT-0 GMT-1 GMT-10 ' +
    'GMT-11 GMT-12 GMT-13 GMT-14 GMT-2 GMT-3 GMT-4 GMT-5 GMT-6 GMT-7 GMT-8 GMT-9 GMT0 Greenwich UCT UTC ' +
    'Universal Zulu',
  Europe:
    'Amsterdam Andorra Astrakhan Athens Belfast Belgrade Berlin Bratislava Brussels Bucharest Budapest ' +
    'Busingen Chisinau Copenhagen Dublin Gibraltar Guernsey Helsinki Isle_of_Man Istanbul Jersey Kaliningrad ' +
    'Kiev Kirov Kyiv Lisbon Ljubljana London Luxembourg Madrid Malta Mariehamn Minsk Monaco Moscow Nicosia ' +
    'Oslo Paris Podgorica Prague Riga Rome Samara San_Marino Sarajevo Saratov Simferopol Skopje Sofia ' +
    'Stockholm Tallinn Tirane Tiraspol Ulyanovsk Uzhgorod Vaduz Vatican Vienna Vilnius Volgograd Warsaw ' +
    'Zagreb Zaporozhye Zurich',
  Indian: 'Antananarivo Chagos Christmas Cocos Comoro Kerguelen Mahe Maldives Mauritius Mayotte Reunion',
  Mexico: 'BajaNorte BajaSur General',
  Pacific:
    'Apia Auckland Bougainville Chatham Chuuk Easter Efate Enderbury Fakaofo Fiji Funafuti Galapagos Gambier ' +
    'Guadalcanal Guam Honolulu Johnston Kanton Kiritimati Kosrae Kwajalein Majuro Marquesas Midway Nauru Niue ' +
    'Norfolk Noumea Pago_Pago Palau Pitcairn Pohnpei Ponape Port_Moresby Rarotonga Saipan Samoa Tahiti Tarawa ' +
    'Tongatapu Truk Wake Wallis Yap',
  US: 'Alaska Aleutian Arizona Central East-Indiana Eastern Hawaii Indiana-Starke Michigan Mountain Pacific ' + 'Samoa',
}

const listed = new Set(
  Object.entries(namesByArea).flatMap(([area, names]) => names.split(' ').map(name => `${area}/${name}`)),
)
listed.add('UTC')

// Short names say too little (CST is three zones) or keep a fixed offset where people mean the zone with summer time.
const shortNames: Record<string, string> = {
  Z: 'UTC',
  ZULU: 'UTC',
  GMT: 'UTC',
  GMT0: 'UTC',
  'GMT+0': 'UTC',
  'GMT-0': 'UTC',
  UCT: 'UTC',
  UNIVERSAL: 'UTC',
  GREENWICH: 'UTC',
  BST: 'Europe/London',
  GB: 'Europe/London',
  'GB-EIRE': 'Europe/London',
  EIRE: 'Europe/Dublin',
  WET: 'Europe/Lisbon',
  WEST: 'Europe/Lisbon',
  PORTUGAL: 'Europe/Lisbon',
  CET: 'Europe/Paris',
  CEST: 'Europe/Paris',
  MET: 'Europe/Paris',
  MEZ: 'Europe/Berlin',
  MESZ: 'Europe/Berlin',
  EET: 'Europe/Athens',
  EEST: 'Europe/Athens',
  MSK: 'Europe/Moscow',
  'W-SU': 'Europe/Moscow',
  POLAND: 'Europe/Warsaw',
  TURKEY: 'Europe/Istanbul',
  TRT: 'Europe/Istanbul',
  ICELAND: 'Atlantic/Reykjavik',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  EST5EDT: 'America/New_York',
  ET: 'America/New_York',
  CST: 'America/Chicago',
  CDT: 'America/Chicago',
  CST6CDT: 'America/Chicago',
  CT: 'America/Chicago',
  MST: 'America/Denver',
  MDT: 'America/Denver',
  MST7MDT: 'America/Denver',
  MT: 'America/Denver',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  PST8PDT: 'America/Los_Angeles',
  PT: 'America/Los_Angeles',
  AKST: 'America/Anchorage',
  AKDT: 'America/Anchorage',
  HST: 'Pacific/Honolulu',
  AST: 'America/Halifax',
  ADT: 'America/Halifax',
  NST: 'America/St_Johns',
  BRT: 'America/Sao_Paulo',
  ART: 'America/Argentina/Buenos_Aires',
  CUBA: 'America/Havana',
  JAMAICA: 'America/Jamaica',
  NAVAJO: 'America/Denver',
  SAST: 'Africa/Johannesburg',
  CAT: 'Africa/Maputo',
  EAT: 'Africa/Nairobi',
  WAT: 'Africa/Lagos',
  EGYPT: 'Africa/Cairo',
  LIBYA: 'Africa/Tripoli',
  ISRAEL: 'Asia/Jerusalem',
  IRAN: 'Asia/Tehran',
  GST: 'Asia/Dubai',
  PKT: 'Asia/Karachi',
  IST: 'Asia/Kolkata',
  ICT: 'Asia/Bangkok',
  WIB: 'Asia/Jakarta',
  SGT: 'Asia/Singapore',
  SINGAPORE: 'Asia/Singapore',
  HKT: 'Asia/Hong_Kong',
  HONGKONG: 'Asia/Hong_Kong',
  PRC: 'Asia/Shanghai',
  ROC: 'Asia/Taipei',
  ROK: 'Asia/Seoul',
  KST: 'Asia/Seoul',
  JST: 'Asia/Tokyo',
  JAPAN: 'Asia/Tokyo',
  AWST: 'Australia/Perth',
  ACST: 'Australia/Adelaide',
  AEST: 'Australia/Sydney',
  AEDT: 'Australia/Sydney',
  NZ: 'Pacific/Auckland',
  NZST: 'Pacific/Auckland',
  NZDT: 'Pacific/Auckland',
  'NZ-CHAT': 'Pacific/Chatham',
  KWAJALEIN: 'Pacific/Kwajalein',
}

const clocks = new Map<string, Intl.DateTimeFormat | null>()

function clockOf(zone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  // The shape is asked for before Intl is, so that neither offsets nor endless wrong names fill the cache.
  if (!listed.has(zone) && !/^[A-Z][A-Za-z]+(\/[A-Z][A-Za-z_-]+){1,2}$/.test(zone)) return null
  let clock: Intl.DateTimeFormat | null = null
  try {
    clock = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
  } catch {
    return null
  }
  if (!listed.has(zone) && clock.resolvedOptions().timeZone !== zone) return null
  clocks.set(zone, clock)
  return clock
}

/** Whether the text is the name of an IANA time zone, spelled as the database spells it: Area/City, or UTC (contract.md §3). */
export function isTimeZone(id: string): boolean {
  return clockOf(id) !== null
}

/** The time zone that a text most likely means (other case, a city alone, an abbreviation, a typing slip), or undefined. */
export function suggestTimeZone(id: string): string | undefined {
  const key = id.trim().toUpperCase().replace(/\s+/g, '_')
  if (shortNames[key]) return shortNames[key]
  if (key === '') return undefined
  const wanted = key.split('/').at(-1) ?? key
  let nearest: { zone: string; distance: number } | undefined
  for (const zone of listed) {
    const upper = zone.toUpperCase()
    if (upper === key) return zone
    const sameCity = upper.endsWith(`/${wanted}`)
    const distance = sameCity
      ? 0.5
      : editDistance(upper.includes('/') && key.includes('/') ? upper : cityOf(upper), key)
    if (!nearest || distance < nearest.distance) nearest = { zone, distance }
  }
  return nearest && nearest.distance <= Math.min(2, key.length / 4) ? nearest.zone : undefined
}

function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1)
}

function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const line = [row]
    for (let column = 1; column <= b.length; column++) {
      const swap = above[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1)
      line.push(Math.min(swap, above[column]! + 1, line[column - 1]! + 1))
    }
    above = line
  }
  return above[b.length]!
}

/**
 * The offset of a zone from UTC at an instant: whole minutes, east positive. `epochMs` in milliseconds since 1970 in UTC.
 * Throws a RangeError for a name that isTimeZone refuses.
 */
export function offsetAt(zone: string, epochMs: number): number {
  const clock = clockOf(zone)
  if (!clock) throw new RangeError(`"${zone}" is no IANA time zone`)
  return readOffset(clock.format(epochMs))
}

function readOffset(text: string): number {
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(text)
  if (!match) return 0
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return match[1] === '-' ? -minutes : minutes
}

/** The instant as RFC 3339 in the zone's own offset, whole seconds: 2026-12-01T19:00:00+01:00. Throws as offsetAt does. */
export function formatInZone(zone: string, epochMs: number): string {
  const minutes = offsetAt(zone, epochMs)
  const local = new Date(epochMs + minutes * 60_000).toISOString().slice(0, 19)
  return local + writeOffset(minutes)
}

function writeOffset(minutes: number): string {
  const size = Math.abs(minutes)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
