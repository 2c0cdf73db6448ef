// The forms with which a lead acts on an account: suspend or unsuspend, and credit.
import { currencyCode } from '../../contract/currency.ts'
import { limits } from '../../contract/limits.ts'
import { hidden } from '../private/frame.ts'
import { type Html, html } from '../public/kit/layout.ts'

/** The forms of a lead for an account. `item`: the address to which they lead back. */
export function accountForms(
  { handle, suspended }: { handle: string; suspended: boolean },
  { csrf, item }: { csrf: string; item: string },
): Html {
  const fields = html`${hidden('csrf', csrf)}
${hidden('handle', handle)}
${hidden('item', item)}`
  const standing = suspended ? 'unsuspend' : 'suspend'
  return html`<details class="aside"><summary>The account @${handle}</summary>
<form method="post" action="/review/accounts/${standing}">
${fields}
<label for="standing">Why it is ${standing}ed${suspended ? '' : ' (the owner is mailed it)'}</label>
<input id="standing" name="reason" maxlength="${limits.appealCodePoints}" required>
<button type="submit" class="quiet">${suspended ? 'Unsuspend' : 'Suspend'} @${handle}</button>
</form>
<form method="post" action="/review/accounts/credit">
${fields}
<label for="amount">Amount to credit, in ${currencyCode()}</label>
<input id="amount" name="amount" inputmode="decimal" required>
<label for="credit">Why</label>
<input id="credit" name="reason" maxlength="${limits.appealCodePoints}" required>
<button type="submit" class="quiet">Credit @${handle}</button>
</form>
</details>`
}
