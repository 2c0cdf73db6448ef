// The countries of ISO 3166-1 and the subdivisions of ISO 3166-2: their codes, their names, and which lies in which.

import { iso31661 } from 'iso-3166/1.js'
import { iso31662 } from 'iso-3166/2.js'
import { englishSubdivisions } from './english-subdivisions.ts'
import { placeNameKey } from './place-name.ts'

export type Subdivision = { code: string; name: string }

const countries = new Map(iso31661.map(({ alpha2, alpha3, name }) => [alpha2, { alpha3, name }]))

/** Every assigned ISO 3166-1 alpha-2 code, in alphabetical order (contract.md §3). */
export const countryCodes: readonly string[] = [...countries.keys()].sort()

// The list of subdivisions has thousands of rows, so it is indexed on first use.
let indexed: Map<string, { name: string; parent: string }> | undefined
let byCountry: Map<string, Subdivision[]> | undefined

// Norway's counties of 2024 are missing in the package's list. They are taken, and so are the counties that they replace.
const newer: Subdivision[] = [
  { code: 'NO-31', name: 'Østfold' },
  { code: 'NO-32', name: 'Akershus' },
  { code: 'NO-33', name: 'Buskerud' },
  { code: 'NO-39', name: 'Vestfold' },
  { code: 'NO-40', name: 'Telemark' },
  { code: 'NO-55', name: 'Troms' },
  { code: 'NO-56', name: 'Finnmark' },
]

function subdivisions(): Map<string, { name: string; parent: string }> {
  indexed ??= new Map([
    ...iso31662.map(({ code, name, parent }): [string, { name: string; parent: string }] => [code, { name, parent }]),
    ...newer.map(({ code, name }): [string, { name: string; parent: string }] => [
      code,
      { name, parent: code.slice(0, 2) },
    ]),
  ])
  return indexed
}

let displayNames: Intl.DisplayNames | undefined

/** Whether the text is an assigned ISO 3166-1 alpha-2 code, in upper case as the standard writes it (contract.md §3). */
export function isCountry(code: string): boolean {
  return countries.has(code)
}

/** The English name of a country; the code itself when there is no such country. */
export function countryName(code: string): string {
  if (!countries.has(code)) return code
  displayNames ??= new Intl.DisplayNames('en', { type: 'region' })
  return displayNames.of(code) ?? code
}

/** Whether the text is an ISO 3166-2 code in upper case (contract.md §3). */
export function isSubdivision(code: string): boolean {
  return subdivisions().has(code)
}

/** The name ISO 3166-2 gives to a subdivision, or undefined when there is no such code. */
export function subdivisionName(code: string): string | undefined {
  return subdivisions().get(code)?.name
}

/** The subdivisions of a country, the highest level first, in the order of their codes; empty for an unknown country. */
export function subdivisionsOf(country: string): readonly Subdivision[] {
  byCountry ??= groupByCountry()
  return byCountry.get(country) ?? []
}

function groupByCountry(): Map<string, Subdivision[]> {
  const groups = new Map<string, Subdivision[]>()
  const sorted = [...iso31662, ...newer].sort((a, b) => level(a.code) - level(b.code) || (a.code < b.code ? -1 : 1))
  for (const { code, name } of sorted) {
    const country = code.slice(0, 2)
    const group = groups.get(country)
    if (group) group.push({ code, name })
    else groups.set(country, [{ code, name }])
  }
  return groups
}

function level(code: string): number {
  const parent = parentOf(code)
  return parent === undefined ? 0 : 1 + level(parent)
}

