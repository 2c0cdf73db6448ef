// An order of law to remove a post: its reference and the countries in which it holds.
import { countryName, isCountry } from '../places/countries.ts'

/** `countries`: ISO 3166-1 codes; empty: everywhere. */
export type LegalOrder = { reference: string; countries: string[] }

/** The category of a removal by an order of law, which is none of the policy. */
export const legalCategory = 'legal'

const everywhere = 'everywhere'

/** The countries that a person names, or the words that no country has. */
export function countriesIn(text: string): { countries: string[] } | { wrong: string[] } {
  const named = text.split(/[\s,;]+/).filter(Boolean)
  if (named.every(each => each.toLowerCase() === everywhere)) return { countries: [] }
  const codes = [...new Set(named.map(each => each.toUpperCase()))]
  const wrong = codes.filter(code => !isCountry(code))
  return wrong.length > 0 ? { wrong } : { countries: codes }
}

/** Where an order holds, in words. */
export const placesOf = ({ countries }: Pick<LegalOrder, 'countries'>): string =>
  countries.length === 0 ? everywhere : countries.map(countryName).join(', ')
