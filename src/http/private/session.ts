// The cookies of signed-in people: a session, the browser that asks for a link to sign in, and a notice for the next page.
import { randomBytes } from 'node:crypto'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { type CookieOf, ownersCookie, type SiteContext } from '../../contract/sites/site-context.ts'

/** The value of a cookie of a request; undefined when there is none. */
export function cookieOf(request: FastifyRequest, cookie: CookieOf): string | undefined {
  return request.cookies[ownersCookie(request.site.baseUrl, cookie)]
}

/** Sets the cookie of a session until the session ends. `expiresAt` and `now`: epoch ms. */
export function openSession(
  reply: FastifyReply,
  { value, expiresAt }: { value: string; expiresAt: number },
  now: number,
  cookie: CookieOf,
): void {
  setCookie(reply, cookie, value, Math.floor((expiresAt - now) / 1000))
}

export function clearCookie(reply: FastifyReply, cookie: CookieOf): void {
  const { site } = reply.request
  reply.clearCookie(ownersCookie(site.baseUrl, cookie), cookieOptions(site))
}

/** Keeps a value in a cookie for some seconds. */
export function keepFor(reply: FastifyReply, cookie: CookieOf, value: string, seconds: number): void {
  setCookie(reply, cookie, value, seconds)
}

/** The value of a cookie, which is cleared; undefined when there is none. */
export function takeCookie(reply: FastifyReply, cookie: CookieOf): string | undefined {
  const value = cookieOf(reply.request, cookie)
  if (value !== undefined) clearCookie(reply, cookie)
  return value
}

/** Marks a browser that has signed in, for the next time that it asks for a link. */
export function markBrowser(reply: FastifyReply, cookie: CookieOf, mark: string): void {
  setCookie(reply, cookie, mark, limits.knownBrowserMs / 1000)
}

const browserPattern = /^[\w-]{32}$/

/** The value by which a browser that asks for a sign-in link is recognised; null before it has opened such a form. */
export function browserOf(request: FastifyRequest, cookie: CookieOf): string | null {
  const value = cookieOf(request, cookie)
  return value && browserPattern.test(value) ? value : null
}

/** As `browserOf`, and sets the cookie for longer than a link works. */
export function knownBrowser(reply: FastifyReply, cookie: CookieOf): string {
  const value = browserOf(reply.request, cookie) ?? randomBytes(24).toString('base64url')
  setCookie(reply, cookie, value, 2 * (limits.signInLinkMs / 1000))
  return value
}

/** Notices by their code, which one cookie carries: a link could otherwise make a page claim anything. */
export function noticesIn<Code extends string>(cookie: CookieOf, words: Record<Code, string | (() => string)>) {
  return {
    /** Redirects to a page, which shows the notice once, if there is one. */
    leadTo(reply: FastifyReply, path: string, notice?: Code): FastifyReply {
      if (notice) setCookie(reply, cookie, notice, 60)
      return reply.redirect(path, 303)
    },
    /** Takes the notice, and clears its cookie; undefined for an unknown code. */
    takeNotice(reply: FastifyReply): string | undefined {
      const code = cookieOf(reply.request, cookie)
      if (code === undefined) return undefined
      clearCookie(reply, cookie)
      const said = Object.hasOwn(words, code) ? words[code as Code] : undefined
      return typeof said === 'function' ? said() : said
    },
  }
}

/** `maxAge`: in seconds. */
function setCookie(reply: FastifyReply, cookie: CookieOf, value: string, maxAge: number): void {
  const { site } = reply.request
  reply.setCookie(ownersCookie(site.baseUrl, cookie), value, { ...cookieOptions(site), maxAge })
}

function cookieOptions({ baseUrl }: SiteContext): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: baseUrl.startsWith('https:') }
}