// The package gives the parents of subdivisions for fifteen countries; these are the rest: child codes by parent.
const moreParents: Record<string, Record<string, string>> = {
  BE: { VLG: 'VAN VBR VLI VOV VWV', WAL: 'WBR WHT WLG WLX WNA' },
  GB: {
    UKM: 'GBN NIR',
    GBN: 'EAW SCT',
    EAW: 'ENG WLS',
    NIR: 'ABC AND ANN BFS CCG DRS FMO LBC MEA MUL NMD',
    SCT: 'ABD ABE AGB ANS CLK DGY DND EAY EDH EDU ELN ELS ERW FAL FIF GLG HLD IVC MLN MRY NAY NLK ORK PKN RFW SAY SCB SLK STG WDU WLN ZET',
    WLS: 'AGY BGE BGW CAY CGN CMN CRF CWY DEN FLN GWN MON MTY NTL NWP PEM POW RCT SWA TOF VGL WRX',
    ENG:
      'BAS BBD BCP BDF BDG BEN BEX BIR BKM BNE BNH BNS BOL BPL BRC BRD BRY BST BUR CAM CBF CHE CHW CLD CMA CMD CON COV CRY ' +
      'DAL DBY DER DEV DNC DOR DUD DUR EAL ENF ERY ESS ESX GAT GLS GRE HAL HAM HAV HCK HEF HIL HMF HNS HPL HRT HRW HRY ' +
      'IOS IOW ISL KEC KEN KHL KIR KTT KWL LAN LBH LCE LDS LEC LEW LIN LIV LND LUT MAN MDB MDW MIK MRT NBL NEL NET NFK NGM ' +
      'NLN NNH NSM NTH NTT NTY NWM NYK OLD OXF PLY POR PTE RCC RCH RDB RDG RIC ROT RUT SAW SFK SFT SGC SHF SHN SHR SKP SLF ' +
      'SLG SND SOL SOM SOS SRY STE STH STN STS STT STY SWD SWK TAM TFW THR TOB TRF TWH WAR WBK WFT WGN WIL WKF WLL WLV WND ' +
      'WNH WNM WOK WOR WRL WRT WSM WSX YOR',
  },
  EE: {
    37: '141 198 245 296 305 338 353 424 431 446 651 653 719 726 784 890',
    39: '205',
    45: '130 251 321 442 511 514 735 803',
    50: '247 486 618',
    52: '255 567 834',
    56: '184 441 907',
    60: '191 272 661 663 792 901 903 928',
    64: '284 622 708',
    68: '214 303 430 624 638 712 809',
    71: '293 317 503 668',
    74: '478 689 714',
    79: '171 283 291 432 528 586 793 796',
    81: '557 824 855',
    84: '480 615 897 899',
    87: '142 698 732 917 919',
  },
  // Cities with county rights, each inside the county named first.
  HU: {
    BA: 'PS',
    BE: 'BC',
    BK: 'KM',
    BZ: 'MI',
    CS: 'HV SD',
    FE: 'DU SF',
    GS: 'GY SN',
    HB: 'DE',
    HE: 'EG',
    JN: 'SK',
    KE: 'TB',
    NO: 'ST',
    PE: 'ER',
    SO: 'KV',
    SZ: 'NY',
    TO: 'SS',
    VA: 'SH',
    VE: 'VM',
    ZA: 'NK ZE',
  },
  IS: {
    1: 'GAR HAF KJO KOP MOS RKV SEL',
    2: 'GRN RKN SDN SVG',
    3: 'AKN BOG DAB EOM GRU HVA SKO SNF STY',
    4: 'ARN BOL ISA KAL RHH SDV STR TAL VER',
    5: 'HUG HUV SKG SKR SSS',
    6: 'AKU DAV EYF FJL GRY HRG LAN NOR SBT THG TJO',
    7: 'FJD FLR MUL VOP',
    8: 'ASA BLA FLA GOG HRU HVE MYR RGE RGY SFA SHF SKF SOG SOL VEM',
  },
  NO: { 30: '31 32 33', 38: '39 40', 54: '55 56' },
  ID: {
    JW: 'BT JB JI JK JT YO',
    KA: 'KB KI KS KT KU',
    ML: 'MA MU',
    NU: 'BA NB NT',
    PP: 'PA PB PD PE PS PT',
    SL: 'GO SA SG SN SR ST',
    SM: 'AC BB BE JA KR LA RI SB SS SU',
  },
  LU: { D: 'CL DI RD VD WI', G: 'EC GR RM', L: 'CA ES LU ME' },
}

let addedParents: Map<string, string> | undefined

/** The subdivision in which a subdivision lies; undefined where it lies directly in its country. */
export function parentOf(code: string): string | undefined {
  addedParents ??= new Map(
    Object.entries(moreParents).flatMap(([country, parents]) =>
      Object.entries(parents).flatMap(([parent, children]) =>
        children.split(' ').map((child): [string, string] => [`${country}-${child}`, `${country}-${parent}`]),
      ),
    ),
  )
  const added = addedParents.get(code)
  if (added) return added
  const parent = subdivisions().get(code)?.parent
  return parent?.includes('-') ? parent : undefined
}

/**
 * Whether one subdivision is the other or lies inside it: FR-75C (Paris) is within FR-IDF.
 * Parents come from ISO 3166-2; a code without a known parent is within itself only.
 */
