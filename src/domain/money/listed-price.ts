// Prices as lists compare them: within one currency, in its smallest unit, and in bands by which the search index finds them.

import { currencyDecimals } from '../../contract/currencies.ts'
import { priceSteps } from '../../contract/price-steps.ts'
import type { AskingPrice } from './asking-price.ts'

/** A price in the smallest unit of its currency, such as cents. */
export type ListedPrice = { currency: string; units: number }

/** Prices of a currency from `from` to `to`, both included, in its smallest unit; `bands` are the tags of the posts in it. */
export type PriceRange = { currency: string; from: number; to: number; bands: readonly string[] }

/** The price of a post as lists compare it. */
export function listedPrice({ amount, currency }: Pick<AskingPrice, 'amount' | 'currency'>): ListedPrice {
  return { currency, units: Math.min(Math.round(amount * unitsIn(currency)), Number.MAX_SAFE_INTEGER) }
}

/** Whether a price is at most an amount in whole units of its currency. */
export function isAtMost({ currency, units }: ListedPrice, most: number): boolean {
  return units <= exactUnits(currency, most)
}

/** The tags of a price in the search index: its currency and its band. */
export function priceTags({ currency, units }: ListedPrice): string[] {
  return [currencyTag(currency), bandTag(currency, bandOf(currency, units))]
}

/** The prices of a currency between two amounts in its whole units; an end that is left out is open. */
export function priceRange(currency: string, least: number | undefined, most: number | undefined): PriceRange {
  const from = least === undefined ? 0 : Math.ceil(exactUnits(currency, least))
  const to = most === undefined ? Number.MAX_SAFE_INTEGER : Math.floor(exactUnits(currency, most))
  const open = least === undefined && most === undefined
  const [first, last] = [bandOf(currency, from), bandOf(currency, to)]
  return {
    ...{ currency, from, to },
    bands: open
      ? [currencyTag(currency)]
      : Array.from({ length: Math.max(0, last - first) + 1 }, (_, i) => bandTag(currency, first + i)),
  }
}

const currencyTag = (currency: string) => `currency=${currency}`
const bandTag = (currency: string, band: number) => `price=${currency}.${band}`

/** The number of the band of a price. */
function bandOf(currency: string, units: number): number {
  const band = priceSteps.findIndex(step => units <= step * unitsIn(currency))
  return band === -1 ? priceSteps.length : band
}

const unitsIn = (currency: string) => 10 ** (currencyDecimals.get(currency) ?? 2)

/** An amount in the smallest unit, without the error of binary fractions: 12.1 EUR is 1210, not a little more. */
const exactUnits = (currency: string, amount: number) => Number((amount * unitsIn(currency)).toFixed(6))
