// Mounts the owner's pages: here, and never by the API, owners do what costs them money or binds them (contract.md §11).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ProblemCode, problems } from '../../contract/problems/problems.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { existingAccount } from '../../usecases/accounts/account-view.ts'
import { inTime } from '../../usecases/deadline.ts'
import { problemOf } from '../../usecases/outage.ts'
import type { Platform } from '../../usecases/platform.ts'
import { privateHtmlHeaders } from '../public/kit/layout.ts'
import { addressRoutes } from './account/address.ts'
import { approvalRoutes } from './account/approvals.ts'
import { deletionRoutes } from './account/deletion.ts'
import { keyRoutes } from './account/keys.ts'
import { ledgerRoutes } from './account/ledger.ts'
import { overviewRoutes, signInByMail } from './account/overview.ts'
import { postRoutes } from './account/posts.ts'
import { settingsRoutes } from './account/settings.ts'
import { topUpRoutes } from './account/top-up.ts'
import { webhookRoutes } from './account/webhooks.ts'
import { expiredKeepPage, registerKeep } from './deletion.ts'
import { field, foreignWords, internalWords, isFromHere, refusedByFramework } from './forms.ts'
import { registerMailedLinks } from './mailed-links.ts'
import { askToSwitchPage, expiredMailPage, expiredRefusalPage, messagePage } from './pages.ts'
import { type OwnersRoute, parameter, send } from './route.ts'
import { agentClaim, knownBrowser, type OwnerSession, openSession, requireEmailSession, sessionOf } from './session.ts'
import { ownersRealm, registerSignIn, signInRoutes } from './sign-in.ts'
import { emailSessionPage, expiredPage } from './sign-in-pages.ts'

/** Every page and form that takes a session, with the grade of that session. */
export const ownersRoutes: readonly OwnersRoute[] = [
  ...overviewRoutes,
  ...addressRoutes,
  ...topUpRoutes,
  ...signInRoutes,
  ...approvalRoutes,
  ...postRoutes,
  ...ledgerRoutes,
  ...keyRoutes,
  ...webhookRoutes,
  ...settingsRoutes,
  ...deletionRoutes,
  {
    method: 'POST',
    path: '/account/switch',
    grade: 'agent',
    run: async ({ platform, request, reply }) =>
      openAccount(platform, reply, agentClaim(platform, field(request, 't'))),
  },
]

/** Mounts /account and the paths below it. Cookies and form bodies have to be parsed already; the edge has set the site. */
export function registerOwner(app: FastifyInstance, platform: Platform): void {
  app.register(async pages => {
    pages.addHook('onRequest', async (_, reply) => void reply.headers(privateHtmlHeaders))
    pages.setErrorHandler((error, request, reply) => {
      // A guard refused the request before its site was known: the edge answers in the words of the API.
      if (!request.site) throw error
      return sendProblem(platform, error, request, reply)
    })
    for (const route of ownersRoutes)
      pages.route({
        method: route.method,
        url: route.path,
        handler: (request, reply) =>
          route.path === '/account' && (request.query as { t?: unknown }).t !== undefined
            ? enter(platform, request, reply)
            : visit(platform, route, request, reply),
      })
    // When a form is answered with a page, its address stays in the address bar: opening that address again leads to the account.
    for (const path of formsAlone(ownersRoutes)) pages.get(path, async (_, reply) => reply.redirect('/account', 303))
    const foreign = (reply: FastifyReply) => sendForeign(reply, false)
    registerMailedLinks(pages, platform, foreign)
    registerSignIn(pages, platform, { realm: ownersRealm, foreign })
    registerKeep(pages, platform, foreign)
  })
}

/** The paths of forms that are not also pages. */
export function formsAlone(routes: readonly OwnersRoute[]): string[] {
  const pages = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  return routes.filter(({ method, path }) => method === 'POST' && !pages.has(path)).map(({ path }) => path)
}

