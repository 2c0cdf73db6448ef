// The frame of the pages of an account: navigation, notices, and the end of the session.
import { moment } from '../../../domain/times/moment.ts'
import type { Account } from '../../../store/accounts/accounts.ts'
import { hidden, notices, sectionLinks } from '../../private/frame.ts'
import { type Html, html, layout } from '../../public/kit/layout.ts'
import { takeNotice } from '../notices.ts'
import type { Visit } from '../route.ts'
import { mayOpen, type OwnerSession } from '../session.ts'

const sections = [
  ['/account', 'Overview'],
  ['/account/posts', 'Posts'],
  ['/account/conversations', 'Conversations'],
  ['/account/ledger', 'Ledger'],
  ['/account/payments', 'Payments'],
  ['/account/keys', 'Keys'],
  ['/account/apps', 'Connected apps'],
  ['/account/webhooks', 'Webhooks'],
  ['/account/members', 'People'],
  ['/account/settings', 'Settings'],
] as const

export type AccountPage = {
  account: Account
  title: string
  /** The section that is open. */
  section: (typeof sections)[number][0]
  body: Html
  /** Why the form that this page answers was not taken. */
  alert?: Html | undefined
}

/** A page of the account. Its body begins with the only h1. */
export function accountPage(visit: Visit, { account, title, section, body, alert }: AccountPage): string {
  const { session, csrf, request, reply } = visit
  return layout({
    title: `${title} · @${account.handle}`,
    site: request.site,
    noindex: true,
    signedIn: true,
    body: html`${session.grade === 'email' && navigation(session, section)}
${notices(alert, takeNotice(reply))}${body}
<div class="session">
<p>${session.grade === 'email' ? html`You are signed in as @${account.handle} until ${moment(session.expiresAt)}.` : html`Your agent asked for the link that opened this page. It stays open in this browser until ${moment(session.expiresAt)}; after that, ask your agent for a new link.`}</p>
<form method="post" action="/account/sign-out">
${hidden('csrf', csrf)}
<button type="submit" class="outline secondary">Sign out</button>
</form>
</div>`,
  })
}

function navigation(session: OwnerSession, current: AccountPage['section']): Html {
  const open = sections.filter(([path]) => mayOpen(session, path))
  return html`<nav class="account-nav" aria-label="Account">
<ul>${sectionLinks(open, current)}</ul>
</nav>`
}

/** The link to the next page of a list; nothing on the last page. `query`: the filter of the list, as in an address. */
export function more(path: string, next: string | null, query = ''): Html | null {
  const address = `${path}?${query === '' ? '' : `${query}&`}before=${next}`
  return next === null ? null : html`<p class="next"><a href="${address}" rel="next">Older</a></p>`
}

/** A heading with a line about the page. */
export function heading(title: string, lede: Html | string): Html {
  return html`<h1>${title}</h1>
<p class="lede">${lede}</p>`
}
