// To whom invoices are made out, as an owner writes it: what is stored of it, or what is wrong with it.
import { isCountry } from '../places/countries.ts'
import { faultOfVatId, plainVatId } from './tax.ts'

export const billingBounds = { name: 200, addressLines: 5, address: 300, vatId: 30 }

/** As it is typed: the address in lines. */
export type Billing = { name: string; address: string; country: string; vatId: string }

type Stored = { name: string; address: string; country: string; vat_id: string | null }
export type BillingFaults = Partial<Record<keyof Billing, string>>

/** `canPrint`: whether a character can be printed on an invoice. */
export function readBilling(
  typed: Billing,
  canPrint: (character: string) => boolean,
): { stored: Stored; faults?: never } | { stored?: never; faults: BillingFaults } {
  const name = typed.name.replace(/\s+/g, ' ').trim()
  const lines = typed.address.split(/\r\n|[\n\r]/).flatMap(line => line.replace(/\s+/g, ' ').trim() || [])
  const address = lines.join('\n')
  const [country, vatId] = [typed.country.trim(), plainVatId(typed.vatId)]
  const unprintable = (text: string) => [...text].find(character => character !== '\n' && !canPrint(character))
  const faults: BillingFaults = {}
  if (name === '' || name.length > billingBounds.name) faults.name = `A name has 1 to ${billingBounds.name} characters.`
  else if (unprintable(name)) faults.name = `The character ${unprintable(name)} cannot be printed. Leave it out.`
  if (address === '' || address.length > billingBounds.address || lines.length > billingBounds.addressLines)
    faults.address = `An address has 1 to ${billingBounds.addressLines} lines and up to ${billingBounds.address} characters.`
  else if (unprintable(address))
    faults.address = `The character ${unprintable(address)} cannot be printed. Leave it out.`
  if (!isCountry(country)) faults.country = 'Choose a country.'
  else if (vatId !== '') {
    const fault =
      vatId.length > billingBounds.vatId ? 'A tax number has 2 to 20 letters and digits.' : faultOfVatId(vatId, country)
    if (fault !== null) faults.vatId = fault
  }
  if (Object.keys(faults).length > 0) return { faults }
  return { stored: { name, address, country, vat_id: vatId || null } }
}
