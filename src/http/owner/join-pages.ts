// The pages on which a person opens an account: the form, the page after it, and the page of the mailed link.
import { handleTakes, longestHandle } from '../../contract/ids.ts'
import { limits } from '../../contract/limits.ts'
import { abuseCosts, isFree, type PricedSite, priceOf } from '../../contract/sites/priced-site.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { siteRow } from '../../contract/sites.ts'
import { counted, span } from '../../contract/words.ts'
import { codeInHalves } from '../../domain/accounts/sign-in-code.ts'
import type { TypedSignUp } from '../../usecases/links.ts'
import { hidden, messagePage, privatePage, problemLine } from '../private/frame.ts'
import { asOnPages } from '../private/money.ts'
import { codeForm } from '../private/sign-in-pages.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { nameLength } from './name-fields.ts'
import { oneLine } from './pages.ts'
import { shortVersion } from './payment-pages.ts'

/** What was typed, to be shown again with its faults. */
export type JoinForm = { name: string; email: string; handle: string; accepts: boolean }
export type JoinErrors = Partial<Record<'name' | 'email' | 'handle' | 'terms', string>>

type Page = { site: SiteContext; csrf: string }

/** The form. `terms`: the version that its box accepts. */
export function joinPage({
  site,
  csrf,
  priced,
  terms,
  form = { name: '', email: '', handle: '', accepts: false },
  errors = {},
}: Page & { priced: PricedSite; terms: string; form?: JoinForm; errors?: JoinErrors }): string {
  const { nouns } = siteRow(site.id)
  const fails = Object.keys(errors).length > 0
  return privatePage(
    site,
    fails ? 'Not sent · Open an account' : 'Open an account',
    html`<h1>Open an account</h1>
<p class="lede">Your software agents then post ${nouns} for you. Opening an account costs nothing, and there is no password.</p>
<form method="post" action="/join">
${hidden('csrf', csrf)}
<label for="name">Your name</label>
<input id="name" name="name" autocomplete="name" maxlength="${nameLength}" required value="${form.name}"${faulty('name', errors.name)}>
${problemLine('name-error', errors.name)}
<label for="email">Your e-mail address</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="${limits.emailLength}" required value="${form.email}"${faulty('email', errors.email)}>
${problemLine('email-error', errors.email)}
<label for="handle">Handle (may be empty)</label>
<input id="handle" name="handle" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="${longestHandle + 1}" value="${form.handle}"${faulty('handle', errors.handle, 'handle-rule')}>
<p class="small" id="handle-rule">Readers see it under your posts: ${handleTakes.replaceAll('-', '\u2011')}. Left empty, it is made from your name. Nobody else sees your name and address.</p>
${problemLine('handle-error', errors.handle)}
<p>${isFree(priced) ? '' : html`Posting costs ${asOnPages(priceOf(priced))}, from a balance that you top up. `}Abuse ${asOnPages(abuseCosts(priced))}; ${counted(limits.strikesToBan, 'strike')} end the account.</p>
<p><label><input type="checkbox" name="terms" value="${terms}" required${form.accepts && html` checked`}${faulty('terms', errors.terms)}> I accept this penalty, the <a href="/terms/">terms</a> (${shortVersion(terms)}) and the <a href="/policy/">policy</a>.</label></p>
${problemLine('terms-error', errors.terms)}
<button type="submit">Open an account</button>
</form>
<p>Do you have an account? <a href="/login">Sign in</a></p>`,
  )
}

const faulty = (id: string, error: string | undefined, rule?: string): Html | undefined => {
  const described = [error && `${id}-error`, rule].filter(Boolean).join(' ')
  return html`${error && html` aria-invalid="true"`}${described !== '' && html` aria-describedby="${described}"`}`
}

/** The page after the form; the same whatever the address is. */
export function joinSentPage({ site, csrf, error }: Page & { error?: string }): string {
  return privatePage(
    site,
    error ? 'Not opened · Look into your mail' : 'Look into your mail',
    html`<h1>Look into your mail</h1>
<p>A mail with a link is on its way to the address that you gave. <strong>Open it in this browser</strong> within ${span(limits.signInLinkMs)}: your account is open then, and you are signed in.</p>
${codeForm({ csrf, action: '/join/code', label: 'Go on', error })}
<p>No mail? Look among the spam, or <a href="/join">fill in the form again</a>.</p>`,
  )
}

/** The page of the link in the browser that asked for it. Opening it makes nothing, because programs that read mail open links too. */
export function openAccountPage({ site, csrf, token, signUp }: Page & { token: string; signUp: TypedSignUp }): string {
  const { name, email, handle } = signUp
  return privatePage(
    site,
    'Open your account',
    html`<h1>Open your account</h1>
<dl class="details">
<dt>Name</dt><dd><bdi>${oneLine(name)}</bdi></dd>
${handle !== null && html`<dt>Handle</dt><dd>@${handle}</dd>\n`}<dt>E-mail address</dt><dd><bdi>${email}</bdi></dd>
</dl>
<form method="post" action="/join/open">
${hidden('csrf', csrf)}
${hidden('t', token)}
<button type="submit">Open the account</button>
</form>
<p class="small">Have you not asked for it? Then close this page: nothing happens.</p>`,
  )
}

/** The page of the link in any other browser. */
export function joinCodePage({ site, code }: { site: SiteContext; code: string }): string {
  return privatePage(
    site,
    'Your code',
    html`<h1>Your code</h1>
<p>The account was asked for in another browser. Type this code into the page that is open there:</p>
<p class="code" translate="no">${codeInHalves(code)}</p>
<div class="notice"><p><strong>Tell it to nobody.</strong> Anybody who has it can open an account with your address. If you have not asked for one yourself, close this page.</p></div>
<p>Do you want to open it here instead? <a href="/join">Fill in the form in this browser</a>.</p>`,
  )
}

const formAgain = html`<p><a role="button" href="/join">Fill in the form again</a></p>`

/** The page of a link that was used or has expired. */
export function joinOverPage(site: SiteContext): string {
  const text = [`A link to open an account works once, for ${span(limits.signInLinkMs)}. Nothing was changed.`]
  return messagePage(site, {
    title: 'This link is over',
    text,
    end: html`${formAgain}<p>Is your account open already? <a href="/login">Sign in</a></p>`,
  })
}

/** The page for an address that an account has verified since the mail was sent, or that is banned since. */
export function notJoinedPage(site: SiteContext, why: 'email_taken' | 'banned'): string {
  return why === 'email_taken'
    ? messagePage(site, {
        title: 'Your address has an account',
        text: ['It was verified for an account after this mail was sent. No second one was opened.'],
        end: html`<p><a role="button" href="/account/sign-in">Sign in by mail</a></p>`,
      })
    : messagePage(site, {
        title: 'No account was opened',
        text: ['This address belongs to a banned account. Write to the operator if that is wrong.'],
      })
}
