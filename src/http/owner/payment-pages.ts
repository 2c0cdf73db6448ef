// Payments on the owner's pages: the top-up form, auto-recharge, and the pages that confirm or make a payment.

import { limits } from '../../contract/limits.ts'
import { prices } from '../../contract/prices.ts'
import type { TopUps } from '../../contract/sites/priced-site.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { counted, span } from '../../contract/words.ts'
import { sandboxCards } from '../../integrations/payments/sandbox.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import type { MoneyView } from '../../usecases/money/money-view.ts'
import { hidden, privatePage, problemLine } from '../private/frame.ts'
import { asDollars, dollars } from '../private/money.ts'
import { type Html, html } from '../public/kit/layout.ts'
import type { TopUpErrors } from './top-up-form.ts'

/** The notice on every page about money while no money moves. */
const sandboxNotice = html`<div class="notice"><p><strong>Sandbox: no money moves.</strong> Nothing is charged, whatever a page says. Use test cards alone: do not enter a real one.</p></div>`

export type TopUpView = {
  money: MoneyView
  bounds: TopUps
  csrf: string
  nonce: string
  errors?: TopUpErrors | undefined
}

/** The top-up form: with a test card, or leading to the page of the provider. */
export function topUpForm({ money, bounds, csrf, nonce, errors = {} }: TopUpView): Html {
  const other = errors.typed !== undefined
  const chosen = other ? null : (errors.chosenMicros ?? prices.topupsMicros[0])
  const form = money.entry === 'form'
  return html`<section aria-labelledby="top-up">
<h2 id="top-up">Top up</h2>
${form ? sandboxNotice : html`<p>You pay on a page of Stripe: this service never gets the number of your card. Stripe keeps the card. It is charged again only when you top up again or turn auto-recharge on.</p>`}
${problemLine('form-error', errors.form)}
<form method="post" action="/account/top-up" autocomplete="off">
${hidden('csrf', csrf)}
${hidden('nonce', nonce)}
<fieldset${errors.amount && html` aria-describedby="amount-error"`}>
<legend>Amount</legend>
${prices.topupsMicros.map(
  micros =>
    html`<label><input type="radio" name="amount" value="${micros}"${micros === chosen && html` checked`}> ${dollars(micros)}</label>\n`,
)}<label><input type="radio" name="amount" value="other"${other && html` checked`}> Another amount</label>
</fieldset>
<label for="other">Another amount in dollars</label>
<input id="other" name="other" inputmode="decimal" maxlength="17" value="${errors.typed ?? ''}" placeholder="${asDollars(bounds.least)} to ${asDollars(bounds.most)}"${errors.amount && html` aria-invalid="true" aria-describedby="amount-error"`}>
${problemLine('amount-error', errors.amount)}
${form && cardField(errors)}
<button type="submit">${form ? 'Top up' : 'Continue to Stripe'}</button>
</form>
${!form && problemLine('card-error', errors.card)}
${form && testCards}
</section>`
}

function cardField(errors: TopUpErrors): Html {
  return html`<label for="card">Card number</label>
<input id="card" name="card" inputmode="numeric" maxlength="25" required value="${sandboxCards.pays?.number}"${errors.card && html` aria-invalid="true" aria-describedby="card-error"`}>
${problemLine('card-error', errors.card)}`
}

const testCards = html`<details>
<summary>The test cards</summary>
<dl class="details">
${Object.values(sandboxCards).map(({ number, does }) => html`<dt>${number}</dt><dd>${does}</dd>\n`)}</dl>
</details>`

export function autoRechargeLine(account: Account, { lastRecharge }: MoneyView): Html {
  const failed = lastRecharge?.state === 'declined' ? html` The last time it failed: ${lastRecharge.why}` : null
  if (!account.auto_recharge_enabled) return failed ? html`off.${failed}` : html`off`
  const { auto_recharge_threshold: threshold, auto_recharge_amount: amount } = account
  const { recharges_per_day: perDay, recharges_per_month: perMonth, recharge_paused_by: by } = account
  const rule = `when the balance falls below ${dollars(threshold)} the card is charged ${dollars(amount)}, at most ${counted(perDay, 'time')} a day and ${counted(perMonth, 'time')} a month.`
  return account.auto_recharge_paused
    ? html`on, and paused by ${by === 'ceiling' ? 'its ceiling' : 'a penalty'} until you acknowledge it: ${rule}`
    : html`on: ${rule}${failed}`
}

export type PaymentPage = { site: SiteContext; amountMicros: number }

/** The sandbox's form of the page on which a bank has a payment confirmed. */
export function confirmPage({
  site,
  amountMicros,
  csrf,
  paymentId,
}: PaymentPage & { csrf: string; paymentId: string }) {
  return privatePage(
    site,
    'Confirm the payment',
    html`<h1>Confirm the payment</h1>
${sandboxNotice}
<p>This card asks its owner to confirm a payment of ${dollars(amountMicros)}. With a real card this is the page of your bank.</p>
<form method="post" action="/account/confirm">
${hidden('csrf', csrf)}
${hidden('payment', paymentId)}
<button type="submit" name="answer" value="yes">Confirm ${dollars(amountMicros)}</button>
<button type="submit" name="answer" value="no" class="secondary">Do not pay</button>
</form>`,
  )
}

/** The page with the link to the provider's page: a form here must not lead to another site by itself. */
export function payPage({ site, amountMicros, url }: PaymentPage & { url: string }): string {
  return privatePage(
    site,
    `Pay ${dollars(amountMicros)}`,
    html`<h1>Pay ${dollars(amountMicros)}</h1>
<p>The next page is one of Stripe (<bdi>${new URL(url).host}</bdi>). You come back here when it is done.</p>
<p><a href="${url}" role="button" rel="noreferrer">Pay ${dollars(amountMicros)} at Stripe</a></p>
<p><small>The page works for ${span(limits.paymentPageMs)}. Nothing is charged until you pay there.</small></p>
<p><a href="/account">Back to your account</a></p>`,
  )
}
