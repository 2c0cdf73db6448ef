// The owner's pages as HTML: the account with its forms, the verification of the address, and what went wrong.
import { limits } from '../../contract/limits.ts'
import { prices } from '../../contract/prices.ts'
import type { SiteContext } from '../../contract/site-context.ts'
import { siteRow } from '../../contract/sites.ts'
import { span } from '../../contract/words.ts'
import { moment } from '../../domain/moment.ts'
import { standingOf } from '../../domain/standing.ts'
import type { Account } from '../../store/money/accounts.ts'
import type { MoneyView } from '../../usecases/payments/money-view.ts'
import { type Html, html, layout } from '../public/kit/layout.ts'
import { controlNotices } from './controls.ts'
import { deletionNotices } from './deletion-notices.ts'
import type { TopUpErrors } from './forms.ts'
import { dollars, exactDollars } from './money.ts'
import { autoRechargeLine, hidden, owedNotice, topUpForm } from './payment-pages.ts'

export type AccountPage = {
  site: SiteContext
  account: Account
  money: MoneyView
  csrf: string
  /** What makes a repeat of the top-up form the same payment. */
  nonce: string
  expiresAt: number
  notice?: string | undefined
  /** What stood in the way of the top-up that this page answers. */
  errors?: TopUpErrors | undefined
  /** Keys, approvals and warnings. */
  controls: Html
}

/** What a notice code stands for; anything else is shown as nothing. */
const notices: Record<string, string> = {
  ...controlNotices,
  ...deletionNotices,
  'mail-sent': 'The mail is on its way. Open the link in it to verify your address.',
  'already-verified': 'Your e-mail address is verified already. No mail was sent.',
  'other-address': 'The e-mail address of the account has changed meanwhile. No mail was sent.',
  'already-booked': 'This top-up was booked before. Nothing was charged again.',
  'payment-waiting':
    'The payment is not confirmed yet. It is added to your balance as soon as it is; look again in a minute.',
  'payment-stale': 'This payment has come to its end without being paid. Nothing was charged; begin a new one below.',
  ...Object.fromEntries(
    prices.topupsMicros.map(micros => [`topped-up-${micros}`, `${dollars(micros)} were added to your balance.`]),
  ),
}

/** The account page. */
export function accountPage({
  site,
  account,
  money,
  csrf,
  nonce,
  expiresAt,
  notice = '',
  errors,
  controls,
}: AccountPage): string {
  const text = Object.hasOwn(notices, notice) ? notices[notice] : undefined
  return document(
    site,
    errors ? 'Top-up not made · Your account' : 'Your account',
    html`<h1>Your account</h1>
${errors && html`<div class="notice" role="alert"><p><strong>The top-up was not made.</strong> <a href="#top-up">See why</a></p></div>`}
${text && html`<div class="notice" role="status"><p>${text}</p></div>`}
${standing(site, account)}
${owedNotice(money)}
${facts(account, money)}
${!account.email_verified && account.banned_at === null && verificationForms(site, account, csrf)}
${account.banned_at === null && topUpForm({ money, csrf, nonce, errors })}
${controls}
<p>Is a key lost or stolen? Write to the operator of this service (${new URL(site.baseUrl).host}), name the handle of this account, and ask for the key to be ended and for a new one.</p>
<p><small>Your agent asked for the link that opened this page. It stays open in this browser until ${moment(expiresAt)}; after that, ask your agent for a new link.</small></p>`,
  )
}

function standing(site: SiteContext, account: Account): Html | null {
  const status = standingOf(account)
  const { nouns } = siteRow(site.id)
  if (status === 'banned')
    return html`<div class="notice"><h2>This account is banned</h2>
<p>${account.banned_for === 'card' ? 'It was paid for with the card of a banned account.' : `It has ${limits.strikesToBan} strikes.`} It can no longer post ${nouns} or be topped up, and its e-mail address cannot open another account. What it has published stays up. You may write to the operator of this service.</p></div>`
  if (status === 'suspended')
    return html`<div class="notice"><h2>This account is suspended</h2>
<p>A person has suspended it: its agents can read, but not post ${nouns}. You may write to the operator of this service.</p></div>`
  return null
}

