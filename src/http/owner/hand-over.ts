// Hands the session of an owner from one site of the platform to another: by a code that works once, in the browser that asked.
// Each site has its own cookie, so no cookie is shared between hosts (contract.md §11).
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { consentPath } from '../../contract/oauth.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { markOfBrowser } from '../../usecases/accounts/sessions.ts'
import type { Platform } from '../../usecases/platform.ts'
import { browserName } from '../private/browser-name.ts'
import { parameter } from '../private/route.ts'
import { clearCookie, cookieOf, keepFor, markBrowser, openSession, takeCookie } from '../private/session.ts'
import { sessionOf } from './session.ts'

const path = '/account/hand-over'

/** How long a site that was asked in vain is not asked again, in seconds: for the redirect that follows. */
const askedSeconds = 10

/** The page that somebody wanted before signing in, in seconds. */
export const wantedSeconds = 2 * (limits.signInLinkMs / 1000)

/** The pages to which signing in leads, without a query: never another host. */
const ownPages: readonly RegExp[] = [
  // The pages of the account.
  /^\/account(?:\/[\w-]+)*$/,
  // The question whether a program may act for the account.
  /^\/oauth\/consent\/[\w-]{1,60}$/,
]

/** The own page of an address that a caller gave; null for anything else. */
export function ownPageIn(address: string | null | undefined): string | null {
  return address && ownPages.some(page => page.test(address)) ? address : null
}

/** Keeps the page to which signing in leads, if it is an own page; the front page of the account needs none. */
export function keepNext(reply: FastifyReply, address: string | null): void {
  const page = ownPageIn(address)
  if (page !== null && page !== '/account') keepFor(reply, 'wanted', page, wantedSeconds)
}

/** Keeps the page that a request without a session asks for. */
export function wantPage(reply: FastifyReply): void {
  keepNext(reply, reply.request.url.split('?', 1)[0] ?? '')
}

/** The page that was wanted before signing in; `otherwise` if there was none. */
export function wantedPage(reply: FastifyReply, otherwise: string): string {
  return ownPageIn(takeCookie(reply, 'wanted')) ?? otherwise
}

/** Asks the other sites for a session, one after the other; null where there is none to ask, or all were asked just now. */
export function askSites(reply: FastifyReply): FastifyReply | null {
  const [first] = reply.request.site.siblings ?? []
  if (!first || takeCookie(reply, 'asked') !== undefined) return null
  const state = randomBytes(24).toString('base64url')
  keepFor(reply, 'handing', state, limits.handOverMs / 1000)
  return askSite(reply, first, state)
}

function askSite(reply: FastifyReply, asked: Pick<SiteContext, 'baseUrl'>, state: string): FastifyReply {
  return reply.redirect(
    `${asked.baseUrl}${path}/give?${new URLSearchParams({ to: reply.request.site.id, state })}`,
    303,
  )
}

const statePattern = /^[\w-]{32}$/

/** Mounts the two sides of a hand-over. `signIn` answers with the form to sign in, where cookies do not work. */
export function registerHandOver(
  pages: FastifyInstance,
  platform: Platform,
  signIn: (reply: FastifyReply) => FastifyReply,
): void {
  pages.get(`${path}/give`, (request, reply) => give(platform, request, reply))
  pages.get(`${path}/take`, (request, reply) => take(platform, request, reply, signIn))
}

/** Gives a code for the session of this site to the site that asks, or says that there is no session. */
async function give(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const to = request.site.siblings?.find(({ id }) => id === parameter(request, 'to'))
  const state = parameter(request, 'state') ?? ''
  if (!to || !statePattern.test(state)) return reply.redirect('/account', 303)
  const session = await sessionOf(platform, request)
  const code = session?.id ? await platform.act('handOver', { sessionId: session.id, state }) : null
  const answer = new URLSearchParams({ of: request.site.id, state, ...(code !== null && { code }) })
  return reply.redirect(`${to.baseUrl}${path}/take?${answer}`, 303)
}

/** Opens a session by the code of another site, or asks the next site. The state has to be that of this browser. */
async function take(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  signIn: (reply: FastifyReply) => FastifyReply,
): Promise<FastifyReply> {
  const state = parameter(request, 'state') ?? ''
  if (!statePattern.test(state) || cookieOf(request, 'handing') !== state) return signIn(reply)
  const code = parameter(request, 'code')
  if (code !== null) {
    const opening = { as: 'owner', browser: state, replaces: (await sessionOf(platform, request))?.id ?? null } as const
    const name = browserName(request.headers['user-agent'])
    const opened = await platform.act('signInByLink', { ...opening, token: code, browserName: name })
    if (typeof opened !== 'string') {
      openSession(reply, opened, platform.now(), 'account')
      markBrowser(reply, 'known', markOfBrowser(platform, 'owner', opened.address))
      clearCookie(reply, 'handing')
      return reply.redirect(wantedPage(reply, '/account'), 303)
    }
  }
  const siblings = request.site.siblings ?? []
  const next = siblings[siblings.findIndex(({ id }) => id === parameter(request, 'of')) + 1]
  if (next && next !== siblings[0]) return askSite(reply, next, state)
  clearCookie(reply, 'handing')
  keepFor(reply, 'asked', '1', askedSeconds)
  const wanted = cookieOf(request, 'wanted') ?? ''
  // The page of consent asks for the sign-in itself: it says for which app.
  return reply.redirect((wanted.startsWith(consentPath) && ownPageIn(wanted)) || '/account', 303)
}
