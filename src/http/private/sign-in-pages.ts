// The pages of signing in, for owners and reviewers: asking for a link, the page of the link, its code, and an expired link.
import { limits } from '../../contract/limits.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { span } from '../../contract/words.ts'
import { codeInHalves } from '../../domain/accounts/sign-in-code.ts'
import { type Html, html } from '../public/kit/layout.ts'
import { hidden, privatePage, problemLine } from './frame.ts'

/** The words of a realm: the owner's account or the console. */
export type SignInWords = {
  /** The path above the pages of the realm. */
  path: '/account' | '/review'
  to: string
  /** The condition under which a link is mailed. */
  mailedIf: string
  /** Under the field of the address. */
  hint: Html | string | null
  /** What the owner or reviewer can do in a session. */
  opens: string
  /** What the code opens. */
  opened: string
}

/** `csrf` is bound to the browser, because there is no session yet. */
export type SignInPage = { site: SiteContext; csrf: string; words: SignInWords }

/** The form that asks for a link. */
export function addressForm(csrf: string, { path, hint }: SignInWords, error?: string): Html {
  return html`<form method="post" action="${path}/sign-in">
${hidden('csrf', csrf)}
<label for="email">Your e-mail address</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="${limits.emailLength}" required${error && html` aria-invalid="true" aria-describedby="email-error"`}>
${problemLine('email-error', error)}
<button type="submit">Mail me a link</button>
</form>
${hint && html`<p class="small">${hint}</p>`}`
}

/** The page that asks for the address. */
export function askToSignInPage({
  site,
  csrf,
  words,
  error,
  beside,
  failed,
}: SignInPage & { error?: string | undefined; beside?: Html; failed?: string | undefined }): string {
  return privatePage(
    site,
    error ? 'Not sent · Sign in' : failed ? 'Not signed in · Sign in' : 'Sign in',
    html`<h1>Sign in to ${words.to}</h1>
${failed && html`<div class="notice alert" role="alert"><p>${failed}</p></div>\n`}<p class="lede">There is no password: we mail you a link.</p>
${addressForm(csrf, words, error)}
${beside}`,
  )
}

/** The page after the form; the same whether or not there is such an account. */
export function linkSentPage({ site, csrf, words, error }: SignInPage & { error?: string }): string {
  return privatePage(
    site,
    error ? 'Not signed in · Look into your mail' : 'Look into your mail',
    html`<h1>Look into your mail</h1>
<p>${words.mailedIf}, a mail with a link is on its way. <strong>Open it in this browser</strong> within ${span(limits.signInLinkMs)}.</p>
${codeForm({ csrf, action: `${words.path}/sign-in/code`, label: 'Sign in', error })}
<p><a href="${words.path}/sign-in">Ask for another link</a></p>`,
  )
}

/** The form for the code that a mailed link shows in another browser. */
export function codeForm({
  csrf,
  action,
  label,
  error,
}: {
  csrf: string
  action: string
  label: string
  error: string | undefined
}): Html {
  return html`<h2>Is your mail on another device?</h2>
<p>Opened there, the link shows a code of ${limits.signInCodeLength} characters. Type it here:</p>
<form method="post" action="${action}" autocomplete="off">
${hidden('csrf', csrf)}
<label for="code">Code</label>
<input id="code" name="code" class="code" autocapitalize="characters" spellcheck="false" maxlength="20" required${error && html` aria-invalid="true" aria-describedby="code-error"`}>
${problemLine('code-error', error)}
<button type="submit">${label}</button>
</form>`
}

/**
 * The page of the link in the browser that asked for it. Opening the page does nothing, because programs that read mail open
 * links too.
 */
export function openLinkPage({ site, csrf, words, token, name }: SignInPage & { token: string; name: string }): string {
  return privatePage(
    site,
    'Sign in',
    html`<h1>Sign in as ${name}</h1>
<p>${words.opens} The session lasts for ${span(limits.emailSessionMs)} in this browser.</p>
<form method="post" action="${words.path}/sign-in/open">
${hidden('csrf', csrf)}
${hidden('t', token)}
<button type="submit">Sign in</button>
</form>`,
  )
}

/** The page of the link in any other browser. */
export function showCodePage({ site, words, code }: Omit<SignInPage, 'csrf'> & { code: string }): string {
  return privatePage(
    site,
    'Your code to sign in',
    html`<h1>Your code to sign in</h1>
<p>The link was asked for in another browser. Type this code into the page that is open there:</p>
<p class="code" translate="no">${codeInHalves(code)}</p>
<div class="notice"><p><strong>Tell it to nobody.</strong> Anybody who has it can open ${words.opened}. If you have not asked for a link yourself, close this page.</p></div>
<p>Do you want to sign in here instead? <a href="${words.path}/sign-in">Ask for a link in this browser</a>.</p>`,
  )
}

/** The page of a link that was used or has expired. */
export function signInExpiredPage({ site, csrf, words }: SignInPage): string {
  return privatePage(
    site,
    'This link is over',
    html`<h1>This link is over</h1>
<p>A link to sign in works once, for ${span(limits.signInLinkMs)}. Nothing was changed.</p>
${addressForm(csrf, words)}`,
  )
}
