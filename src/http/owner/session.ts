// The owner's session in a cookie: the token of an account link (grade `agent`) or a session opened from the inbox (contract.md
// §11).
import type { FastifyRequest } from 'fastify'
import { Problem, unauthorized } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { isSessionValue, mailedSession } from '../../usecases/accounts/sessions.ts'
import type { AccountPurpose } from '../../usecases/links.ts'
import type { Platform } from '../../usecases/platform.ts'
import { isFromHere } from '../private/forms.ts'
import { cookieOf } from '../private/session.ts'

export type OwnerSession = {
  accountId: string
  /** `agent`: the holder of an account link. `email`: the reader of the owner's mail. */
  grade: 'agent' | 'email'
  expiresAt: number
  /** The value of the cookie; the CSRF tokens of forms are bound to it. */
  value: string
  /** What the account link was asked for; undefined without a purpose. */
  purpose?: AccountPurpose | undefined
  /** The id of a session from the inbox; null for the token of an account link, which is not stored. */
  id: string | null
  /** The id of the session in which the owner signed in, perhaps on another site of the platform; null as `id`. */
  signedInBy: string | null
}

/** The session of an account link. Throws `bad_signature` or `link_expired`. */
export function agentClaim(platform: Platform, token: string): OwnerSession {
  const claim = platform.links.read(token, platform.now())
  if (claim.grade !== 'agent') throw new Problem('bad_signature', sentences.otherLink)
  const { grade, account: accountId, expiresAt, for: purpose } = claim
  return { accountId, grade, expiresAt, value: token, id: null, signedInBy: null, purpose }
}

/** The session of a cookie or of x-account-link. Throws `bad_signature` or `link_expired`. */
async function ownerClaim(platform: Platform, token: string): Promise<OwnerSession> {
  if (!isSessionValue(token)) return agentClaim(platform, token)
  const session = await mailedSession(platform, token)
  if (!session) throw new Problem('link_expired', 'The session has ended.')
  const { id, account_id: accountId, expires_at: expiresAt, handed_from: handedFrom } = session
  return { accountId, grade: 'email', expiresAt, value: token, id, signedInBy: handedFrom ?? id }
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

/** The session of a request; null when there is none or it has expired. */
export async function sessionOf(platform: Platform, request: FastifyRequest): Promise<OwnerSession | null> {
  const value = cookieOf(request, 'account')
  if (!value) return null
  try {
    return await ownerClaim(platform, value)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** Where a session from the inbox goes on that came from the account link in a cookie: to what that link was asked for. */
export function placeOf(platform: Platform, request: FastifyRequest): string {
  const value = cookieOf(request, 'account')
  if (!value || isSessionValue(value)) return '/account'
  try {
    return agentClaim(platform, value).purpose === 'deletion' ? deletionPlace : '/account'
  } catch {
    return '/account'
  }
}

/** The form that deletes the account. */
export const deletionPlace = '/account/settings#deletion'
