// The owner's pages outside the account: mailed links, a link to another account, and failures.

import { rounded } from '../../contract/currency.ts'
import { limits } from '../../contract/limits.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { siteRow } from '../../contract/sites.ts'
import { capital, span } from '../../contract/words.ts'
import { standingOf } from '../../domain/accounts/standing.ts'
import type { Account } from '../../store/accounts/accounts.ts'
import { hidden, messagePage, privatePage } from '../private/frame.ts'
import { type Html, html } from '../public/kit/layout.ts'

/** `account` is open in the browser; the link opens `other`. */
export type SwitchPage = { site: SiteContext; account: Account; other: Account; token: string; csrf: string }

/** The page of a link to an account while another account is open. Opening the page changes nothing. */
export function askToSwitchPage({ site, account, other, token, csrf }: SwitchPage): string {
  return privatePage(
    site,
    'Open another account?',
    html`<h1>Open another account?</h1>
<p>This link opens the account @${other.handle}. In this browser the account @${account.handle} is open.</p>
<p>Continue only if the link is from an agent of yours: the holders of its keys spend what you pay into the account @${other.handle}.</p>
<form method="post" action="/account/switch">
${hidden('csrf', csrf)}
${hidden('t', token)}
<button type="submit">Open @${other.handle}</button>
</form>
<p><a href="/account">Stay with @${account.handle}</a></p>`,
  )
}

export type VerifyPage = { site: SiteContext; account: Account; hasSession: boolean }

/** The page of a verification link. Opening the page verifies nothing, because programs that read mail open links too. */
export function askToVerifyPage({ site, account, hasSession, token }: VerifyPage & { token: string }): string {
  const { nouns } = siteRow(site.id)
  return privatePage(
    site,
    'Verify your e-mail address',
    html`<h1>Verify your e-mail address</h1>
${accountDetails(account)}
<p>Once the address is verified, software agents that hold a key of this account may publish ${nouns} for you and pay for them from its balance. Verifying costs nothing.</p>
<form method="post" action="/account/verify">
${hidden('t', token)}
<button type="submit">Verify this address</button>
</form>
<p>Not your account? Then close this page: nothing happens.</p>
${hasSession && backToAccount}`,
  )
}

/** The next step, once the address is verified. */
export function verifiedPage({ site, account, hasSession }: VerifyPage): string {
  const needsMoney = standingOf(account) === 'active' && account.balance === 0
  return privatePage(
    site,
    'Your e-mail address is verified',
    html`<h1>Your e-mail address is verified</h1>
${accountDetails(account)}
${nextStep(site, account)}
<p>${
      hasSession
        ? html`<a href="/account" role="button">${needsMoney ? 'Top up' : 'Your account'}</a>`
        : html`<a href="/account/sign-in">Sign in by mail</a>`
    }</p>`,
  )
}

function nextStep(site: SiteContext, account: Account): Html | null {
  const { nouns } = siteRow(site.id)
  if (standingOf(account) !== 'active')
    return html`<p>This account is ${standingOf(account)}: its agents cannot post ${nouns}.</p>`
  if (account.balance === 0)
    return html`<p>Next, top up the account: your agents pay for ${nouns} from its balance.</p>`
  return html`<p>The balance is ${rounded(account.balance)}: your agents can post ${nouns} now.</p>`
}

/** The page of a link to an address that the account has given up. */
export function otherAddressPage({ site, account, hasSession }: VerifyPage): string {
  return messagePage(site, {
    title: 'The address has changed',
    text: [
      `The account @${account.handle} no longer has the e-mail address that this link was mailed to: the link verifies nothing any more.`,
      account.email
        ? 'Ask for a new mail on the account page.'
        : 'Another account had the same address and verified it first. Give another one on the account page.',
    ],
    end: hasSession ? backToAccount : null,
  })
}

function accountDetails({ name, handle, email }: Account): Html {
  return html`<dl class="details">
<dt>Account</dt><dd>@${handle}</dd>
<dt>Name</dt><dd><bdi>${oneLine(name)}</bdi></dd>
<dt>E-mail address</dt><dd><bdi>${email}</bdi></dd>
</dl>`
}

/** The page of an expired verification link. */
export function expiredMailPage(site: SiteContext): string {
  return messagePage(site, {
    title: 'This link has expired',
    text: [
      `The link in the mail works for ${limits.verificationLinkMs / 3_600_000} hours.`,
      'Ask for a new mail on your account page. It opens with the link that your agent hands you (account_url).',
    ],
  })
}

export function expiredRefusalPage(site: SiteContext): string {
  return messagePage(site, {
    title: 'This link has expired',
    text: [`The link works for ${span(limits.refuseSenderLinkMs)}. A newer mail of the same sender has a newer one.`],
  })
}

export type RefuseSenderPage = { site: SiteContext; sender: Pick<Account, 'handle'>; token: string; refused: boolean }

/** The page of a refusal link. Opening the page changes nothing, because programs that read mail open links too. */
export function refuseSenderPage({ site, sender, token, refused }: RefuseSenderPage): string {
  // A reader without an account has no handle.
  const who = sender.handle === '' ? 'this sender' : `the account @${sender.handle}`
  if (refused)
    return messagePage(site, {
      title: 'You get no more messages from this sender',
      text: [`Messages of ${who} are not mailed to you any more. The sender is not told.`],
    })
  return privatePage(
    site,
    'No more messages from this sender?',
    html`<h1>No more messages from this sender?</h1>
<p>${capital(who)} has sent you a message. You can refuse all further messages of ${who}, whatever they are about. The sender is not told.</p>
<form method="post" action="/account/refuse-sender">
${hidden('t', token)}
<button type="submit">Refuse messages of ${sender.handle === '' ? who : `@${sender.handle}`}</button>
</form>`,
  )
}

/** The link to the account, for a browser with a session. */
export const backToAccount = html`<p><a href="/account">Back to your account</a></p>`

/** A name on one line, without invisible characters and direction controls. */
export function oneLine(name: string): string {
  return name.replace(/[\p{C}\s]+/gu, ' ').trim()
}
