// Signing in by mail, in the realm of owners or of reviewers: asking for a link, opening it, typing its code (contract.md §11,
// §12).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Opened, SignsIn } from '../../actions/accounts/sessions.ts'
import type { Actor } from '../../contract/activity.ts'
import { limits } from '../../contract/limits.ts'
import type { CookieOf } from '../../contract/sites/site-context.ts'
import { typedCode } from '../../domain/accounts/sign-in-code.ts'
import { askedLanguage } from '../../edge/asked-language.ts'
import { callerAddress } from '../../edge/caller-address.ts'
import { awaitsCode, isKnownBrowser, markOfBrowser, signInLink } from '../../usecases/accounts/sessions.ts'
import { actingAs } from '../../usecases/acting.ts'
import { inTime } from '../../usecases/deadline.ts'
import type { Platform } from '../../usecases/platform.ts'
import { type Html, privateHtmlHeaders, privateScriptedHtmlHeaders } from '../public/kit/layout.ts'
import { browserName } from './browser-name.ts'
import { field, isFromHere, readAddress } from './forms.ts'
import { type PrivateSession, parameter, send } from './route.ts'
import { browserOf, clearCookie, cookieOf, knownBrowser, markBrowser, openSession } from './session.ts'
import {
  askToSignInPage,
  linkSentPage,
  openLinkPage,
  type SignInWords,
  showCodePage,
  signInExpiredPage,
} from './sign-in-pages.ts'

type Asked = {
  email: string
  browser: string
  baseUrl: string
  ip: string
  known: boolean
  /** The language of the mail where the account has none. */
  language: string | null
}

/** What differs between signing in as an owner and as a reviewer. */
export type SignInRealm = {
  as: SignsIn
  words: SignInWords
  cookies: { session: CookieOf; browser: CookieOf; known: CookieOf }
  /** Who signs in, for the log of an account. */
  byLink?(request: FastifyRequest): Actor
  /** Has a link mailed, if the address may sign in. */
  ask(platform: Platform, asked: Asked): Promise<void>
  /** The session that is open in a browser; null for none. */
  sessionOf(platform: Platform, request: FastifyRequest): Promise<PrivateSession | null>
  /** What the page that asks for the address offers beside mail. `browser`: the value of the cookie of the browser. */
  beside?(platform: Platform, reply: FastifyReply, browser: string): Html
  /** Redirects to the first page of the session. The request still has the cookie of the session before it. */
  enter(platform: Platform, reply: FastifyReply, opened: Opened): FastifyReply | Promise<FastifyReply>
}

type Entrance = {
  platform: Platform
  realm: SignInRealm
  foreign: (reply: FastifyReply) => FastifyReply | Promise<FastifyReply>
}
type Form = { browser: string; request: FastifyRequest; reply: FastifyReply }

