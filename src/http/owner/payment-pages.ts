// Payments on the owner's pages: the top-up form, auto-recharge, and the pages that confirm or make a payment.

import { currencyCode, offeredTopUps, plainAmount, rounded } from '../../contract/currency.ts'
import { limits } from '../../contract/limits.ts'
import { abuseCosts, type PricedSite } from '../../contract/sites/priced-site.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { counted, span } from '../../contract/words.ts'
import { sandboxCards } from '../../integrations/payments/sandbox.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import type { MoneyView } from '../../usecases/money/money-view.ts'
import { hidden, privatePage, problemLine } from '../private/frame.ts'
import { type Html, html } from '../public/kit/layout.ts'
import type { TopUpErrors } from './top-up-form.ts'

/** The notice on every page about money while no money moves. */
const sandboxNotice = html`<div class="notice"><p><strong>Sandbox: no money moves.</strong> Nothing is charged, whatever a page says. Use test cards alone: do not enter a real one.</p></div>`

export type TopUpView = {
  money: MoneyView
  site: PricedSite
  /** The version of the terms that has to be accepted; null when it was. */
  terms: string | null
  csrf: string
  nonce: string
  errors?: TopUpErrors | undefined
}

/** The top-up form: with a test card, or leading to the page of the provider. */
export function topUpForm({ money, site, terms, csrf, nonce, errors = {} }: TopUpView): Html {
  const { topUps: bounds } = site
  const other = errors.typed !== undefined
  const chosen = other ? null : (errors.chosenMicros ?? offeredTopUps()[0])
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
${offeredTopUps().map(
  micros =>
    html`<label><input type="radio" name="amount" value="${micros}"${micros === chosen && html` checked`}> ${rounded(micros)}</label>\n`,
)}<label><input type="radio" name="amount" value="other"${other && html` checked`}> Another amount</label>
</fieldset>
<label for="other">Another amount in ${currencyCode()}</label>
<input id="other" name="other" inputmode="decimal" maxlength="17" value="${errors.typed ?? ''}" placeholder="${plainAmount(bounds.least)} to ${plainAmount(bounds.most)}"${errors.amount && html` aria-invalid="true" aria-describedby="amount-error"`}>
${problemLine('amount-error', errors.amount)}
${form && cardField(errors)}
${terms === null ? termsAccepted(site) : termsBox(site, terms, errors)}
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

/** What the owner accepts before paying. The box names the version of the terms that this page leads to. */
function termsBox(site: PricedSite, version: string, { terms: fault, accepts }: TopUpErrors): Html {
  return html`<p>Abuse ${abuseCosts(site)}; ${counted(limits.strikesToBan, 'strike')} end the account.</p>
<p><label><input type="checkbox" name="terms" value="${version}" required${accepts && html` checked`}${fault && html` aria-invalid="true" aria-describedby="terms-error"`}> I own this account, and I accept this penalty, the <a href="/terms/">terms</a> (${shortVersion(version)}) and the <a href="/policy/">policy</a>.</label></p>
${problemLine('terms-error', fault)}`
}

const termsAccepted = (site: PricedSite) =>
  html`<p class="small">Abuse ${abuseCosts(site)}. You have accepted the <a href="/terms/">terms</a>.</p>`

/** "version 1a2b3c4d": enough to tell the texts of one operator apart. */
export const shortVersion = (version: string) => html`version <code title="${version}">${version.slice(0, 8)}</code>`

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
  const rule = `when the balance falls below ${rounded(threshold)} the card is charged ${rounded(amount)}, at most ${counted(perDay, 'time')} a day and ${counted(perMonth, 'time')} a month.`
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
<p>This card asks its owner to confirm a payment of ${rounded(amountMicros)}. With a real card this is the page of your bank.</p>
<form method="post" action="/account/confirm">
${hidden('csrf', csrf)}
${hidden('payment', paymentId)}
<button type="submit" name="answer" value="yes">Confirm ${rounded(amountMicros)}</button>
<button type="submit" name="answer" value="no" class="secondary">Do not pay</button>
</form>`,
  )
}

/** The page with the link to the provider's page: a form here must not lead to another site by itself. */
export function payPage({ site, amountMicros, url }: PaymentPage & { url: string }): string {
  return privatePage(
    site,
    `Pay ${rounded(amountMicros)}`,
    html`<h1>Pay ${rounded(amountMicros)}</h1>
<p>The next page is one of Stripe (<bdi>${new URL(url).host}</bdi>). You come back here when it is done.</p>
<p><a href="${url}" role="button" rel="noreferrer">Pay ${rounded(amountMicros)} at Stripe</a></p>
<p><small>The page works for ${span(limits.paymentPageMs)}. Nothing is charged until you pay there.</small></p>
<p><a href="/account">Back to your account</a></p>`,
  )
}
