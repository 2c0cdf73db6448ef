// What people call countries and states when they write where a place is: "Texas", "TX", "N.J.", "Deutschland".
import {
  countryCodes,
  countryName,
  isCountry,
  isSubdivision,
  subdivisionName,
  subdivisionsNamed,
  subdivisionsOf,
  suggestCountry,
} from './countries.ts'
import { areaFilter } from './location.ts'
import { placeNameKey } from './place-name.ts'

/** Countries of ISO 3166-1 that many people write as a part of another one. */
const partOf: Record<string, string> = {
  ...{ AS: 'US', GU: 'US', MP: 'US', PR: 'US', VI: 'US', AW: 'NL', CW: 'NL', SX: 'NL', HK: 'CN', MO: 'CN' },
  ...{ GF: 'FR', GP: 'FR', MQ: 'FR', RE: 'FR', YT: 'FR', AX: 'FI', FO: 'DK', GL: 'DK' },
}

let bySuffix: Map<string, string[]> | undefined

/** The states whose code ends so: TX is US-TX. */
function statesWithSuffix(suffix: string): readonly string[] {
  if (!bySuffix) {
    bySuffix = new Map()
    for (const { code } of countryCodes.flatMap(subdivisionsOf)) {
      const own = code.slice(3)
      const codes = bySuffix.get(own)
      if (codes) codes.push(code)
      else bySuffix.set(own, [code])
    }
  }
  return bySuffix.get(suffix) ?? []
}

/**
 * Steps that index all names of areas, each within 50 ms. A caller that runs them in turns of the event loop of their own keeps the
 * first question from blocking it; later the steps cost nothing.
 */
export const indexAreas: readonly (() => void)[] = [
  () => countryName('DE'),
  () => subdivisionsOf('DE'),
  () => subdivisionsNamed('-'),
  () => suggestCountry('-'),
  () => statesWithSuffix('-'),
]

/** The countries and states that a text may mean, as codes (DE, US-TX); empty for a text that names none. */
export function areasCalled(text: string): string[] {
  const upper = text.trim().toUpperCase()
  if (upper === '') return []
  const code = /^(?:[A-Z]\. ?){2,4}$/.test(`${upper}${upper.endsWith('.') ? '' : '.'}`)
    ? upper.replace(/[. ]/g, '')
    : upper.replace(/\.$/, '')
  if (isSubdivision(code)) return [code]
  const country = isCountry(code) ? code : suggestCountry(code)
  return [
    ...new Set([
      ...(country ? [country] : []),
      ...subdivisionsNamed(text).map(state => state.code),
      ...(/^[A-Z]{2,3}$/.test(code) ? statesWithSuffix(code) : []),
    ]),
  ]
}

/** Whether an area of the name index (a state, or a country where the state is not known) lies in one of these areas. */
export function liesInOne(codes: readonly string[]): (area: string) => boolean {
  const tests = codes.map(code =>
    code.includes('-') ? areaFilter({ state: code }) : (area: string) => isInCountry(area.slice(0, 2), code),
  )
  return area => tests.some(test => test(area))
}

const isInCountry = (country: string, code: string) => country === code || partOf[country] === code

/** An area in words, and its code: "Texas (US-TX)". */
export function areaWords(code: string): string {
  return `${code.includes('-') ? (subdivisionName(code) ?? code) : countryName(code)} (${code})`
}

/** The country or the states with exactly this name; codes and short forms do not count. */
export function areasInFull(text: string): string[] {
  const key = placeNameKey(text)
  if (key.length <= 3) return []
  return areasCalled(text)
}
