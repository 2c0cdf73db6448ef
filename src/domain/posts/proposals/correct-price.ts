// Writes an asking price as an amount and a currency: "12.50 EUR", "$12", {"amount": "12", "currency": "euro"}.

import { currencyDecimals } from '../../../contract/currencies.ts'
import type { SiteRow } from '../../../contract/sites.ts'
import { isObject } from '../../is-object.ts'
import { currenciesMeant } from '../../money/currency-signs.ts'
import { show } from '../../shape.ts'
import type { BodyDraft } from './body-draft.ts'

type Money = { amounts: number[]; currencies: string[] }

const longestPrice = 40

/** Corrects the prices of a body. A currency that several countries share is a choice, unless the location decides. */
export function correctPrices(draft: BodyDraft, { money }: SiteRow): void {
  const country = countryOf(draft.get(['location']))
  for (const name of money) {
    const given = draft.get([name])
    if (typeof given === 'string') correctText(draft, name, given, country)
    else if (isObject(given)) correctParts(draft, name, given, country)
  }
}

/** "12.50 EUR" as an object. */
function correctText(draft: BodyDraft, name: string, given: string, country: string | undefined): void {
  const { amounts, currencies } = moneyIn(given, country)
  const values = amounts.flatMap(amount => currencies.map(currency => ({ amount, currency })))
  const [only, ...others] = values
  const reads = (value: { amount: number; currency: string }) =>
    `${show(given)} is read as ${value.amount} ${value.currency}.`
  if (only && others.length === 0) draft.set([name], only, reads(only))
  else if (only)
    draft.choose(
      [name],
      values.map(value => ({ value, why: reads(value) })),
    )
}

/** An object with an amount as text, or with a currency in words. The currency may stand beside the amount. */
function correctParts(
  draft: BodyDraft,
  name: string,
  given: Record<string, unknown>,
  country: string | undefined,
): void {
  const { amount, currency } = given
  const inAmount = typeof amount === 'string' ? moneyIn(amount, country) : null
  const named = typeof currency === 'string' ? currenciesMeant(currency, country) : []
  if (inAmount) {
    const why = 'The amount is a number, without a sign.'
    pick(draft, [name, 'amount'], inAmount.amounts, why)
  }
  if (typeof currency === 'string' && !currencyDecimals.has(currency))
    pick(draft, [name, 'currency'], named, `${show(currency)} is written as its ISO 4217 code.`)
  if (currency === undefined && inAmount)
    pick(draft, [name, 'currency'], inAmount.currencies, `${show(amount)} names it.`)
}

function pick(draft: BodyDraft, at: string[], values: readonly (string | number)[], why: string): void {
  const [only, ...others] = values
  if (only === undefined) return
  if (others.length === 0) draft.set(at, only, why)
  else
    draft.choose(
      at,
      values.map(value => ({ value, why: `It is read as ${value}.` })),
    )
}

/** The amounts and the currencies that a text can mean; none where it says more than one amount and its currency. */
function moneyIn(text: string, country: string | undefined): Money {
  const nothing = { amounts: [], currencies: [] }
  if (text.length > longestPrice) return nothing
  const [, before = '', number = '', after = ''] =
    /^([^\d+-]*)(\d(?:[\d.,' \u00a0]*\d)?)([^\d+-]*)$/.exec(text.trim()) ?? []
  if (number === '' || (before.trim() !== '' && after.trim() !== '')) return nothing
  const sign = `${before}${after}`.trim()
  const currencies = sign === '' ? [] : currenciesMeant(sign, country)
  return sign !== '' && currencies.length === 0 ? nothing : { amounts: amountsIn(number), currencies }
}

/** "1,200.50", "12,50": the numbers that digits with points and commas can mean. */
function amountsIn(text: string): number[] {
  const digits = text.replace(/[' \u00a0](?=\d{3}(?!\d))/g, '')
  if (/^\d+(?:\.\d+)?$/.test(digits) && !/^[1-9]\d{0,2}\.\d{3}$/.test(digits)) return [Number(digits)]
  const grouped = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)
  if (grouped) return [Number(digits.replace(/[.,]/, '')), Number(digits.replace(',', '.'))]
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits)) return [Number(digits.replaceAll(',', ''))]
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(digits)) return [Number(digits.replaceAll('.', '').replace(',', '.'))]
  return /^\d+,\d{1,2}$/.test(digits) ? [Number(digits.replace(',', '.'))] : []
}

function countryOf(location: unknown): string | undefined {
  const country = isObject(location) ? location.country : undefined
  return typeof country === 'string' ? country : undefined
}
