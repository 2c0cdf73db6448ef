// Signs links for the owner (contract.md §11): account, permitted act, expiry. Nothing is stored.
import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { limits } from '../contract/limits.ts'
import { Problem } from '../contract/problems/problem.ts'

/**
 * The content of a link, by grade. `agent`: the API returns it. `verify`: mailed, with the address to verify. `refuse-sender`:
 * mailed with a message, with the sender to refuse. `keep-account`: mailed when the deletion is requested, with the time of the
 * erasure. `not-me`: mailed with what an owner may not have done, ends all keys and sessions.
 * `not-reviewer`: the same for the sessions of a reviewer, who has no account. `join`: mailed to an address that no account has verified,
 * with what its reader has typed to open one. `decide`: mailed to a person of the account, with the texts on which the reader decides.
 * `joining`: the same in the cookie of the browser that asked, with the hash of the mailed token.
 */
export type LinkClaim =
  | { account: string; grade: 'agent'; for?: AccountPurpose }
  | { account: string; grade: 'verify'; email: string }
  | { account: string; grade: 'refuse-sender'; sender: string }
  | { account: string; grade: 'keep-account'; eraseAt: number }
  | { account: string; grade: 'not-me'; member?: string }
  | { reviewer: string; grade: 'not-reviewer' }
  | { account: string; grade: 'decide'; person: MailedPerson; texts: readonly string[] }
  | { signUp: TypedSignUp; grade: 'join'; nonce: string }
  | { signUp: TypedSignUp; grade: 'joining'; link: string }

/** To whom a mail goes. `member`: null for the person of the address of the account. `address`: the key of the mailbox. */
export type MailedPerson = { member: string | null; address: string }

/** What a person has typed to open an account. `handle`: null for one made from the name. `terms`: the version that was accepted. */
export type TypedSignUp = { name: string; email: string; handle: string | null; terms: string }

/** What the page of an account link shows first. */
export type AccountPurpose = 'deletion'

export type Links = {
  /** A token for a claim, valid from `now` (epoch ms) for the lifetime of its grade. */
  sign(claim: LinkClaim, now: number): string
  /** The claim of a token. Throws `bad_signature`, `link_expired`. */
  read(token: string, now: number): LinkClaim & { expiresAt: number }
  /** The URL of the account page with an agent-grade token; with `purpose`, the page shows first what the link is for. */
  accountUrl(baseUrl: string, accountId: string, now: number, purpose?: AccountPurpose): string
  /** A token that ties a form to its session. */
  csrf(session: string): string
  csrfMatches(session: string, token: string): boolean
  /** The signature of a text that comes back from a caller, such as a cursor. */
  seal(text: string): string
  isSealOf(seal: string, text: string): boolean
  /** A stable one-way name for a text that must not be stored, such as an address. */
  pseudonym(text: string): string
}

const lifetimeMs: Record<LinkClaim['grade'], number> = {
  agent: limits.accountLinkMs,
  verify: limits.verificationLinkMs,
  'refuse-sender': limits.refuseSenderLinkMs,
  'keep-account': limits.deletionMs,
  'not-me': limits.notMeLinkMs,
  'not-reviewer': limits.notMeLinkMs,
  // A text waits no longer.
  decide: limits.approvalMs,
  join: limits.signInLinkMs,
  joining: limits.signInLinkMs,
}

/** Links signed with HMAC-SHA256 under keys derived from the secret (32 bytes). Links of the previous secret are accepted too. */
export function createLinks(secret: Buffer, previous: Buffer | null): Links {
  // Made once: to take a key from bytes costs more than the signature.
  const own = createSecretKey(secret)
  const former = previous && createSecretKey(previous)
  const mac = (purpose: string, text: string, under = own) =>
    createHmac('sha256', under).update(`handbill/${purpose}/${text}`).digest('base64url')
  // Compare the lengths in bytes: a stranger may send more than ASCII.
  const equal = (given: string, expected: string) => {
    const [a, b] = [Buffer.from(given), Buffer.from(expected)]
    return a.length === b.length && timingSafeEqual(a, b)
  }
  const isMacOf = (given: string, purpose: string, text: string) =>
    equal(given, mac(purpose, text)) || (former !== null && equal(given, mac(purpose, text, former)))
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
      const { exp, ...claim } = JSON.parse(Buffer.from(body, 'base64url').toString()) as LinkClaim & { exp: number }
      if (exp * 1000 <= now) throw new Problem('link_expired', 'The link has expired.')
      return { ...(claim as LinkClaim), expiresAt: exp * 1000 }
    },
    accountUrl(baseUrl, accountId, now, purpose) {
      const claim = { account: accountId, grade: 'agent', ...(purpose && { for: purpose }) } as const
      return `${baseUrl}/account?t=${links.sign(claim, now)}`
    },
    csrf: session => mac('csrf', session),
    csrfMatches: (session, token) => isMacOf(token, 'csrf', session),
    seal: text => mac('seal', text),
    isSealOf: (seal, text) => isMacOf(seal, 'seal', text),
    pseudonym: text => mac('pseudonym', text),
  }
  return links
}
