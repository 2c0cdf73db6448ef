// Checks the asking price of a classified: the currency exists and has enough decimals for the amount (contract.md §3).

import { currencyDecimals } from '../../contract/currencies.ts'
import { show } from '../shape.ts'
import { currenciesMeant } from './currency-signs.ts'

/** `per`: for what it is asked, such as an hour; left out for everything. */
export type AskingPrice = { amount: number; currency: string; per?: string }

/** A price as it was sent: members may be missing or of a wrong type, which the schema finds. */
type GivenPrice = { amount?: unknown; currency?: unknown }

/** The longest text that can be a currency. */
const longestCurrency = 40

/** The errors of the currency of a price, and of the decimals of its amount, JSON pointer first. */
export function askingPriceErrors({ amount, currency }: GivenPrice, pointer: string): string[] {
  if (typeof currency !== 'string' || currency.length > longestCurrency) return []
  const decimals = currencyDecimals.get(currency)
  if (decimals === undefined) return [`${pointer}/currency: got ${show(currency)}; ${currencyFault(currency)}`]
  if (typeof amount !== 'number' || decimalsIn(amount) <= decimals) return []
  const most = decimals === 0 ? 'whole amounts of' : `at most ${decimals} decimals in`
  return [`${pointer}/amount: got ${amount}; it takes ${most} ${currency}`]
}

/** What is wrong with a code of a currency, in the words of an error after "got"; undefined for a code that exists. */
export function currencyFault(given: string): string | undefined {
  if (currencyDecimals.has(given)) return undefined
  const meant = currenciesMeant(given, undefined).map(code => show(code))
  if (meant.length > 0) return `did you mean ${meant.join(' or ')}?`
  return 'it takes an ISO 4217 code that exists, such as "EUR" or "USD"'
}

/** The decimals of a number in its shortest notation, which are the decimals that the JSON had. */
function decimalsIn(amount: number): number {
  const [digits = '', exponent = '0'] = String(amount).split('e')
  const fraction = digits.split('.')[1]?.length ?? 0
  return Math.max(0, fraction - Number(exponent))
}
