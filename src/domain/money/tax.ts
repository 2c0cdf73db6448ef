// The tax that is inside of a paid amount: its rate by buyer and seller, and exact sums (contract.md §5).
import { currencyPlaces, microsPerUnit } from '../../contract/currency.ts'
import { type Buyer, type Invoicing, inUnion, ratePerPercent, vatForms } from '../../contract/invoicing.ts'

/** The smallest unit of the currency in micros. */
const smallestUnit = () => BigInt(microsPerUnit / 10 ** currencyPlaces())

/** How an amount is taxed: the rate in thousandths of a percent, and whether the buyer accounts for the tax instead of the seller. */
export type Taxed = { rate: number; reverseCharge: boolean }

/**
 * The tax on what a buyer pays: the rate of the buyer's country, or of the seller's while the buyer has named none. Between two members of
 * the EU a buyer with a VAT id accounts for the tax (article 196 of directive 2006/112/EC).
 */
export function taxOn({ seller, rates }: Invoicing, { country, vatId }: Pick<Buyer, 'country' | 'vatId'>): Taxed {
  const of = country ?? seller.country
  const reverseCharge =
    vatId !== null && seller.vatId !== null && of !== seller.country && inUnion(of) && inUnion(seller.country)
  return { rate: reverseCharge ? 0 : (rates[of] ?? rates['*'] ?? 0), reverseCharge }
}

/** The tax inside of a gross amount in micros: whole smallest units, half a unit is rounded up. `rate` in thousandths of a percent. */
export function taxInside(gross: number, rate: number): number {
  const whole = BigInt(100 * ratePerPercent + rate)
  const doubled = 2n * BigInt(gross) * BigInt(rate)
  const smallest = smallestUnit()
  const unit = 2n * whole * smallest
  return Number(((doubled + whole * smallest) / unit) * smallest)
}

/**
 * The tax of a part of an invoice: the tax of what was left of it less the tax of what is left then, so that the parts of an invoice add up
 * to its tax exactly. `left` is what is left of the invoice after the part; both in micros.
 */
export function taxOfPart(part: number, left: number, rate: number): number {
  return taxInside(left + part, rate) - taxInside(left, rate)
}

/** A VAT id as it is kept: capital letters, without spaces, dots and hyphens. */
export const plainVatId = (text: string) => text.toUpperCase().replace(/[\s.-]+/g, '')

const anyTaxNumber = /^[A-Z0-9+*/]{2,20}$/

/** Why a VAT id (plain) is none of a country; null for one of the right form. Only ids of the EU have a form that is checked. */
export function faultOfVatId(vatId: string, country: string): string | null {
  const known = vatForms[country]
  if (!known) return anyTaxNumber.test(vatId) ? null : 'A tax number has 2 to 20 letters and digits.'
  return known.form.test(vatId) ? null : `A VAT id of this country looks like ${known.example}.`
}

/** "19 %", "8.875 %". */
export const percent = (rate: number) => `${rate / ratePerPercent} %`
