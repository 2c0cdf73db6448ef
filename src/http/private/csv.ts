// Writes records of CSV that a spreadsheet opens without calculating.

/** A number that is written as it is: a negative one is not marked as text. */
export class Decimal {
  readonly digits: string
  constructor(digits: string) {
    this.digits = digits
  }
}

/** A record of RFC 4180. An apostrophe marks text that a spreadsheet would calculate. */
export function csvLine(values: readonly (string | number | Decimal | null)[]): string {
  const cells = values.map(value => {
    if (value instanceof Decimal) return value.digits
    if (typeof value !== 'string') return String(value ?? '')
    const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  })
  return `${cells.join(',')}\r\n`
}
