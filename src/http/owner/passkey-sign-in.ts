// Signing in with a passkey: on the first site of the platform, to which browsers bind it, also for somebody who comes from another site.
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { callerAddress } from '../../edge/caller-address.ts'
import { passkeyHome, requestOptions, signInByPasskey } from '../../usecases/accounts/passkeys.ts'
import { inTime } from '../../usecases/deadline.ts'
import type { Platform } from '../../usecases/platform.ts'
import { field, isFromHere } from '../private/forms.ts'
import { parameter } from '../private/route.ts'
import { browserOf, keepFor, takeCookie } from '../private/session.ts'
import { enter, openingIn, type SignInRealm, sendAsking } from '../private/sign-in.ts'
import { type Html, html, layout } from '../public/kit/layout.ts'
import { wantedSeconds } from './hand-over.ts'
import { passkeyForm, passkeyScript } from './passkey-form.ts'

const page = '/account/sign-in'
const path = `${page}/passkey`

/** What the page that asks for the address offers: a passkey, here or on the first site; nothing where browsers have none. */
export function passkeyOffer(platform: Platform, reply: FastifyReply, browser: string): Html {
  const { site } = reply.request
  const home = passkeyHome(platform)
  if (!home) return html``
  if (home.site.id !== site.id)
    return html`<p><a href="${home.site.baseUrl}${page}?for=${site.id}">Sign in with a passkey</a></p>`
  const from = site.siblings?.find(({ id }) => id === parameter(reply.request, 'for'))
  if (from) keepFor(reply, 'back', from.id, wantedSeconds)
  return passkeyForm({
    ...{ does: 'get', action: path, page, button: 'Sign in with a passkey' },
    options: requestOptions(platform, home, browser),
    csrf: platform.links.csrf(browser),
  })
}

/** The account on the site from which somebody came to sign in; null for somebody who came from none. */
export function backToSite(reply: FastifyReply): string | null {
  const from = takeCookie(reply, 'back')
  const site = reply.request.site.siblings?.find(({ id }) => id === from)
  return site ? `${site.baseUrl}/account` : null
}

/** Leads on to another site: a form may not be redirected there (its policy allows this site alone), a page may. */
export function goBackPage(site: SiteContext, url: string): string {
  return layout({
    ...{ title: 'You are signed in', site, noindex: true },
    head: html`<meta http-equiv="refresh" content="0; url=${url}">`,
    body: html`<h1>You are signed in</h1>
<p><a role="button" href="${url}">Go on</a></p>`,
  })
}

const failed = {
  over: 'That took too long, or was sent twice. Try again.',
  wrong: 'This passkey does not open an account here. Sign in by mail.',
} as const

/** Mounts the form, and the script of passkeys. `foreign` answers a form that another site sent. */
export function registerPasskeySignIn(
  pages: FastifyInstance,
  platform: Platform,
  { realm, foreign }: { realm: SignInRealm; foreign(reply: FastifyReply): FastifyReply },
): void {
  pages.get(passkeyScript.path, (_, reply) =>
    reply
      .headers({
        'content-type': passkeyScript.contentType,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      .send(passkeyScript.body),
  )
  pages.get(path, async (_, reply) => reply.redirect(page, 303))
  pages.post(path, async (request, reply) => {
    const browser = browserOf(request, realm.cookies.browser)
    if (!isFromHere(request) || browser === null || !platform.links.csrfMatches(browser, field(request, 'csrf')))
      return foreign(reply)
    return inTime(platform.times.answerMs, async () => {
      const answered = { answer: field(request, 'answer'), ip: callerAddress(request), browser }
      const opened = await signInByPasskey(platform, { ...answered, ...(await openingIn(platform, realm, request)) })
      if (typeof opened !== 'string') return enter({ platform, realm }, reply, opened)
      return sendAsking(platform, realm, reply, { status: opened === 'over' ? 410 : 400, failed: failed[opened] })
    })
  })
}