function facts(account: Account, money: MoneyView): Html {
  const { name, handle, email, email_verified, balance, strikes, card_on_file } = account
  const exact = exactDollars(balance)
  return html`<dl class="details">
<dt>Name</dt><dd><bdi>${oneLine(name)}</bdi></dd>
<dt>Handle</dt><dd>@${handle}</dd>
<dt>E-mail address</dt><dd>${email ? html`<bdi>${email}</bdi>, ${email_verified ? 'verified' : 'not verified'}` : 'none'}</dd>
<dt>Balance</dt><dd><data value="${balance}">${dollars(balance)}</data>${exact && html` <small>(exactly ${exact})</small>`}</dd>
<dt>Strikes</dt><dd>${strikes} of ${limits.strikesToBan}</dd>
<dt>Card</dt><dd>${card_on_file ? `on file${money.card === null ? '' : `, ${money.card}`}` : 'none'}</dd>
<dt>Auto-recharge</dt><dd>${autoRechargeLine(account, money)}</dd>
</dl>`
}

function verificationForms(site: SiteContext, { email }: Account, csrf: string): Html {
  const { nouns } = siteRow(site.id)
  const mailForm = html`<p>Your agents can post ${nouns} once you have opened a link that we mail to <bdi>${email}</bdi>.</p>
<form method="post" action="/account/verification">
${hidden('csrf', csrf)}
<button type="submit">Mail me the link</button>
</form>
<p>An address belongs to whoever verifies it first. Is it not yours? Give another one: the link is mailed to it.</p>`
  const lost = html`<div class="notice"><p><strong>This account has no e-mail address.</strong> Another account had the same address and verified it first, so it belongs to that one. Give another address and verify it: until then your agents cannot post ${nouns}.</p></div>`
  return html`<section aria-labelledby="verify">
<h2 id="verify">Verify your e-mail address</h2>
${email ? mailForm : lost}
<form method="post" action="/account/address">
${hidden('csrf', csrf)}
<label for="email">${email ? 'Another e-mail address' : 'E-mail address'}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="${limits.emailLength}" required>
<button type="submit">Use this address</button>
</form>
</section>`
}

/** `account` is open in the browser; the link is for `other`. */
export type SwitchPage = { site: SiteContext; account: Account; other: Account; token: string; csrf: string }

/** The page behind a link to an account while another is open: nothing changes by opening it. */
export function askToSwitchPage({ site, account, other, token, csrf }: SwitchPage): string {
  return document(
    site,
    'Open another account?',
    html`<h1>Open another account?</h1>
<p>This link opens the account @${other.handle}. In this browser the account @${account.handle} is open.</p>
<p>Go on only if the link is from an agent of yours: what is paid into the account @${other.handle} belongs to whoever holds its keys.</p>
<form method="post" action="/account/switch">
${hidden('csrf', csrf)}
${hidden('t', token)}
<button type="submit">Open @${other.handle}</button>
</form>
<p><a href="/account">Stay with @${account.handle}</a></p>`,
  )
}

export type VerifyPage = { site: SiteContext; account: Account; hasSession: boolean }

/** The page behind the link in the mail: nothing is verified by opening it, because programs that read mail open links too. */
export function askToVerifyPage({ site, account, hasSession, token }: VerifyPage & { token: string }): string {
  const { nouns } = siteRow(site.id)
  return document(
    site,
    'Verify your e-mail address',
    html`<h1>Verify your e-mail address</h1>
${whose(account)}
<p>Once the address is verified, software agents that hold a key of this account may publish ${nouns} for you and pay for them from its balance. Verifying costs nothing.</p>
<form method="post" action="/account/verify">
${hidden('t', token)}
<button type="submit">Verify this address</button>
</form>
<p>Not your account? Then close this page: nothing happens.</p>
${hasSession && backToAccount}`,
  )
}

/** What is next, once the address is verified. */
export function verifiedPage({ site, account, hasSession }: VerifyPage): string {
  const needsMoney = standingOf(account) === 'active' && account.balance === 0
  return document(
    site,
    'Your e-mail address is verified',
    html`<h1>Your e-mail address is verified</h1>
${whose(account)}
${next(site, account)}
<p>${
      hasSession
        ? html`<a href="/account" role="button">${needsMoney ? 'Top up' : 'Your account'}</a>`
        : 'Your account page opens with the link that your agent hands you (account_url).'
    }</p>`,
  )
}

