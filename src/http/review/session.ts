// The realm of reviewers and their session: a reviewer signs in by mail, as owners do (contract.md §12).
import type { FastifyRequest } from 'fastify'
import { ownersCookie } from '../../contract/sites/site-context.ts'
import { isSessionValue, reviewerAt, reviewersSession } from '../../usecases/accounts/sessions.ts'
import type { Platform, Reviewer } from '../../usecases/platform.ts'
import type { Realm } from '../owner/sign-in.ts'
import { leadTo } from './route.ts'

export type ReviewerSession = {
  reviewer: Reviewer
  id: string
  /** The value of the cookie; the CSRF tokens of forms are bound to it. */
  value: string
}

/** The session of a request; null when there is none, when it has expired, or when its holder is not a reviewer any more. */
export async function reviewerIn(platform: Platform, request: FastifyRequest): Promise<ReviewerSession | null> {
  const value = request.cookies[ownersCookie(request.site.baseUrl, 'review')]
  const session = value && isSessionValue(value) ? await reviewersSession(platform, value) : undefined
  return value && session ? { reviewer: { email: session.email, role: session.role }, id: session.id, value } : null
}

export const reviewersRealm: Realm = {
  as: 'reviewer',
  words: {
    path: '/review',
    to: 'the review console',
    mailedIf: 'If this is the address of a reviewer',
    hint: null,
    opens: 'You can then decide items of the queue.',
    opened: 'the console',
  },
  cookies: { session: 'review', browser: 'review-browser' },
  ask(platform, asked) {
    const reviewer = reviewerAt(platform, asked.email)?.email ?? null
    return platform.act('askReviewersSignIn', { ...asked, reviewer })
  },
  openIn: async (platform, request) => (await reviewerIn(platform, request))?.id ?? null,
  enter: reply => leadTo(reply, '/review', 'signed-in'),
}