export function isWithin(code: string, outer: string): boolean {
  return subdivisionsAround(code).includes(outer)
}

/** A subdivision and those around it, the narrowest first: FR-75C, FR-IDF. */
export function subdivisionsAround(code: string): string[] {
  const around: string[] = []
  for (let at: string | undefined = code; at; at = parentOf(at)) around.push(at)
  return around
}

// Texts that people write instead of the ISO code: reserved codes, language codes, car plates and names.
const habits: Record<string, string> = {
  UK: 'GB',
  EN: 'GB',
  EL: 'GR',
  SU: 'RU',
  JA: 'JP',
  AN: 'CW',
  DD: 'DE',
  USA: 'US',
  'U.S.': 'US',
  'U.S.A.': 'US',
  AMERICA: 'US',
  ENGLAND: 'GB',
  SCOTLAND: 'GB',
  WALES: 'GB',
  'GREAT BRITAIN': 'GB',
  HOLLAND: 'NL',
  'CZECH REPUBLIC': 'CZ',
  TURKEY: 'TR',
  KOREA: 'KR',
  UAE: 'AE',
}

// The names of countries are known in these languages, and in the language of each country.
const languages = 'en de es fr it pt nl sv da nb fi pl cs hu ro el tr uk ru ar he fa hi bn id vi th ko ja zh'.split(' ')

let namedCountries: Map<string, string> | undefined
function countryByName(name: string): string | undefined {
  if (!namedCountries) {
    namedCountries = new Map()
    const add = (code: string, names: Intl.DisplayNames) => {
      const key = placeNameKey(names.of(code) ?? '')
      if (!namedCountries?.has(key)) namedCountries?.set(key, code)
    }
    for (const language of languages) {
      const names = new Intl.DisplayNames(language, { type: 'region' })
      for (const code of countries.keys()) add(code, names)
    }
    for (const code of countries.keys())
      add(code, new Intl.DisplayNames(new Intl.Locale(`und-${code}`).maximize().language, { type: 'region' }))
  }
  return namedCountries.get(placeNameKey(name))
}

let namedSubdivisions: Map<string, string[]> | undefined

/** The subdivisions with a name in ISO 3166-2 or in English, in one country or in all; the highest level first. */
export function subdivisionsNamed(name: string, country?: string): Subdivision[] {
  namedSubdivisions ??= indexNames()
  const codes = namedSubdivisions.get(placeNameKey(name)) ?? []
  return codes
    .filter(code => country === undefined || code.startsWith(`${country}-`))
    .map(code => ({ code, name: subdivisionName(code) ?? code }))
}

function indexNames(): Map<string, string[]> {
  const index = new Map<string, string[]>()
  const add = (name: string, code: string) => {
    const key = placeNameKey(name)
    const codes = index.get(key)
    if (!codes) index.set(key, [code])
    else if (!codes.includes(code)) codes.push(code)
  }
  for (const country of countryCodes) {
    for (const pair of englishSubdivisions[country]?.split('|') ?? []) {
      const [suffix, name = ''] = pair.split('=')
      add(name, `${country}-${suffix}`)
    }
    for (const { code, name } of subdivisionsOf(country)) {
      add(name, code)
      // "Murcia, Región de", "Guyane (française)"
      for (const part of name.split(/[,([/]/)) if (part.trim() !== '') add(part, code)
    }
  }
  return index
}

let writtenCountries: Map<string, string> | undefined

/** The country whose alpha-3 code or name in ISO 3166-1 or English this is, in upper case. */
function countryWritten(upper: string): string | undefined {
  if (!writtenCountries) {
    writtenCountries = new Map()
    for (const [alpha2, { alpha3, name }] of countries)
      for (const text of [alpha3, name, countryName(alpha2)])
        if (!writtenCountries.has(text.toUpperCase())) writtenCountries.set(text.toUpperCase(), alpha2)
  }
  return writtenCountries.get(upper)
}

/** The alpha-2 code that a text most likely means (other case, alpha-3, habit, name in a widespread language), or undefined. */
export function suggestCountry(text: string): string | undefined {
  const upper = text.trim().toUpperCase()
  if (countries.has(upper)) return upper
  if (habits[upper]) return habits[upper]
  const named = countryWritten(upper) ?? countryByName(text)
  if (named) return named
  const prefix = upper.match(/^([A-Z]{2})-/)?.[1]
  return prefix && countries.has(prefix) ? prefix : undefined
}
