// The session of a reviewer, who signs in by mail, as owners do (contract.md §12).
import type { FastifyRequest } from 'fastify'
import { isSessionValue, reviewersSession } from '../../usecases/accounts/sessions.ts'
import type { Platform, Reviewer } from '../../usecases/platform.ts'
import { cookieOf } from '../private/session.ts'

export type ReviewerSession = {
  /** The address, as REVIEWERS has it, and the role. */
  reviewer: Reviewer
  id: string
  /** The value of the cookie; the CSRF tokens of forms are bound to it. */
  value: string
}

/** The session of a request; null when there is none, when it has expired, or when its holder is not a reviewer any more. */
export async function sessionOf(platform: Platform, request: FastifyRequest): Promise<ReviewerSession | null> {
  const value = cookieOf(request, 'review')
  const session = value && isSessionValue(value) ? await reviewersSession(platform, value) : undefined
  return value && session ? { reviewer: { email: session.email, role: session.role }, id: session.id, value } : null
}
