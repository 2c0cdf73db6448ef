// The owner's session: the agent-grade token of an account link, kept in a cookie until its hour is over (contract.md §11).
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../contract/problem.ts'
import type { SiteContext } from '../../contract/site-context.ts'
import type { Platform } from '../../usecases/platform.ts'

export type OwnerSession = {
  accountId: string
  expiresAt: number
  /** The value of the cookie: what the CSRF tokens of its forms are tied to. */
  value: string
}

/** Throws `bad_signature` or `link_expired`: the token does not open the account page. */
export function agentClaim(platform: Platform, token: string): OwnerSession {
  const claim = platform.links.read(token, platform.now())
  if (claim.grade !== 'agent') throw new Problem('bad_signature', 'This link is for another purpose.')
  return { accountId: claim.account, expiresAt: claim.expiresAt, value: token }
}

/** Puts the session into the browser for the rest of the link's hour. */
export function openSession(reply: FastifyReply, { value, expiresAt }: OwnerSession, now: number): void {
  const { site } = reply.request
  const maxAge = Math.floor((expiresAt - now) / 1000)
  reply.setCookie(cookieName(site, 'account'), value, { ...cookieOptions(site), maxAge })
}

/** The session of a request; null when there is none or its hour is over. */
export function sessionOf(platform: Platform, request: FastifyRequest): OwnerSession | null {
  const value = request.cookies[cookieName(request.site, 'account')]
  if (!value) return null
  try {
    return agentClaim(platform, value)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** Leaves a notice for the next page, which shows it once: nothing in an address can make a page claim what did not happen. */
export function leaveNotice(reply: FastifyReply, code: string): void {
  const { site } = reply.request
  reply.setCookie(cookieName(site, 'notice'), code, { ...cookieOptions(site), maxAge: 60 })
}

/** The code of the notice that was left, which is gone from then on. */
export function takeNotice(reply: FastifyReply): string | undefined {
  const { site, cookies } = reply.request
  const name = cookieName(site, 'notice')
  if (cookies[name] !== undefined) reply.clearCookie(name, cookieOptions(site))
  return cookies[name]
}

function isHttps(site: SiteContext): boolean {
  return site.baseUrl.startsWith('https:')
}

function cookieName(site: SiteContext, what: 'account' | 'notice'): string {
  return `${isHttps(site) ? '__Host-' : ''}handbill-${what}`
}

function cookieOptions(site: SiteContext): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps(site) }
}
