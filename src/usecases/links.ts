// Signed links for the owner (contract.md §11): who, what it may do, until when; nothing is stored.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits } from '../contract/limits.ts'
import { Problem } from '../contract/problem.ts'

/**
 * `agent` is handed out by the API; `verify` is in the mail and names the address that it verifies; `refuse-sender` is in the mail that
 * carries a message, and names whose messages the account may refuse; `keep-account` is in the mail that says that the account will be
 * erased, and when.
 */
export type Claim =
  | { account: string; grade: 'agent' }
  | { account: string; grade: 'verify'; email: string }
  | { account: string; grade: 'refuse-sender'; sender: string }
  | { account: string; grade: 'keep-account'; eraseAt: number }

export type Links = {
  /** A token for a claim, valid for the time of its grade from `now` (epoch ms). */
  sign(claim: Claim, now: number): string
  /** The claim of a token. Throws `bad_signature`, or `link_expired` with the account it was for. */
  read(token: string, now: number): Claim & { expiresAt: number }
  /** The account page with an agent-grade token. */
  accountUrl(baseUrl: string, accountId: string, now: number): string
  /** A token that ties a form to the session it was shown in. */
  csrf(session: string): string
  csrfMatches(session: string, token: string): boolean
  /** A name for what must not be stored itself, such as an address: the same each time, and nobody can go back from it. */
  pseudonym(text: string): string
}

const lifetimeMs: Record<Claim['grade'], number> = {
  agent: limits.accountLinkMs,
  verify: limits.verificationLinkMs,
  'refuse-sender': limits.refuseSenderLinkMs,
  'keep-account': limits.deletionMs,
}

/** Links signed with HMAC-SHA256 under keys derived from the secret (32 bytes). What the previous one signed is taken too. */
export function createLinks(secret: Buffer, previous: Buffer | null): Links {
  const mac = (purpose: string, text: string, under = secret) =>
    createHmac('sha256', under).update(`handbill/${purpose}/${text}`).digest('base64url')
  // Lengths are compared as bytes: what a stranger sends need not be ASCII.
  const equal = (given: string, right: string) => {
    const [a, b] = [Buffer.from(given), Buffer.from(right)]
    return a.length === b.length && timingSafeEqual(a, b)
  }
  const isMacOf = (given: string, purpose: string, text: string) =>
    equal(given, mac(purpose, text)) || (previous !== null && equal(given, mac(purpose, text, previous)))
  const links: Links = {
    sign(claim, now) {
      const expiresAt = Math.floor((now + lifetimeMs[claim.grade]) / 1000)
      const body = Buffer.from(JSON.stringify({ ...claim, exp: expiresAt })).toString('base64url')
      return `${body}.${mac('link', body)}`
    },
    read(token, now) {
      const [body = '', signature = '', rest] = token.split('.')
      if (rest !== undefined || !isMacOf(signature, 'link', body))
        throw new Problem('bad_signature', 'The link is not one of ours, or was changed.')
      const { exp, ...claim } = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claim & { exp: number }
      if (exp * 1000 <= now) throw new Problem('link_expired', 'The link has expired.')
      return { ...(claim as Claim), expiresAt: exp * 1000 }
    },
    accountUrl: (baseUrl, accountId, now) =>
      `${baseUrl}/account?t=${links.sign({ account: accountId, grade: 'agent' }, now)}`,
    csrf: session => mac('csrf', session),
    csrfMatches: (session, token) => isMacOf(token, 'csrf', session),
    pseudonym: text => mac('pseudonym', text),
  }
  return links
}
