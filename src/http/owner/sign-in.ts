// Signing in as an owner: its words, the forms of a session, and the pages of a session that has ended or is not enough.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { span } from '../../contract/words.ts'
import { existingAccount } from '../../usecases/accounts/account-view.ts'
import { isKnownBrowser } from '../../usecases/accounts/sessions.ts'
import { privatePage } from '../private/frame.ts'
import { clearCookie, cookieOf, knownBrowser } from '../private/session.ts'
import { askedFrom } from '../private/sign-in.ts'
import { addressForm, type SignInPage, type SignInWords } from '../private/sign-in-pages.ts'
import { type Html, html } from '../public/kit/layout.ts'
import type { OwnersRoute } from './route.ts'

export const ownersWords: SignInWords = {
  path: '/account',
  to: 'your account',
  mailedIf: 'If an account has verified this address',
  hint: html`Use an address that you have verified. If you have none, ask your agent for a link to the account page: it gets one with every GET /v1/account, as account_url. No account yet? <a href="/join">Open one</a>`,
  opens: 'You can then approve posts, set limits and manage keys.',
  opened: 'your account',
}

/** The forms of a session: asking for a link as its account, and signing out. */
export const signInRoutes: readonly OwnersRoute[] = [
  {
    method: 'POST',
    path: '/account/sign-in/mine',
    grade: 'agent',
    async run({ platform, session, request, reply }) {
      const { email, email_verified: verified } = await existingAccount(platform, session.accountId)
      if (!verified) throw new Problem('verify_email', 'Verify your e-mail address first. No mail was sent.')
      const known = isKnownBrowser(platform, 'owner', email, cookieOf(request, 'known'))
      await platform.act('askSignIn', { ...askedFrom(request, knownBrowser(reply, 'browser')), email, known })
      return reply.redirect('/account/sign-in/code', 303)
    },
  },
  {
    method: 'POST',
    path: '/account/sign-out',
    grade: 'agent',
    async run({ platform, session, reply }) {
      const { accountId, id: sessionId } = session
      if (sessionId !== null) await platform.act('signOut', { accountId, sessionId })
      clearCookie(reply, 'account')
      return reply.redirect('/account/sign-in', 303)
    },
  },
]

/** The page when an account link has expired or there is no session. */
export function expiredPage({ site, csrf }: Omit<SignInPage, 'words'>): string {
  return privatePage(
    site,
    'This link has expired',
    html`<h1>This link has expired</h1>
<p>A link to your account page works for ${span(limits.accountLinkMs)}. Ask your agent for a new one: it gets one with every GET /v1/account, as account_url. Or have a link mailed to you:</p>
${addressForm(csrf, ownersWords)}
<p class="small">If you have only just opened the link, let your browser keep cookies of this site, and open it again.</p>`,
  )
}

/** The page when the session of an account link is not enough. `form` mails a link to sign in. */
export function emailSessionPage(site: SiteContext, form: Html | null): string {
  return privatePage(
    site,
    'A link from the inbox is needed',
    html`<h1>A link from the inbox is needed</h1>
<p>Your agents have the link that opened this page, so it is not enough for this. Sign in with a link from your mail. Nothing was changed.</p>
${form ?? html`<p>Verify your e-mail address on the account page first.</p>`}
<p><a href="/account">Back to your account</a></p>`,
  )
}
