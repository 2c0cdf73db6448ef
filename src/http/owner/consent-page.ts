// The page on which an owner reads what an app asks for, and agrees or refuses.
import { currencyCode } from '../../contract/currency.ts'
import { limits } from '../../contract/limits.ts'
import { scopeMeanings } from '../../contract/oauth.ts'
import type { OAuthScope } from '../../contract/operations/row.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { siteRow } from '../../contract/sites.ts'
import { span } from '../../contract/words.ts'
import { hidden, privatePage } from '../private/frame.ts'
import { type Html, html } from '../public/kit/layout.ts'

/** An app that asks: what it calls itself, and where it gets its codes. */
export type AskingApp = {
  name: string
  /** The host that it proves to hold, by its document there; null for an app that has only registered itself. */
  provenHost: string | null
  host: string
  onThisMachine: boolean
  /** What the policy of the page lets its form lead to. */
  source: string
  scopes: readonly OAuthScope[]
}

/** How long a connection lasts at most, as its owner can choose; null for no bound. */
export const lastings = [
  ['open', null, 'until I end it'],
  ['short', limits.connectionShortMs, `for ${span(limits.connectionShortMs)}`],
  ['long', limits.connectionLongMs, `for ${span(limits.connectionLongMs)}`],
] as const

/** The form as text. */
export type TypedConsent = { scopes: readonly string[]; budget: string; askFirst: boolean; lasts: string }
export type ConsentFaults = { scopes?: string; budget?: string }

export type ConsentPage = {
  site: SiteContext
  csrf: string
  path: string
  handle: string
  app: AskingApp
  typed: TypedConsent
  faults: ConsentFaults
}

/** Who asks: the host first, because an app can call itself anything. */
export function askingPart({ name, provenHost, host, onThisMachine }: AskingApp): Html {
  return html`<p class="lede">The answer goes to <strong class="code" translate="no">${host}</strong>${onThisMachine ? ', a program on this device' : ''}.</p>
<p>It calls itself <strong><bdi>${name}</bdi></strong>. ${
    provenHost === null
      ? 'Nobody has checked that name: go on only if you have just begun this yourself.'
      : html`Its description is at <strong translate="no">${provenHost}</strong>.`
  }</p>
${
  onThisMachine &&
  html`<div class="notice alert"><p><strong>Any program on this device can ask in this way, under any name.</strong> Refuse if you have not just begun this in a program that you trust.</p></div>\n`
}`
}

/** The page of consent. */
export function consentPage({ site, csrf, path, handle, app, typed, faults }: ConsentPage): string {
  const checked = (on: boolean) => on && html` checked`
  const fault = (id: string, words: string | undefined) => words && html`<p id="${id}" class="fault">${words}</p>\n`
  const faulty = Object.keys(faults).length > 0
  return privatePage(
    site,
    `${faulty ? 'Not connected · ' : ''}Connect an app`,
    html`<h1>Connect ${app.onThisMachine ? 'a program on this device' : html`<span translate="no">${app.host}</span>`} to @${handle}?</h1>
${faulty && html`<div class="notice alert" role="alert"><p><strong>Not connected yet.</strong> ${Object.values(faults).join(' ')}</p></div>\n`}${askingPart(app)}
<form method="post" action="${path}">
${hidden('csrf', csrf)}
<fieldset${faults.scopes && html` aria-invalid="true" aria-describedby="scopes-fault"`}>
<legend>On ${siteRow(site.id).title} it may</legend>
${app.scopes.map(
  scope =>
    html`<label><input type="checkbox" name="scopes" value="${scope}"${checked(typed.scopes.includes(scope))}> ${scopeMeanings[scope]}</label>
`,
)}</fieldset>
${fault('scopes-fault', faults.scopes)}<label>It may spend, in ${currencyCode()} a month (empty: all of the balance) <input name="budget" inputmode="decimal" maxlength="17" value="${typed.budget}"${faults.budget && html` aria-invalid="true" aria-describedby="budget-fault"`}></label>
${fault('budget-fault', faults.budget)}<label><input type="checkbox" name="ask_first" value="yes"${checked(typed.askFirst)}> Ask me before anything of it is published</label>
<fieldset>
<legend>The connection lasts</legend>
${lastings.map(
  ([value, , words]) =>
    html`<label><input type="radio" name="lasts" value="${value}"${checked(typed.lasts === value)}> ${words}</label>
`,
)}</fieldset>
<p class="small">An app that is not used for ${span(limits.refreshTokenMs)} is disconnected. You can end the connection, and change its limit, on your account page under Connected apps. You get a mail about it now.</p>
<div class="key-actions">
<button type="submit" name="answer" value="yes">Connect it</button>
<button type="submit" name="answer" value="no" class="outline">Refuse</button>
</div>
</form>`,
  )
}
