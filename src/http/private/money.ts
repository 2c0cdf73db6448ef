// Micros as people write them in forms, and with a sign in tables; how amounts are shown is in contract/currency.ts.
import { currencyCode, currencySigns, exactly, microsPerUnit, rounded, spelled } from '../../contract/currency.ts'

/**
 * With a minus for a debit (−$1.00), and with `always` a plus for a credit (+$10.00). Exact when the amount is not in whole smallest
 * units.
 */
export function signed(micros: number, sign: 'always' | 'negative' = 'negative'): string {
  const amount = Math.abs(micros)
  const mark = micros < 0 ? '−' : sign === 'always' ? '+' : ''
  return `${mark}${exactly(amount) ?? rounded(amount)}`
}

/**
 * An amount as micros: "5", "0.25" with or without the sign of the currency, "5,50", "1,000.50", "1.000001"; null when the text is
 * not an amount. "1,000" alone is none: it is a thousand to some people and one to others.
 */
export function microsIn(text: string): number | null {
  const amount = withoutSign(text.trim())
  const plain = /^\d{1,3}(?:,\d{3}){1,2}\.\d{1,6}$/.test(amount)
    ? amount.replaceAll(',', '')
    : amount.replace(/,(?=\d{1,2}$)/, '.')
  const [, whole = '', decimals = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(plain) ?? []
  return whole === '' ? null : Number(whole) * microsPerUnit + Number(decimals.padEnd(6, '0'))
}

function withoutSign(text: string): string {
  const sign = currencySigns().find(each => text.startsWith(each))
  return sign === undefined ? text : text.slice(sign.length).replace(/^ /, '')
}

/** What `microsIn` takes. */
export const amountRule = () => `An amount is in ${currencyCode()}, such as 5, 0.25 or 5,50.`

/** The words of a problem or of a price, with amounts as the pages write them. */
export const asOnPages = (text: string): string =>
  text.replace(/(?<![\d.])(\d+(?:\.\d+)?) ([A-Z]{3})\b/g, (said, amount: string, code: string) =>
    code === currencyCode() ? spelled(Math.round(Number(amount) * microsPerUnit)) : said,
  )