/** Mounts the pages of a realm that need no session. `foreign` answers a form that another site sent. */
export function registerSignIn(
  pages: FastifyInstance,
  platform: Platform,
  { realm, foreign }: Omit<Entrance, 'platform'>,
): void {
  const entrance = { platform, realm, foreign }
  const page =
    (show: (entrance: Entrance, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    (request: FastifyRequest, reply: FastifyReply) =>
      show(entrance, request, reply)
  const form =
    (run: (entrance: Entrance, form: Form) => Promise<FastifyReply>) =>
    (request: FastifyRequest, reply: FastifyReply) =>
      takeForm(entrance, run, request, reply)
  const path = pathOf(realm)
  pages.get(path, page(showAsking))
  pages.post(path, form(askForLink))
  pages.get(`${path}/code`, page(showSent))
  pages.post(`${path}/code`, form(enterByCode))
  pages.get(`${path}/open`, page(showLink))
  pages.post(`${path}/open`, form(enterByLink))
}

const pathOf = ({ words }: SignInRealm) => `${words.path}/sign-in`

/** Runs a form, if its browser has opened one of these pages before. */
async function takeForm(
  entrance: Entrance,
  run: (entrance: Entrance, form: Form) => Promise<FastifyReply>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { platform, realm, foreign } = entrance
  const browser = browserOf(request, realm.cookies.browser)
  if (!isFromHere(request) || browser === null || !platform.links.csrfMatches(browser, field(request, 'csrf')))
    return foreign(reply)
  const act = () => inTime(platform.times.answerMs, () => run(entrance, { browser, request, reply }))
  return realm.byLink ? actingAs(realm.byLink(request), act) : act()
}

function partsOf({ platform, realm: { words, cookies } }: Entrance, reply: FastifyReply) {
  const csrf = platform.links.csrf(knownBrowser(reply, cookies.browser))
  return { site: reply.request.site, csrf, words }
}

async function showAsking({ platform, realm }: Entrance, _: FastifyRequest, reply: FastifyReply) {
  return sendAsking(platform, realm, reply)
}

/** Sends the page that asks for the address. `error`: about the address that was given; `failed`: about what is offered beside mail. */
export function sendAsking(
  platform: Platform,
  { words, cookies, beside }: Pick<SignInRealm, 'words' | 'cookies' | 'beside'>,
  reply: FastifyReply,
  { status = 200, ...why }: { status?: number; error?: string; failed?: string } = {},
): FastifyReply {
  const browser = knownBrowser(reply, cookies.browser)
  const page = { site: reply.request.site, csrf: platform.links.csrf(browser), words, ...why }
  const offered = beside?.(platform, reply, browser)
  return send(
    reply,
    status,
    askToSignInPage({ ...page, ...(offered && { beside: offered }) }),
    offered ? privateScriptedHtmlHeaders : privateHtmlHeaders,
  )
}

async function askForLink(entrance: Entrance, { request, reply }: Form) {
  const { platform, realm } = entrance
  const email = readAddress(request)
  if (email === null) {
    return sendAsking(platform, realm, reply, { status: 400, error: 'This is not an e-mail address.' })
  }
  const known = isKnownBrowser(platform, realm.as, email, cookieOf(request, realm.cookies.known))
  await realm.ask(platform, { ...askedFrom(request, knownBrowser(reply, realm.cookies.browser)), email, known })
  return reply.redirect(`${pathOf(realm)}/code`, 303)
}

async function showSent(entrance: Entrance, request: FastifyRequest, reply: FastifyReply) {
  const { platform, realm } = entrance
  const browser = browserOf(request, realm.cookies.browser)
  return browser !== null && (await awaitsCode(platform, browser))
    ? send(reply, 200, linkSentPage(partsOf(entrance, reply)))
    : reply.redirect(pathOf(realm), 303)
}

async function enterByCode(entrance: Entrance, form: Form) {
  const { request, reply } = form
  const code = typedCode(field(request, 'code'))
  const outcome = await entrance.platform.act('signInByCode', { code, ...(await opening(entrance, form)) })
  if (outcome === 'over') return send(reply, 410, signInExpiredPage(partsOf(entrance, reply)))
  if (outcome === 'wrong') {
    const error = `This is not the code of the newest mail. A link takes ${limits.signInCodeTries} tries.`
    return send(reply, 400, linkSentPage({ ...partsOf(entrance, reply), error }))
  }
  return enter(entrance, reply, outcome)
}

async function showLink(entrance: Entrance, request: FastifyRequest, reply: FastifyReply) {
  const { as, words, cookies } = entrance.realm
  const token = parameter(request, 't') ?? ''
  const link = await signInLink(entrance.platform, { token, browser: browserOf(request, cookies.browser), as })
  if (link === null) return send(reply, 410, signInExpiredPage(partsOf(entrance, reply)))
  return 'code' in link
    ? send(reply, 200, showCodePage({ site: request.site, words, ...link }))
    : send(reply, 200, openLinkPage({ ...partsOf(entrance, reply), token, ...link }))
}

async function enterByLink(entrance: Entrance, form: Form) {
  const { request, reply } = form
  const token = field(request, 't')
  const outcome = await entrance.platform.act('signInByLink', { token, ...(await opening(entrance, form)) })
  if (outcome === 'over') return send(reply, 410, signInExpiredPage(partsOf(entrance, reply)))
  if (outcome === 'elsewhere') return entrance.foreign(reply)
  return enter(entrance, reply, outcome)
}

async function opening({ platform, realm }: Entrance, { browser, request }: Form) {
  return { as: realm.as, browser, ...(await openingIn(platform, realm, request)) }
}

/** The name of the browser in which a session opens, and the session that it replaces. */
export async function openingIn(
  platform: Platform,
  realm: Pick<SignInRealm, 'sessionOf'>,
  request: FastifyRequest,
): Promise<{ browserName: string; replaces: string | null }> {
  return {
    browserName: browserName(request.headers['user-agent']),
    replaces: (await realm.sessionOf(platform, request))?.id ?? null,
  }
}

/** Opens a session with a new value: a value that was planted in the browser opens nothing. */
export async function enter(
  { platform, realm }: Pick<Entrance, 'platform' | 'realm'>,
  reply: FastifyReply,
  opened: Opened,
): Promise<FastifyReply> {
  openSession(reply, opened, platform.now(), realm.cookies.session)
  clearCookie(reply, realm.cookies.browser)
  markBrowser(reply, realm.cookies.known, markOfBrowser(platform, realm.as, opened.address))
  return realm.enter(platform, reply, opened)
}

export const askedFrom = (request: FastifyRequest, browser: string): Omit<Asked, 'email' | 'known'> => {
  return { browser, baseUrl: request.site.baseUrl, ip: callerAddress(request), language: askedLanguage(request) }
}
