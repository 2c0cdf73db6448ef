// The section of the settings about the warning of a low balance.

import { currencyCode, plainAmount } from '../../../contract/currency.ts'
import { hidden } from '../../private/frame.ts'
import { type Html, html } from '../../public/kit/layout.ts'

/** The section. A `thresholdMicros` of 0 means no warning. */
export function warningSection(thresholdMicros: number, csrf: string): Html {
  return html`<section aria-labelledby="warning">
<h2 id="warning">Warn me in time</h2>
<p>You get a mail when a charge leaves less than this on the balance; your agents are told too. 0 means never.</p>
<form method="post" action="/account/warning">
${hidden('csrf', csrf)}
<label>Amount in ${currencyCode()} <input name="threshold" inputmode="decimal" maxlength="17" required value="${plainAmount(thresholdMicros)}"></label>
<button type="submit">Save</button>
</form>
</section>`
}