/** Runs a page or a form of the account. The checks in order: session, origin and CSRF token of a form, grade. */
async function visit(platform: Platform, route: OwnersRoute, request: FastifyRequest, reply: FastifyReply) {
  const session = await sessionOf(platform, request)
  if (!session) return sendExpired(platform, reply)
  const { links, times } = platform
  const isForm = route.method === 'POST'
  if (isForm && !(isFromHere(request) && links.csrfMatches(session.value, field(request, 'csrf'))))
    return sendForeign(reply, true)
  if (route.grade === 'email') requireEmailSession(session)
  const csrf = links.csrf(session.value)
  return inTime(times.answerMs, () => route.run({ platform, session, csrf, request, reply }))
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
  if (open?.accountId === session.accountId && open.grade === 'email') return reply.redirect('/account', 303)
  if (!open || open.accountId === session.accountId) return openAccount(platform, reply, session)
  const account = await existingAccount(platform, open.accountId)
  const other = await existingAccount(platform, session.accountId)
  const csrf = platform.links.csrf(open.value)
  return send(reply, 200, askToSwitchPage({ site: request.site, account, other, token, csrf }))
}

function openAccount(platform: Platform, reply: FastifyReply, session: OwnerSession): FastifyReply {
  openSession(reply, session, platform.now())
  return reply.redirect('/account', 303)
}

function sendExpired(platform: Platform, reply: FastifyReply): FastifyReply {
  const csrf = platform.links.csrf(knownBrowser(reply))
  return send(reply, problems.link_expired.status, expiredPage({ site: reply.request.site, csrf }))
}

function sendForeign(reply: FastifyReply, hasSession: boolean): FastifyReply {
  const { title, text } = foreignWords
  return send(reply, 403, messagePage(reply.request.site, { title, text: [text], hasSession }))
}

/** The words of a problem for owners, where the words for API callers would not help. */
const ownersWords: Partial<Record<ProblemCode, { title: string; text: string[] }>> = {
  bad_signature: {
    title: 'This link does not work',
    text: [
      'It is incomplete, or is not a link of this service. Open it exactly as you got it, or ask your agent for a new one.',
    ],
  },
  overloaded: {
    title: 'Not right now',
    text: ['Please send the same form again in a minute. It takes effect once, however often you send it.'],
  },
  rate_limited: { title: 'Enough for today', text: ['It works again after 00:00 UTC.'] },
  internal: internalWords,
}

/** Problems whose own message is not shown to owners. */
const replacedMessages: ReadonlySet<ProblemCode> = new Set(['bad_signature', 'overloaded'])

/** Any failure as a page: the words of a Problem, never those of a database driver. */
async function sendProblem(
  platform: Platform,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fields = { request_id: request.id, route: request.routeOptions.url }
  const { code, message, extras } = refusedByFramework(error) ?? problemOf(platform, error, fields, 'a request failed')
  const status = problems[code].status
  reply.headers(extras.headers ?? {})
  if (code === 'link_expired') {
    const expired = expiredPages[request.routeOptions.url ?? '']
    return expired ? send(reply, status, expired(request.site)) : sendExpired(platform, reply)
  }
  // The page is sent even when the database does not answer.
  const session = await sessionOf(platform, request).catch(() => null)
  if (code === 'email_session_required' && session) {
    const account = await existingAccount(platform, session.accountId).catch(() => null)
    const form = account?.email_verified ? signInByMail(platform.links.csrf(session.value)) : null
    return send(reply, status, emailSessionPage(request.site, form))
  }
  const words = ownersWords[code] ?? { title: problems[code].title, text: [] }
  const text = replacedMessages.has(code)
    ? words.text
    : code === 'internal'
      ? [...words.text, request.id]
      : [message, ...words.text]
  return send(reply, status, messagePage(request.site, { title: words.title, text, hasSession: session !== null }))
}

const expiredPages: Record<string, (site: SiteContext) => string> = {
  '/account/verify': expiredMailPage,
  '/account/refuse-sender': expiredRefusalPage,
  '/account/keep': expiredKeepPage,
}
