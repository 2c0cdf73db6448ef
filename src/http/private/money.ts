// Micros as people read and write them: dollars and cents, or all decimals of an amount below a cent.
import { microsPerUsd } from '../../contract/words.ts'

const microsPerCent = 10_000

/** Whole cents, rounded down: $9.99. */
export function dollars(micros: number): string {
  const cents = Math.floor(micros / microsPerCent)
  return `$${thousands(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`
}

/** With up to six decimals: $9.9985. Null for whole cents. */
export function exactDollars(micros: number): string | null {
  if (micros % microsPerCent === 0) return null
  const places = String(micros % microsPerUsd)
    .padStart(6, '0')
    .replace(/(?<!0)0+$/, '')
  return `$${thousands(Math.floor(micros / microsPerUsd))}.${places}`
}

function thousands(whole: number): string {
  return String(whole).replace(/\B(?=(\d{3})+$)/g, ',')
}

/**
 * With a minus for a debit (−$1.00), and with `always` a plus for a credit (+$10.00). Exact when the amount is not whole cents.
 */
export function signedDollars(micros: number, sign: 'always' | 'negative' = 'negative'): string {
  const amount = Math.abs(micros)
  const mark = micros < 0 ? '−' : sign === 'always' ? '+' : ''
  return `${mark}${exactDollars(amount) ?? dollars(amount)}`
}

/**
 * Dollars as micros: "5", "$0.25", "5,50", "1,000.50", "1.000001"; null when the text is not an amount. "1,000" alone is none: it is
 * a thousand to some people and one to others.
 */
export function microsIn(text: string): number | null {
  const amount = text.trim().replace(/^\$ ?/, '')
  const plain = /^\d{1,3}(?:,\d{3}){1,2}\.\d{1,6}$/.test(amount)
    ? amount.replaceAll(',', '')
    : amount.replace(/,(?=\d{1,2}$)/, '.')
  const [, whole = '', cents = ''] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(plain) ?? []
  return whole === '' ? null : Number(whole) * microsPerUsd + Number(cents.padEnd(6, '0'))
}

/** What `microsIn` takes. */
export const amountRule = 'An amount is dollars, such as 5, 0.25 or 5,50.'

/** Micros as a field of dollars shows them: "5.00", "0.25", "1.000001". */
export function asDollars(micros: number): string {
  const cents = String(micros % microsPerUsd).padStart(6, '0')
  return `${Math.floor(micros / microsPerUsd)}.${cents.replace(/0{1,4}$/, '')}`
}

/** The words of a problem or of a price, with amounts as the pages write them. */
export const inDollars = (text: string): string => text.replace(/(?<!\d)(\d+\.\d+) USD/g, (_, amount) => `$${amount}`)
