// How payment providers count amounts: in the smallest units of the currency, with the exceptions that Stripe names.

import { currencyDecimals } from './currencies.ts'
import { microsPerUnit } from './currency.ts'

/** Currencies of two decimals that Stripe counts in whole units, and of none that it counts in hundredths. */
const countedInUnits = new Set(['MGA'])
const countedInHundredths = new Set(['ISK', 'UGX'])
/** Currencies of three decimals are charged in tens of their smallest units. */
const roundedTo = 10

/** How the amounts of a currency are counted. `micros`: of one unit of the provider. `step`: the least difference of two charges. */
export type MinorUnit = { micros: number; step: number }

/** The smallest unit of a currency, by its ISO 4217 code in any letter case. Throws for an unknown code. */
export function minorUnitOf(code: string): MinorUnit {
  const currency = code.toUpperCase()
  const decimals = currencyDecimals.get(currency)
  if (decimals === undefined) throw new Error(`${code} is no currency`)
  if (countedInHundredths.has(currency)) return { micros: microsPerUnit / 100, step: microsPerUnit }
  const micros = countedInUnits.has(currency) ? microsPerUnit : microsPerUnit / 10 ** decimals
  return { micros, step: decimals === 3 ? micros * roundedTo : micros }
}
