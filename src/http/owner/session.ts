// The owner's session, kept in a cookie: the agent-grade token of an account link, or one opened from the inbox (contract.md §11).
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem, unauthorized } from '../../contract/problem.ts'
import { ownersCookie, type SiteContext } from '../../contract/site-context.ts'
import type { Platform } from '../../usecases/platform.ts'
import { isFromHere } from './forms.ts'

export type OwnerSession = {
  accountId: string
  /** `agent`: whoever was handed the account link. `email`: whoever reads the mail of the owner. */
  grade: 'agent' | 'email'
  expiresAt: number
  /** The value of the cookie: what the CSRF tokens of its forms are tied to. */
  value: string
}

/** Throws `bad_signature` or `link_expired`: the token does not open the account page. */
export function agentClaim(platform: Platform, token: string): OwnerSession {
  const session = ownerClaim(platform, token)
  if (session.grade !== 'agent') throw new Problem('bad_signature', 'This link is for another purpose.')
  return session
}

/** What a token lets its holder do as the owner. Throws `bad_signature` or `link_expired`. */
function ownerClaim(platform: Platform, token: string): OwnerSession {
  const { grade, account: accountId, expiresAt } = platform.links.read(token, platform.now())
  if (grade !== 'agent' && grade !== 'email') throw new Problem('bad_signature', 'This link is for another purpose.')
  return { accountId, grade, expiresAt, value: token }
}

/**
 * The account of a session that was opened from the inbox of its owner. Throws `email_session_required` for one that an account link
 * has opened: whoever holds a key has such a link.
 */
export function byEmail({ accountId, grade }: OwnerSession): string {
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
export function managedAccount(platform: Platform, request: FastifyRequest): string {
  const link = request.headers['x-account-link']
  if (typeof link === 'string') return byEmail(ownerClaim(platform, link))
  // A page of another origin cannot send the cookie, but for what SameSite lets through.
  const session = isFromHere(request) ? sessionOf(platform, request) : null
  if (session) return byEmail(session)
  if (request.caller) throw new Problem('human_required', 'Only the owner manages API keys, on the account page.')
  throw unauthorized(
    'This is for the owner: it takes the session of the account page, in its cookie or in x-account-link.',
  )
}

/** Puts the session into the browser for the rest of the link's hour. */
export function openSession(reply: FastifyReply, { value, expiresAt }: OwnerSession, now: number): void {
  const { site } = reply.request
  const maxAge = Math.floor((expiresAt - now) / 1000)
  reply.setCookie(ownersCookie(site.baseUrl, 'account'), value, { ...cookieOptions(site), maxAge })
}

/** The session of a request; null when there is none or its hour is over. */
export function sessionOf(platform: Platform, request: FastifyRequest): OwnerSession | null {
  const value = request.cookies[ownersCookie(request.site.baseUrl, 'account')]
  if (!value) return null
  try {
    return ownerClaim(platform, value)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** Leaves a notice for the next page, which shows it once: nothing in an address can make a page claim what did not happen. */
export function leaveNotice(reply: FastifyReply, code: string): void {
  const { site } = reply.request
  reply.setCookie(ownersCookie(site.baseUrl, 'notice'), code, { ...cookieOptions(site), maxAge: 60 })
}

/** The code of the notice that was left, which is gone from then on. */
export function takeNotice(reply: FastifyReply): string | undefined {
  const { site, cookies } = reply.request
  const name = ownersCookie(site.baseUrl, 'notice')
  if (cookies[name] !== undefined) reply.clearCookie(name, cookieOptions(site))
  return cookies[name]
}

function cookieOptions({ baseUrl }: SiteContext): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: baseUrl.startsWith('https:') }
}
