// Signing in by mail, in the realm of owners or of reviewers: asking for a link, opening it, typing its code (contract.md §11,
// §12).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Opened, SignsIn } from '../../actions/accounts/sessions.ts'
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import type { CookieOf } from '../../contract/site-context.ts'
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
import {
  askToSignInPage,
  linkSentPage,
  openLinkPage,
  ownersWords,
  type SignInWords,
  showCodePage,
  signInExpiredPage,
} from './sign-in-pages.ts'

type Asked = { email: string; browser: string; baseUrl: string; ip: string }

/** What differs between signing in as an owner and as a reviewer. */
export type Realm = {
  as: SignsIn
  words: SignInWords
  cookies: { session: CookieOf; browser: CookieOf }
  /** Has a link mailed, if the address may sign in. */
  ask(platform: Platform, asked: Asked): Promise<void>
  /** The id of the stored session that is open in a browser; null for none. */
  openIn(platform: Platform, request: FastifyRequest): Promise<string | null>
  /** Redirects to the first page of the session. */
  enter(reply: FastifyReply): FastifyReply
}

export const ownersRealm: Realm = {
  as: 'owner',
  words: ownersWords,
  cookies: { session: 'account', browser: 'browser' },
  ask: (platform, asked) => platform.act('askSignIn', { ...asked, accountId: null }),
  openIn: async (platform, request) => (await sessionOf(platform, request))?.id ?? null,
  enter: reply => backWith(reply, 'signed-in'),
}

/** The forms of a session: asking for a link as its account, and signing out. */
export const signInRoutes: readonly OwnersRoute[] = [
  {
    method: 'POST',
    path: '/account/sign-in/mine',
    grade: 'agent',
    async run({ platform, session, request, reply }) {
      const { id, email, email_verified: verified } = await existingAccount(platform, session.accountId)
      if (!verified) throw new Problem('verify_email', 'Verify your e-mail address first. No mail was sent.')
      await platform.act('askSignIn', { ...askedFrom(request, knownBrowser(reply)), email, accountId: id })
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
      closeSession(reply)
      return reply.redirect('/account/sign-in', 303)
    },
  },
]

/** Mounts the pages of a realm that need no session. `foreign` answers a form that another site sent. */
export function registerSignIn(
  pages: FastifyInstance,
  platform: Platform,
  { realm, foreign }: { realm: Realm; foreign: (reply: FastifyReply) => FastifyReply | Promise<FastifyReply> },
): void {
  const { as, words, cookies } = realm
  const at = (below: string) => `${words.path}/sign-in${below}`
  const page = (reply: FastifyReply) => {
    const csrf = platform.links.csrf(knownBrowser(reply, cookies.browser))
    return { site: reply.request.site, csrf, words }
  }

  /** Runs a form of a browser that has opened one of these pages before. */
  const form =
    (run: (browser: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const browser = browserOf(request, cookies.browser)
      if (!isFromHere(request) || browser === null || !platform.links.csrfMatches(browser, field(request, 'csrf')))
        return foreign(reply)
      return inTime(platform.times.answerMs, () => run(browser, request, reply))
    }

  const opening = async (request: FastifyRequest, browser: string) => ({
    as,
    browser,
    browserName: browserName(request.headers['user-agent']),
    replaces: await realm.openIn(platform, request),
  })

  /** Opens a session with a new value: a value that was planted in the browser opens nothing. */
  const enter = (reply: FastifyReply, opened: Opened) => {
    openSession(reply, opened, platform.now(), cookies.session)
    forgetBrowser(reply, cookies.browser)
    return realm.enter(reply)
  }

  pages.get(at(''), async (_, reply) => send(reply, 200, askToSignInPage(page(reply))))

  pages.post(
    at(''),
    form(async (_, request, reply) => {
      const email = readAddress(request)
      if (email === null)
        return send(reply, 400, askToSignInPage({ ...page(reply), error: 'This is not an e-mail address.' }))
      await realm.ask(platform, { ...askedFrom(request, knownBrowser(reply, cookies.browser)), email })
      return reply.redirect(at('/code'), 303)
    }),
  )

  pages.get(at('/code'), async (request, reply) => {
    const browser = browserOf(request, cookies.browser)
    return browser !== null && (await awaitsCode(platform, browser))
      ? send(reply, 200, linkSentPage(page(reply)))
      : reply.redirect(at(''), 303)
  })

  pages.post(
    at('/code'),
    form(async (browser, request, reply) => {
      const code = typedCode(field(request, 'code'))
      const outcome = await platform.act('signInByCode', { code, ...(await opening(request, browser)) })
      if (outcome === 'over') return send(reply, 410, signInExpiredPage(page(reply)))
      if (outcome === 'wrong') {
        const error = `This is not the code of the newest mail. A link takes ${limits.signInCodeTries} tries.`
        return send(reply, 400, linkSentPage({ ...page(reply), error }))
      }
      return enter(reply, outcome)
    }),
  )

  pages.get(at('/open'), async (request, reply) => {
    const token = parameter(request, 't') ?? ''
    const link = await signInLink(platform, { token, browser: browserOf(request, cookies.browser), as })
    if (link === null) return send(reply, 410, signInExpiredPage(page(reply)))
    return 'code' in link
      ? send(reply, 200, showCodePage({ site: request.site, words, ...link }))
      : send(reply, 200, openLinkPage({ ...page(reply), token, ...link }))
  })

  pages.post(
    at('/open'),
    form(async (browser, request, reply) => {
      const token = field(request, 't')
      const outcome = await platform.act('signInByLink', { token, ...(await opening(request, browser)) })
      if (outcome === 'over') return send(reply, 410, signInExpiredPage(page(reply)))
      if (outcome === 'elsewhere') return foreign(reply)
      return enter(reply, outcome)
    }),
  )
}

const askedFrom = (request: FastifyRequest, browser: string): Omit<Asked, 'email'> => {
  return { browser, baseUrl: request.site.baseUrl, ip: callerAddress(request) }
}
