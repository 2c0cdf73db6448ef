// Mounts the owner's pages: here, and never by the API, owners do what costs them money or binds them (contract.md §11).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problems } from '../../contract/problems/problems.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { existingAccount } from '../../usecases/accounts/account-view.ts'
import type { Platform } from '../../usecases/platform.ts'
import { field, foreignWords } from '../private/forms.ts'
import { messagePage } from '../private/frame.ts'
import { type Realm, registerRealm, type Said } from '../private/register-realm.ts'
import { parameter, send } from '../private/route.ts'
import { cookieOf, knownBrowser, openSession } from '../private/session.ts'
import { sendAsking } from '../private/sign-in.ts'
import { privateHtmlHeaders } from '../public/kit/layout.ts'
import { activityRoutes } from './account/activity.ts'
import { addressRoutes } from './account/address.ts'
import { approvalRoutes } from './account/approvals.ts'
import { appRoutes } from './account/apps.ts'
import { chooseRoutes, placeToEnter } from './account/choose.ts'
import { conversationRoutes } from './account/conversations.ts'
import { deletionRoutes } from './account/deletion.ts'
import { editRoutes } from './account/edit-post.ts'
import { keyRoutes } from './account/keys.ts'
import { ledgerRoutes } from './account/ledger.ts'
import { memberRoutes } from './account/members.ts'
import { overviewRoutes, signInByMail } from './account/overview.ts'
import { passkeyRoutes } from './account/passkeys.ts'
import { paymentRoutes } from './account/payments.ts'
import { postRoutes } from './account/posts.ts'
import { profileRoutes } from './account/profile.ts'
import { settingsRoutes } from './account/settings.ts'
import { topUpRoutes } from './account/top-up.ts'
import { webhookRoutes } from './account/webhooks.ts'
import { askToSignInFor, consentRoute, consentRoutes } from './consent.ts'
import { expiredDecisionPage, registerDecideByMail } from './decide-by-mail.ts'
import { expiredKeepPage, registerKeep } from './deletion.ts'
import { askSites, keepNext, ownPageIn, registerHandOver, wantedPage, wantPage } from './hand-over.ts'
import { registerJoin } from './join.ts'
import { joinOverPage } from './join-pages.ts'
import { registerMailedLinks } from './mailed-links.ts'
import { registerMemberLinks } from './member-links.ts'
import { expiredNotMePage, registerNotMe } from './not-me.ts'
import { leadTo } from './notices.ts'
import { askToSwitchPage, backToAccount, expiredMailPage, expiredRefusalPage } from './pages.ts'
import { backToSite, goBackPage, passkeyOffer, registerPasskeySignIn } from './passkey-sign-in.ts'
import type { OwnersRoute } from './route.ts'
import {
  actorOf,
  agentClaim,
  byMailedLink,
  deletionPlace,
  type OwnerSession,
  placeOf,
  requireEmailSession,
  requireRole,
  sessionOf,
} from './session.ts'
import { emailSessionPage, expiredPage, ownersWords, signInRoutes } from './sign-in.ts'

/** Every page and form that takes a session, with the grade of that session. */
export const ownersRoutes: readonly OwnersRoute[] = [
  ...overviewRoutes,
  ...addressRoutes,
  ...topUpRoutes,
  ...signInRoutes,
  ...approvalRoutes,
  ...postRoutes,
  ...conversationRoutes,
  ...editRoutes,
  ...ledgerRoutes,
  ...paymentRoutes,
  ...keyRoutes,
  ...appRoutes,
  ...consentRoutes,
  ...webhookRoutes,
  ...settingsRoutes,
  ...passkeyRoutes,
  ...deletionRoutes,
  ...memberRoutes,
  ...activityRoutes,
  ...profileRoutes,
  ...chooseRoutes,
  {
    method: 'POST',
    path: '/account/switch',
    grade: 'agent',
    run: async ({ platform, request, reply }) =>
      openAccount(platform, reply, agentClaim(platform, field(request, 't'))),
  },
]

const owners: Realm<OwnerSession, OwnersRoute> = {
  as: 'owner',
  words: ownersWords,
  cookies: { session: 'account', browser: 'browser', known: 'known' },
  routes: ownersRoutes,
  headers: privateHtmlHeaders,
  problemWords: {
    bad_signature: {
      title: 'This link does not work',
      text: [
        'It is incomplete, or is not a link of this service. Open it exactly as you got it, or ask your agent for a new one.',
      ],
      alone: true,
    },
    overloaded: {
      title: 'Not right now',
      text: ['Please send the same form again in a minute. It takes effect once, however often you send it.'],
      alone: true,
    },
    rate_limited: { title: 'Enough for today', text: ['It works again after 00:00 UTC.'] },
  },
  sessionOf,
  ask: (platform, asked) => platform.act('askSignIn', asked),
  beside: passkeyOffer,
  async enter(platform, reply, { address }) {
    const back = backToSite(reply)
    if (back !== null) return send(reply, 200, goBackPage(reply.request.site, back))
    // The page that was wanted opens after the choice of an account.
    const choice = await placeToEnter(platform, address)
    return leadTo(reply, choice ?? wantedPage(reply, placeOf(platform, reply.request)), 'signed-in')
  },
  enterBy: (platform, request, reply) =>
    request.routeOptions.url === '/account' && (request.query as { t?: unknown }).t !== undefined
      ? enter(platform, request, reply)
      : null,
  withoutSession: sendWithoutSession,
  foreign: (_platform, reply, session) => sendForeign(reply, session),
  actorOf,
  byLink: byMailedLink,
  refusal({ session, reply }, { grade, path, method }) {
    // Whoever signs in by mail for this page comes back to it.
    if (grade === 'email' && session.grade !== 'email' && method === 'GET') wantPage(reply)
    if (grade === 'email') requireEmailSession(session)
    requireRole(session, path)
    return null
  },
  say,
}

