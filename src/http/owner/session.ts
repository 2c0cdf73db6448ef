// The owner's session in a cookie: the token of an account link (grade `agent`) or a session opened from the inbox (contract.md
// §11).
import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../contract/activity.ts'
import { type MemberRole, rolesFor } from '../../contract/members.ts'
import { Problem, unauthorized } from '../../contract/problems/problem.ts'
import { sentences } from '../../contract/sentences.ts'
import { networkOf } from '../../domain/accounts/network.ts'
import { askedLanguage } from '../../edge/asked-language.ts'
import { callerAddress } from '../../edge/caller-address.ts'
import { isSessionValue, mailedSession } from '../../usecases/accounts/sessions.ts'
import type { AccountPurpose } from '../../usecases/links.ts'
import type { Platform } from '../../usecases/platform.ts'
import { browserName } from '../private/browser-name.ts'
import { isFromHere } from '../private/forms.ts'
import { cookieOf } from '../private/session.ts'

/** The person of a session from the inbox. `member`: null for the person of the address of the account. */
export type SignedIn = { member: string | null; role: MemberRole; email: string }

export type OwnerSession = {
  accountId: string
  /** `agent`: the holder of an account link. `email`: the reader of the owner's mail. */
  grade: 'agent' | 'email'
  /** Who is signed in; null for the token of an account link. */
  person: SignedIn | null
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
  return { accountId, grade, expiresAt, value: token, id: null, signedInBy: null, person: null, purpose }
}

/** The session of a cookie or of x-account-link. Throws `bad_signature` or `link_expired`. */
async function ownerClaim(platform: Platform, token: string): Promise<OwnerSession> {
  if (!isSessionValue(token)) return agentClaim(platform, token)
  const session = await mailedSession(platform, token)
  if (!session) throw new Problem('link_expired', 'The session has ended.')
  const { id, account_id: accountId, expires_at: expiresAt, handed_from: handedFrom, person } = session
  return { accountId, grade: 'email', expiresAt, value: token, id, signedInBy: handedFrom ?? id, person }
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

/** Whether the person of a session may open the route with a path. The grade of the session decides alone for an account link. */
export const mayOpen = ({ person }: Pick<OwnerSession, 'person'>, path: string): boolean =>
  person === null || rolesFor(path).includes(person.role)

/** Refuses a session whose person may not open the route with a path. Throws `role_required`. */
export function requireRole(session: Pick<OwnerSession, 'person'>, path: string): void {
  if (mayOpen(session, path)) return
  throw new Problem(
    'role_required',
    `This is for ${rolesFor(path)
      .map(role => `${role}s`)
      .join(' and ')} of the account; you are a ${session.person?.role}. Nothing was changed.`,
  )
}

/** Who acts in a session, from the place of a request. */
export function actorOf({ person }: Pick<OwnerSession, 'person'>, request: FastifyRequest): Actor {
  const from = placeOfRequest(request)
  if (person === null) return { who: 'account-link', id: null, name: '', ...from }
  return { who: person.role, id: person.member, name: person.email, ...from }
}

/** Who acts by a link in a mail. */
export const byMailedLink = (request: FastifyRequest): Actor => ({
  who: 'mailed-link',
  id: null,
  name: '',
  ...placeOfRequest(request),
})

const placeOfRequest = (request: FastifyRequest) => ({
  network: networkOf(callerAddress(request)),
  browser: browserName(request.headers['user-agent']),
  language: askedLanguage(request),
})

/**
 * The account whose people send a request to the API, and who acts, by a session in x-account-link or in a cookie. Throws `bad_signature`,
 * `link_expired`, `email_session_required`, `role_required`; `human_required` for an API key, `unauthorized` for a request with neither.
 */
export async function managedAccount(
  platform: Platform,
  request: FastifyRequest,
): Promise<{ accountId: string; actor: Actor }> {
  const managed = (session: OwnerSession) => {
    const accountId = requireEmailSession(session)
    requireRole(session, request.routeOptions.url ?? '')
    return { accountId, actor: actorOf(session, request) }
  }
  const link = request.headers['x-account-link']
  if (typeof link === 'string') return managed(await ownerClaim(platform, link))
  // SameSite lets some requests of other origins carry the cookie, so the origin is checked too.
  const session = isFromHere(request) ? await sessionOf(platform, request) : null
  if (session) return managed(session)
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
