// The form in which an owner says to whom invoices are made out.
import { type Billing, type BillingFaults, billingBounds } from '../../../domain/money/billing.ts'
import { countryCodes, countryName } from '../../../domain/places/countries.ts'
import { hidden, problemLine } from '../../private/frame.ts'
import { type Html, html } from '../../public/kit/layout.ts'

export type BillingForm = Billing

type Shown = {
  csrf: string
  taxName: string
  /** As it is stored or was typed. */
  form: BillingForm | undefined
  /** Whether something is stored. */
  kept: boolean
  faults: BillingFaults
}

/** The section with the form. */
export function billingSection({ csrf, taxName, form, kept, faults }: Shown): Html {
  const { name = '', address = '', country = '', vatId = '' } = form ?? {}
  const wrong = (fault: string | undefined, id: string) => fault && html` aria-invalid="true" aria-describedby="${id}"`
  return html`<section aria-labelledby="billing">
<h2 id="billing">Invoices are made out to</h2>
<p>Each payment has an invoice. ${kept ? 'A change is for later payments:' : 'Until you fill this in, invoices name your handle alone. It is for later payments:'} invoices that were issued stay as they are.</p>
<form method="post" action="/account/billing">
${hidden('csrf', csrf)}
<label for="billing-name">Name of the person or company</label>
<input id="billing-name" name="name" maxlength="${billingBounds.name}" autocomplete="organization" required value="${name}"${wrong(faults.name, 'billing-name-error')}>
${problemLine('billing-name-error', faults.name)}
<label for="billing-address">Address</label>
<textarea id="billing-address" name="address" rows="3" maxlength="${billingBounds.address}" autocomplete="street-address" required${wrong(faults.address, 'billing-address-error')}>
${address}</textarea>
${problemLine('billing-address-error', faults.address)}
<label for="billing-country">Country</label>
<select id="billing-country" name="country" autocomplete="country" required${wrong(faults.country, 'billing-country-error')}>
<option value="">Choose</option>
${countriesByName().map(([code, words]) => html`<option value="${code}"${code === country && html` selected`}>${words}</option>\n`)}</select>
${problemLine('billing-country-error', faults.country)}
<label for="billing-vat">${taxName} id, if there is one</label>
<input id="billing-vat" name="vat_id" maxlength="${billingBounds.vatId}" autocomplete="off" value="${vatId}"${wrong(faults.vatId, 'billing-vat-error')}>
${problemLine('billing-vat-error', faults.vatId)}
<p><button type="submit">Save</button></p>
</form>
${kept && html`<form method="post" action="/account/billing">${hidden('csrf', csrf)}${hidden('remove', 'yes')}<button type="submit" class="outline secondary">Remove it</button></form>`}
</section>`
}

let byName: (readonly [code: string, name: string])[] | undefined

function countriesByName(): readonly (readonly [code: string, name: string])[] {
  byName ??= countryCodes
    .map(code => [code, countryName(code)] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, 'en'))
  return byName
}