/** Mounts /account and the paths below it. Cookies and form bodies have to be parsed already; the edge has set the site. */
export function registerOwner(app: FastifyInstance, platform: Platform): void {
  registerRealm(app, platform, owners, pages => {
    // When a form is answered with a page, its address stays in the address bar: opening that address again leads to the account.
    for (const path of formsAlone(ownersRoutes)) pages.get(path, async (_, reply) => reply.redirect('/account', 303))
    // The address that people try, and from which they go on to `next`.
    pages.get('/login', async (request, reply) => {
      const next = parameter(request, 'next')
      const signedIn = (await sessionOf(platform, request))?.grade === 'email'
      if (!signedIn) keepNext(reply, next)
      return reply.redirect((signedIn && ownPageIn(next)) || '/account', 303)
    })
    const foreign = (reply: FastifyReply) => sendForeign(reply, null)
    registerMailedLinks(pages, platform, foreign)
    registerKeep(pages, platform, foreign)
    registerNotMe(pages, platform, foreign)
    registerMemberLinks(pages, platform, foreign)
    registerJoin(pages, platform, foreign)
    registerDecideByMail(pages, platform, foreign)
    registerPasskeySignIn(pages, platform, { realm: owners, foreign })
    registerHandOver(pages, platform, reply => sendSignIn(platform, reply))
  })
}

/** The paths of forms that are not also pages. */
export function formsAlone(routes: readonly OwnersRoute[]): string[] {
  const pages = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  return routes.filter(({ method, path }) => method === 'POST' && !pages.has(path)).map(({ path }) => path)
}

/**
 * Moves the token of an account link into the cookie, and redirects to the address without it. When another account is open, the
 * page asks first: otherwise a stranger could send a link to an account of theirs, and the owner would top up that account.
 */
async function enter(platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const token = parameter(request, 't') ?? ''
  const session = agentClaim(platform, token)
  const open = await sessionOf(platform, request)
  // A session from the inbox may do more, so an agent's link to the same account does not replace it.
  if (open?.accountId === session.accountId && open.grade === 'email')
    return session.purpose === 'deletion'
      ? leadTo(reply, deletionPlace, 'deletion-asked')
      : reply.redirect('/account', 303)
  if (!open || open.accountId === session.accountId) return openAccount(platform, reply, session)
  const account = await existingAccount(platform, open.accountId)
  const other = await existingAccount(platform, session.accountId)
  const csrf = platform.links.csrf(open.value)
  return send(reply, 200, askToSwitchPage({ site: request.site, account, other, token, csrf }))
}

function openAccount(platform: Platform, reply: FastifyReply, session: OwnerSession): FastifyReply {
  openSession(reply, session, platform.now(), 'account')
  return reply.redirect('/account', 303)
}

/** Who never had a session is asked to sign in; who had one, or sends a form, learns that it has ended. */
function sendWithoutSession(
  platform: Platform,
  { method, path }: OwnersRoute,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const { request } = reply
  if (method === 'POST') return sendExpired(platform, reply)
  wantPage(reply)
  const asking = askSites(reply)
  if (asking) return asking
  if (path === consentRoute) return askToSignInFor(platform, reply)
  if (cookieOf(request, 'account') !== undefined) return sendExpired(platform, reply)
  return path === '/account' ? sendSignIn(platform, reply) : reply.redirect('/account', 303)
}

function sendSignIn(platform: Platform, reply: FastifyReply): FastifyReply {
  return sendAsking(platform, owners, reply)
}

function sendExpired(platform: Platform, reply: FastifyReply): FastifyReply {
  const csrf = platform.links.csrf(knownBrowser(reply, 'browser'))
  return send(reply, problems.link_expired.status, expiredPage({ site: reply.request.site, csrf }))
}

function sendForeign(reply: FastifyReply, session: OwnerSession | null): FastifyReply {
  const { title, text } = foreignWords
  const end = session && backToAccount
  return send(reply, 403, messagePage(reply.request.site, { title, text: [text], end }))
}

/** Sends a page with one message, or the page that mails a link where a better one is needed. */
async function say(
  platform: Platform,
  reply: FastifyReply,
  session: OwnerSession | null,
  { code, status, title, text }: Said,
): Promise<FastifyReply> {
  const { site, routeOptions } = reply.request
  if (code === 'link_expired') {
    const expired = expiredPages[routeOptions.url ?? '']
    return expired ? send(reply, status, expired(site)) : sendExpired(platform, reply)
  }
  if (code === 'email_session_required' && session) {
    const account = await existingAccount(platform, session.accountId).catch(() => null)
    const form = account?.email_verified ? signInByMail(platform.links.csrf(session.value)) : null
    return send(reply, status, emailSessionPage(site, form))
  }
  return send(reply, status, messagePage(site, { title, text, end: session && backToAccount }))
}

const expiredPages: Record<string, (site: SiteContext) => string> = {
  '/account/verify': expiredMailPage,
  '/account/refuse-sender': expiredRefusalPage,
  '/account/keep': expiredKeepPage,
  '/account/not-me': expiredNotMePage,
  '/account/decide': expiredDecisionPage,
  '/join/open': joinOverPage,
  '/join/code': joinOverPage,
}
