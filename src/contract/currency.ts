// The money of the platform: its currency, the amounts that it offers for top-ups, and how amounts are written. A process serves one
// platform, which never changes its currency, so both are set once, at the start.
import { limits } from './limits.ts'
import { prices } from './prices.ts'

/** One unit of any currency in micros, in which all amounts are counted. */
export const microsPerUnit = 1_000_000

/** `currency`: an ISO 4217 code. `places`: the decimals of its smallest unit. `topUps`: the offered amounts in micros, ascending. */
export type PlatformMoney = { currency: string; places: number; topUps: readonly number[] }

/** The money of a platform whose operator sets none. */
export const usualMoney: PlatformMoney = { currency: 'USD', places: 2, topUps: prices.topupsMicros }

let money = usualMoney

/** Sets the money of this process. */
export function useMoney(of: PlatformMoney): void {
  money = of
}

/** The ISO 4217 code of the currency, such as "USD". */
export const currencyCode = (): string => money.currency

/** The code as it stands on the wire and at payment providers. */
export const wireCurrency = (): string => money.currency.toLowerCase()

/** The decimals of the smallest unit of the currency. */
export const currencyPlaces = (): number => money.places

/** The amounts that are offered for a top-up, in micros, ascending. */
export const offeredTopUps = (): readonly number[] => money.topUps

/** The amount of an auto-recharge until the owner chooses another, and the balance below which it happens. In micros. */
export function usualRecharge(): { amount: number; threshold: number } {
  const { amountMicros, thresholdMicros } = prices.autoRecharge
  const [least = amountMicros] = money.topUps
  if (money.topUps.some(offered => offered === amountMicros))
    return { amount: amountMicros, threshold: thresholdMicros }
  return { amount: least, threshold: Math.round((least * thresholdMicros) / amountMicros) }
}

/** What a connected app may spend a month, until the owner sets another amount. In micros. */
export const usualConnectionBudget = (): number =>
  Math.round((limits.connectionBudgetMicros * usualRecharge().amount) / prices.autoRecharge.amountMicros)

/** The balance below which an owner is warned, until the owner sets another. In micros. */
export const usualWarning = (): number =>
  Math.round((prices.lowBalanceMicros * usualRecharge().amount) / prices.autoRecharge.amountMicros)

/** "1.00 USD", "0.0010 USD": an amount with the code of the currency, with as many places as it needs. */
export function coded(micros: number): string {
  return `${inPlaces(micros, placesFor(micros), false)} ${money.currency}`
}

/** "$1.00", "€0.0010": an amount in a sentence for an owner, with as many places as it needs. */
export function spelled(micros: number): string {
  return written(micros, placesFor(micros), false)
}

/** "$1,234.50": an amount rounded down to whole smallest units. */
export function rounded(micros: number): string {
  const unit = microsPerUnit / 10 ** money.places
  return written(Math.floor(micros / unit) * unit, money.places, true)
}

/** "$9.9985": an amount with all of its decimals; null when it is in whole smallest units. */
export function exactly(micros: number): string | null {
  if (isWhole(micros)) return null
  return written(micros, decimalsOf(micros).length, true)
}

/** "5.00", "0.25", "1.000001": an amount as a field of a form or a file has it. */
export function plainAmount(micros: number): string {
  return inPlaces(micros, Math.max(money.places, decimalsOf(micros).length), false)
}

/** Whether an amount is in whole smallest units of the currency. */
const isWhole = (micros: number) => micros % (microsPerUnit / 10 ** money.places) === 0

/** The decimals of an amount without zeros at the end. */
const decimalsOf = (micros: number) =>
  String(micros % microsPerUnit)
    .padStart(6, '0')
    .replace(/(?<!0)0+$|^0+$/, '')

function placesFor(micros: number): number {
  if (isWhole(micros)) return money.places
  return micros % 100 === 0 ? 4 : 6
}

type Format = { places: number; grouped: boolean; style: 'currency' | 'decimal' }
const formats = new Map<string, Intl.NumberFormat>()

function formatOf({ places, grouped, style }: Format): Intl.NumberFormat {
  const name = `${money.currency} ${places} ${grouped} ${style}`
  const known = formats.get(name)
  if (known) return known
  const made = new Intl.NumberFormat('en', {
    style,
    ...(style === 'currency' && { currency: money.currency }),
    ...{ useGrouping: grouped, minimumFractionDigits: places, maximumFractionDigits: places },
  })
  formats.set(name, made)
  return made
}

const written = (micros: number, places: number, grouped: boolean) =>
  formatOf({ places, grouped, style: 'currency' }).format(exactNumber(micros)).replace('\u00a0', ' ')

const inPlaces = (micros: number, places: number, grouped: boolean) =>
  formatOf({ places, grouped, style: 'decimal' }).format(exactNumber(micros))

/** An amount in units as a text, which Intl reads without the rounding of a float. */
const exactNumber = (micros: number) =>
  `${Math.floor(micros / microsPerUnit)}.${String(micros % microsPerUnit).padStart(6, '0')}` as Intl.StringNumericLiteral

/** The signs that may stand beside a typed amount: the code and the symbols of the currency. */
export function currencySigns(): string[] {
  const symbols = (['symbol', 'narrowSymbol'] as const).map(currencyDisplay =>
    new Intl.NumberFormat('en', { style: 'currency', currency: money.currency, currencyDisplay })
      .formatToParts(0)
      .flatMap(({ type, value }) => (type === 'currency' ? [value] : []))
      .join(''),
  )
  return [...new Set([...symbols, money.currency])]
}