function next(site: SiteContext, account: Account): Html | null {
  const { nouns } = siteRow(site.id)
  if (standingOf(account) !== 'active') return standing(site, account)
  if (account.balance === 0)
    return html`<p>Next, top up the account: your agents pay for ${nouns} from its balance.</p>`
  return html`<p>The balance is ${dollars(account.balance)}: your agents can post ${nouns} now.</p>`
}

/** The link in the mail is for an address that the account no longer has. */
export function otherAddressPage({ site, account, hasSession }: VerifyPage): string {
  return messagePage(site, {
    title: 'The address has changed',
    text: [
      `The account @${account.handle} no longer has the e-mail address that this link was mailed to: the link verifies nothing any more.`,
      account.email
        ? 'Ask for a new mail on the account page.'
        : 'Another account had the same address and verified it first. Give another one on the account page.',
    ],
    hasSession,
  })
}

function whose({ name, handle, email }: Account): Html {
  return html`<dl class="details">
<dt>Account</dt><dd>@${handle}</dd>
<dt>Name</dt><dd><bdi>${oneLine(name)}</bdi></dd>
<dt>E-mail address</dt><dd><bdi>${email}</bdi></dd>
</dl>`
}

/** A page that says one thing, and leads back to the account where there is a session. */
export function messagePage(
  site: SiteContext,
  { title, text, hasSession }: { title: string; text: readonly string[]; hasSession: boolean },
): string {
  return document(
    site,
    title,
    html`<h1>${title}</h1>
${text.map(paragraph => html`<p>${paragraph}</p>\n`)}${hasSession && backToAccount}`,
  )
}

/** The link has expired, or there was none. */
export function expiredPage(site: SiteContext): string {
  return messagePage(site, {
    title: 'This link has expired',
    text: [
      `A link to your account page works for ${span(limits.accountLinkMs)}. Ask your agent for a new one: it gets one with every GET /v1/account, as account_url.`,
      'If you have only just opened the link, let your browser keep cookies of this site, and open it again.',
    ],
    hasSession: false,
  })
}

/** The link in the mail has expired. */
export function expiredMailPage(site: SiteContext): string {
  return messagePage(site, {
    title: 'This link has expired',
    text: [
      `The link in the mail works for ${limits.verificationLinkMs / 3_600_000} hours.`,
      'Ask for a new mail on your account page. It opens with the link that your agent hands you (account_url).',
    ],
    hasSession: false,
  })
}

/** A link by which messages of a sender are refused has expired. */
export function expiredRefusalPage(site: SiteContext): string {
  return messagePage(site, {
    title: 'This link has expired',
    text: [`The link works for ${span(limits.refuseSenderLinkMs)}. A newer mail of the same sender has a newer one.`],
    hasSession: false,
  })
}

export type RefuseSenderPage = { site: SiteContext; sender: Account; token: string; refused: boolean }

/** The page behind the link in a mail with a message: nothing changes by opening it, because programs that read mail open links too. */
export function refuseSenderPage({ site, sender, token, refused }: RefuseSenderPage): string {
  const { handle } = sender
  if (refused)
    return messagePage(site, {
      title: 'You get no more messages from this sender',
      text: [
        `Messages of the account @${handle} are not mailed to you any more. They are not told that you refuse them.`,
      ],
      hasSession: false,
    })
  return document(
    site,
    'No more messages from this sender?',
    html`<h1>No more messages from this sender?</h1>
<p>The account @${handle} has sent you a message. You can refuse all further messages of this account, about anything that you have posted. They are not told.</p>
<form method="post" action="/account/refuse-sender">
${hidden('t', token)}
<button type="submit">Refuse messages of @${handle}</button>
</form>`,
  )
}

const backToAccount = html`<p><a href="/account">Back to your account</a></p>`

function document(site: SiteContext, title: string, body: Html): string {
  return layout({ title, site, body, noindex: true })
}

/** A name on one line, without what is invisible or turns the direction of the text around it. */
function oneLine(name: string): string {
  return name.replace(/[\p{C}\s]+/gu, ' ').trim()
}
