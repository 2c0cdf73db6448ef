// Signing in by mail: asking for a link, opening it, typing its code, signing out (contract.md §11).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Opened } from '../../actions/accounts/sessions.ts'
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { typedCode } from '../../domain/sign-in-code.ts'
import { callerAddress } from '../../edge/caller-address.ts'
import { existingAccount } from '../../usecases/accounts/account-view.ts'
import { awaitsCode, signInLink } from '../../usecases/accounts/sessions.ts'
import { inTime } from '../../usecases/deadline.ts'
import type { Platform } from '../../usecases/platform.ts'
import { browserName } from './browser-name.ts'
import { field, isFromHere, readAddress } from './forms.ts'
import { backWith, type OwnersRoute, parameter, send } from './route.ts'
import { browserOf, closeSession, forgetBrowser, knownBrowser, openSession, sessionOf } from './session.ts'
import { askToSignInPage, linkSentPage, openLinkPage, showCodePage, signInOverPage } from './sign-in-pages.ts'

/** Forms of a session: asking for a link as its account, and leaving. */
export const signInRoutes: readonly OwnersRoute[] = [
  {
    method: 'POST',
    path: '/account/sign-in/mine',
    grade: 'agent',
    async run({ platform, session, request, reply }) {
      const { id, email, email_verified: verified } = await existingAccount(platform, session.accountId)
      if (!verified) throw new Problem('verify_email', 'Verify your e-mail address first. No mail was sent.')
      return ask(platform, request, reply, { email, accountId: id })
    },
  },
  {
    method: 'POST',
    path: '/account/sign-out',
    grade: 'agent',
    async run({ platform, session, reply }) {
      const { accountId, id: sessionId } = session
      if (sessionId !== null) await platform.act('signOut', { accountId, sessionId })
      closeSession(reply)
      return reply.redirect('/account/sign-in', 303)
    },
  },
]

/** Mounts what needs no session. `foreign` answers a form that was not sent from here. */
export function registerSignIn(
  pages: FastifyInstance,
  platform: Platform,
  foreign: (reply: FastifyReply) => FastifyReply,
): void {
  const page = (reply: FastifyReply) => ({ site: reply.request.site, csrf: platform.links.csrf(knownBrowser(reply)) })

  /** A form of a browser that has opened one of these pages before. */
  const form =
    (run: (browser: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const browser = browserOf(request)
      if (!isFromHere(request) || browser === null || !platform.links.csrfMatches(browser, field(request, 'csrf')))
        return foreign(reply)
      return inTime(platform.times.answerMs, () => run(browser, request, reply))
    }

  pages.get('/account/sign-in', async (_, reply) => send(reply, 200, askToSignInPage(page(reply))))

  pages.post(
    '/account/sign-in',
    form(async (_, request, reply) => {
      const email = readAddress(request)
      if (email === null)
        return send(reply, 400, askToSignInPage({ ...page(reply), error: 'This is not an e-mail address.' }))
      return ask(platform, request, reply, { email, accountId: null })
    }),
  )

  pages.get('/account/sign-in/code', async (request, reply) => {
    const browser = browserOf(request)
    return browser !== null && (await awaitsCode(platform, browser))
      ? send(reply, 200, linkSentPage(page(reply)))
      : reply.redirect('/account/sign-in', 303)
  })

  pages.post(
    '/account/sign-in/code',
    form(async (browser, request, reply) => {
      const code = typedCode(field(request, 'code'))
      const outcome = await platform.act('signInByCode', { code, ...(await opening(platform, request, browser)) })
      if (outcome === 'over') return send(reply, 410, signInOverPage(page(reply)))
      if (outcome === 'wrong') {
        const error = `This is not the code of the newest mail. A link takes ${limits.signInCodeTries} tries.`
        return send(reply, 400, linkSentPage({ ...page(reply), error }))
      }
      return enter(platform, reply, outcome)
    }),
  )

  pages.get('/account/sign-in/open', async (request, reply) => {
    const token = parameter(request, 't') ?? ''
    const link = await signInLink(platform, token, browserOf(request))
    if (link === null) return send(reply, 410, signInOverPage(page(reply)))
    return 'code' in link
      ? send(reply, 200, showCodePage({ site: request.site, ...link }))
      : send(reply, 200, openLinkPage({ ...page(reply), token, ...link }))
  })

  pages.post(
    '/account/sign-in/open',
    form(async (browser, request, reply) => {
      const token = field(request, 't')
      const outcome = await platform.act('signInByLink', { token, ...(await opening(platform, request, browser)) })
      if (outcome === 'over') return send(reply, 410, signInOverPage(page(reply)))
      if (outcome === 'elsewhere') return foreign(reply)
      return enter(platform, reply, outcome)
    }),
  )
}

/** Has a link mailed; the answer is the same whether or not there is an account to mail it to. */
function ask(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  of: { email: string; accountId: string | null },
): Promise<FastifyReply> | FastifyReply {
  const browser = knownBrowser(reply)
  const { baseUrl } = request.site
  return platform
    .act('askSignIn', { ...of, browser, baseUrl, ip: callerAddress(request) })
    .then(() => reply.redirect('/account/sign-in/code', 303))
}

async function opening(platform: Platform, request: FastifyRequest, browser: string) {
  const replaces = (await sessionOf(platform, request))?.id ?? null
  return { browser, browserName: browserName(request.headers['user-agent']), replaces }
}

/** The browser gets a value that nobody had before: one that was planted there opens nothing. */
function enter(platform: Platform, reply: FastifyReply, opened: Opened): FastifyReply {
  openSession(reply, opened, platform.now())
  forgetBrowser(reply)
  return backWith(reply, 'signed-in')
}
