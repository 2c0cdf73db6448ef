// Checks the asking price of a classified: the currency exists and has enough decimals for the amount (contract.md §3).

import { show } from '../shape.ts'
import { currencyDecimals } from './currencies.ts'

export type AskingPrice = { amount: number; currency: string }

/** The errors of a price that fits its schema, JSON pointer first; none when the price is valid. */
export function askingPriceErrors({ amount, currency }: AskingPrice, pointer: string): string[] {
  const decimals = currencyDecimals.get(currency)
  if (decimals === undefined) return [`${pointer}/currency: got ${show(currency)}; ${rightCurrency(currency)}`]
  if (decimalsIn(amount) <= decimals) return []
  const most = decimals === 0 ? 'whole amounts of' : `at most ${decimals} decimals in`
  return [`${pointer}/amount: got ${amount}; it takes ${most} ${currency}`]
}

function rightCurrency(given: string): string {
  const capitals = given.trim().toUpperCase()
  if (currencyDecimals.has(capitals)) return `did you mean "${capitals}"?`
  return 'it takes an ISO 4217 code that exists, such as "EUR" or "USD"'
}

/** The decimals of a number in its shortest notation, which are the decimals that the JSON had. */
function decimalsIn(amount: number): number {
  const [digits = '', exponent = '0'] = String(amount).split('e')
  const fraction = digits.split('.')[1]?.length ?? 0
  return Math.max(0, fraction - Number(exponent))
}
