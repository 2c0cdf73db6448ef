// The owner's session in a cookie: the token of an account link (grade `agent`) or a session opened from the inbox (contract.md
// §11).
import { randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { Problem, unauthorized } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { type CookieOf, ownersCookie, type SiteContext } from '../../contract/sites/site-context.ts'
import { isSessionValue, mailedSession } from '../../usecases/accounts/sessions.ts'
import type { Platform } from '../../usecases/platform.ts'
import { isFromHere } from './forms.ts'

export type OwnerSession = {
  accountId: string
  /** `agent`: the holder of an account link. `email`: the reader of the owner's mail. */
  grade: 'agent' | 'email'
  expiresAt: number
  /** The value of the cookie; the CSRF tokens of forms are bound to it. */
  value: string
  /** The id of a session from the inbox; null for the token of an account link, which is not stored. */
  id: string | null
}

/** The session of an account link. Throws `bad_signature` or `link_expired`. */
export function agentClaim(platform: Platform, token: string): OwnerSession {
  const { grade, account: accountId, expiresAt } = platform.links.read(token, platform.now())
  if (grade !== 'agent') throw new Problem('bad_signature', sentences.otherLink)
  return { accountId, grade, expiresAt, value: token, id: null }
}

/** The session of a cookie or of x-account-link. Throws `bad_signature` or `link_expired`. */
async function ownerClaim(platform: Platform, token: string): Promise<OwnerSession> {
  if (!isSessionValue(token)) return agentClaim(platform, token)
  const session = await mailedSession(platform, token)
  if (!session) throw new Problem('link_expired', 'The session has ended.')
  const { id, account_id: accountId, expires_at: expiresAt } = session
  return { accountId, grade: 'email', expiresAt, value: token, id }
}

/**
 * The account of a session from the owner's inbox. Throws `email_session_required` for the session of an account link: every
 * holder of a key can get such a link.
 */
export function requireEmailSession({ accountId, grade }: Pick<OwnerSession, 'accountId' | 'grade'>): string {
  if (grade === 'email') return accountId
  throw new Problem(
    'email_session_required',
    'This needs a session that was opened from a link in the mail of the owner; nothing was changed.',
  )
}

/**
 * The account whose owner sends a request to the API, by a session in x-account-link or in a cookie. Throws `bad_signature`,
 * `link_expired`, `email_session_required`; `human_required` for an API key, `unauthorized` for a request with neither.
 */
export async function managedAccount(platform: Platform, request: FastifyRequest): Promise<string> {
  const link = request.headers['x-account-link']
  if (typeof link === 'string') return requireEmailSession(await ownerClaim(platform, link))
  // SameSite lets some requests of other origins carry the cookie, so the origin is checked too.
  const session = isFromHere(request) ? await sessionOf(platform, request) : null
  if (session) return requireEmailSession(session)
  if (request.caller) throw new Problem('human_required', 'Only the owner manages API keys, on the account page.')
  throw unauthorized(
    'This is for the owner: it takes the session of the account page, in its cookie or in x-account-link.',
  )
}

/** Sets the cookie of a session until the session ends. */
export function openSession(
  reply: FastifyReply,
  { value, expiresAt }: Pick<OwnerSession, 'value' | 'expiresAt'>,
  now: number,
  cookie: CookieOf = 'account',
): void {
  const { site } = reply.request
  const maxAge = Math.floor((expiresAt - now) / 1000)
  reply.setCookie(ownersCookie(site.baseUrl, cookie), value, { ...cookieOptions(site), maxAge })
}

/** Clears the cookie of the session. */
export function closeSession(reply: FastifyReply, cookie: CookieOf = 'account'): void {
  const { site } = reply.request
  reply.clearCookie(ownersCookie(site.baseUrl, cookie), cookieOptions(site))
}

/** The session of a request; null when there is none or it has expired. */
export async function sessionOf(platform: Platform, request: FastifyRequest): Promise<OwnerSession | null> {
  const value = request.cookies[ownersCookie(request.site.baseUrl, 'account')]
  if (!value) return null
  try {
    return await ownerClaim(platform, value)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

const browserPattern = /^[\w-]{32}$/

/**
 * The value by which a browser that asks for a sign-in link is recognised, and to which the CSRF tokens of such forms are bound; null
 * before it has opened one.
 */
export function browserOf(request: FastifyRequest, cookie: CookieOf = 'browser'): string | null {
  const value = request.cookies[ownersCookie(request.site.baseUrl, cookie)]
  return value && browserPattern.test(value) ? value : null
}

/** As `browserOf`, and sets the cookie for longer than a link works. */
export function knownBrowser(reply: FastifyReply, cookie: CookieOf = 'browser'): string {
  const { site } = reply.request
  const value = browserOf(reply.request, cookie) ?? randomBytes(24).toString('base64url')
  const maxAge = 2 * (limits.signInLinkMs / 1000)
  reply.setCookie(ownersCookie(site.baseUrl, cookie), value, { ...cookieOptions(site), maxAge })
  return value
}

/** Clears the cookie of `browserOf`: the sign-in is complete. */
export function forgetBrowser(reply: FastifyReply, cookie: CookieOf = 'browser'): void {
  const { site } = reply.request
  reply.clearCookie(ownersCookie(site.baseUrl, cookie), cookieOptions(site))
}

/**
 * Leaves a notice for the next page, which shows it once. A cookie carries it, because a link could otherwise make a page claim
 * anything.
 */
export function leaveNotice(reply: FastifyReply, code: string, cookie: CookieOf = 'notice'): void {
  const { site } = reply.request
  reply.setCookie(ownersCookie(site.baseUrl, cookie), code, { ...cookieOptions(site), maxAge: 60 })
}

/** Takes the code of the notice, and clears it. */
export function takeNotice(reply: FastifyReply, cookie: CookieOf = 'notice'): string | undefined {
  const { site, cookies } = reply.request
  const name = ownersCookie(site.baseUrl, cookie)
  if (cookies[name] !== undefined) reply.clearCookie(name, cookieOptions(site))
  return cookies[name]
}

function cookieOptions({ baseUrl }: SiteContext): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: baseUrl.startsWith('https:') }
}
