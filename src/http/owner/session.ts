// The owner's session, kept in a cookie: the agent-grade token of an account link, or one opened from the inbox (contract.md §11).
import { randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { Problem, unauthorized } from '../../contract/problem.ts'
import { type CookieOf, ownersCookie, type SiteContext } from '../../contract/site-context.ts'
import { isSessionValue, mailedSession } from '../../usecases/accounts/sessions.ts'
import type { Platform } from '../../usecases/platform.ts'
import { isFromHere } from './forms.ts'

export type OwnerSession = {
  accountId: string
  /** `agent`: whoever was handed the account link. `email`: whoever reads the mail of the owner. */
  grade: 'agent' | 'email'
  expiresAt: number
  /** The value of the cookie: what the CSRF tokens of its forms are tied to. */
  value: string
  /** Of a session that was opened from the inbox; null for the token of a link, which is stored nowhere. */
  id: string | null
}

/** Throws `bad_signature` or `link_expired`: the token does not open the account page. */
export function agentClaim(platform: Platform, token: string): OwnerSession {
  const { grade, account: accountId, expiresAt } = platform.links.read(token, platform.now())
  if (grade !== 'agent') throw new Problem('bad_signature', 'This link is for another purpose.')
  return { accountId, grade, expiresAt, value: token, id: null }
}

/** What a token lets its holder do as the owner. Throws `bad_signature` or `link_expired`. */
async function ownerClaim(platform: Platform, token: string): Promise<OwnerSession> {
  if (!isSessionValue(token)) return agentClaim(platform, token)
  const session = await mailedSession(platform, token)
  if (!session) throw new Problem('link_expired', 'The session has ended.')
  const { id, account_id: accountId, expires_at: expiresAt } = session
  return { accountId, grade: 'email', expiresAt, value: token, id }
}

/**
 * The account of a session that was opened from the inbox of its owner. Throws `email_session_required` for one that an account link
 * has opened: whoever holds a key has such a link.
 */
export function byEmail({ accountId, grade }: Pick<OwnerSession, 'accountId' | 'grade'>): string {
  if (grade === 'email') return accountId
  throw new Problem(
    'email_session_required',
    'This needs a session that was opened from a link in the mail of the owner; nothing was changed.',
  )
}

/**
 * The account whose owner sends a request to the API: by the token of a session in x-account-link, or by the cookie of one. Throws
 * `bad_signature`, `link_expired`, `email_session_required`; `human_required` for a key, and `unauthorized` for nothing.
 */
export async function managedAccount(platform: Platform, request: FastifyRequest): Promise<string> {
  const link = request.headers['x-account-link']
  if (typeof link === 'string') return byEmail(await ownerClaim(platform, link))
  // A page of another origin cannot send the cookie, but for what SameSite lets through.
  const session = isFromHere(request) ? await sessionOf(platform, request) : null
  if (session) return byEmail(session)
  if (request.caller) throw new Problem('human_required', 'Only the owner manages API keys, on the account page.')
  throw unauthorized(
    'This is for the owner: it takes the session of the account page, in its cookie or in x-account-link.',
  )
}

/** Puts the session into the browser until it ends. */
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

/** Takes the session out of the browser. */
export function closeSession(reply: FastifyReply, cookie: CookieOf = 'account'): void {
  const { site } = reply.request
  reply.clearCookie(ownersCookie(site.baseUrl, cookie), cookieOptions(site))
}

/** The session of a request; null when there is none or its time is over. */
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

/** What this browser is known by when it asks for a link to sign in; null before it has opened a form for that. */
export function browserOf(request: FastifyRequest, cookie: CookieOf = 'browser'): string | null {
  const value = request.cookies[ownersCookie(request.site.baseUrl, cookie)]
  return value && browserPattern.test(value) ? value : null
}

/** The same, and makes sure that the browser has one for as long as a link works. */
export function knownBrowser(reply: FastifyReply, cookie: CookieOf = 'browser'): string {
  const { site } = reply.request
  const value = browserOf(reply.request, cookie) ?? randomBytes(24).toString('base64url')
  const maxAge = 2 * (limits.signInLinkMs / 1000)
  reply.setCookie(ownersCookie(site.baseUrl, cookie), value, { ...cookieOptions(site), maxAge })
  return value
}

/** Forgets the browser: what it has asked for is over. */
export function forgetBrowser(reply: FastifyReply, cookie: CookieOf = 'browser'): void {
  const { site } = reply.request
  reply.clearCookie(ownersCookie(site.baseUrl, cookie), cookieOptions(site))
}

/** Leaves a notice for the next page, which shows it once: nothing in an address can make a page claim what did not happen. */
export function leaveNotice(reply: FastifyReply, code: string, cookie: CookieOf = 'notice'): void {
  const { site } = reply.request
  reply.setCookie(ownersCookie(site.baseUrl, cookie), code, { ...cookieOptions(site), maxAge: 60 })
}

/** The code of the notice that was left, which is gone from then on. */
export function takeNotice(reply: FastifyReply, cookie: CookieOf = 'notice'): string | undefined {
  const { site, cookies } = reply.request
  const name = ownersCookie(site.baseUrl, cookie)
  if (cookies[name] !== undefined) reply.clearCookie(name, cookieOptions(site))
  return cookies[name]
}

function cookieOptions({ baseUrl }: SiteContext): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: baseUrl.startsWith('https:') }
}
