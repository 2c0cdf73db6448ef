// Micros as people read them: dollars and cents, or all decimals of an amount below a cent.
const microsPerDollar = 1_000_000
const microsPerCent = 10_000

/** Whole cents, rounded down: $9.99. */
export function dollars(micros: number): string {
  const cents = Math.floor(micros / microsPerCent)
  return `$${thousands(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`
}

/** With up to six decimals: $9.9985. Null for whole cents. */
export function exactDollars(micros: number): string | null {
  if (micros % microsPerCent === 0) return null
  const places = String(micros % microsPerDollar)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `$${thousands(Math.floor(micros / microsPerDollar))}.${places}`
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
