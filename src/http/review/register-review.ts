// Mounts the console: its pages with their roles, its words, and the log of every refusal (contract.md §12).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { anyId } from '../../contract/ids.ts'
import { itemKinds } from '../../contract/moderation/decisions.ts'
import { sendDocument } from '../../edge/send-document.ts'
import { reviewerAt } from '../../usecases/accounts/sessions.ts'
import type { Platform } from '../../usecases/platform.ts'
import { foreignWords } from '../private/forms.ts'
import { message, messagePage } from '../private/frame.ts'
import { type Realm, registerRealm, type Said, visitOf } from '../private/register-realm.ts'
import { clearCookie } from '../private/session.ts'
import { html, privateScriptedHtmlHeaders } from '../public/kit/layout.ts'
import { accountPageRoutes } from './account-page.ts'
import { accountRoutes } from './accounts.ts'
import { reviewScript, reviewStyle } from './assets.ts'
import { bulkRoutes } from './bulk.ts'
import { coverRoutes } from './cover.ts'
import { filterQuery } from './filter.ts'
import { reviewPage } from './frame.ts'
import { helpRoutes } from './help.ts'
import { itemRoutes } from './item.ts'
import { listsRoutes } from './lists.ts'
import { expiredWords, registerNotMe } from './not-me.ts'
import { leadTo } from './notices.ts'
import { pastDecisionRoutes } from './past-decisions.ts'
import { practiceRoutes } from './practice.ts'
import { nextForm, queueRoutes } from './queue.ts'
import { type ReviewRoute, sendPage } from './route.ts'
import { savedAnswerRoutes } from './saved-answers.ts'
import { type ReviewerSession, sessionOf } from './session.ts'
import { statisticsRoutes } from './statistics.ts'

/** Every page and form of the console, with its role. */
export const reviewRoutes: readonly ReviewRoute[] = [
  ...queueRoutes,
  ...bulkRoutes,
  ...pastDecisionRoutes,
  ...statisticsRoutes,
  ...itemRoutes,
  ...accountRoutes,
  ...accountPageRoutes,
  ...savedAnswerRoutes,
  ...listsRoutes,
  ...practiceRoutes,
  ...coverRoutes,
  ...helpRoutes,
  {
    method: 'POST',
    path: '/review/sign-out',
    role: 'reviewer',
    async run({ platform, session: { reviewer, id: sessionId }, reply }) {
      await platform.act('signOut', { reviewer: reviewer.email, sessionId })
      clearCookie(reply, 'review')
      return leadTo(reply, '/review/sign-in')
    },
  },
]

const reviewers: Realm<ReviewerSession, ReviewRoute> = {
  as: 'reviewer',
  words: {
    path: '/review',
    to: 'the review console',
    mailedIf: 'If this is the address of a reviewer',
    hint: null,
    opens: 'You can then decide items of the queue.',
    opened: 'the console',
  },
  cookies: { session: 'review', browser: 'review-browser', known: 'review-known' },
  routes: reviewRoutes,
  headers: privateScriptedHtmlHeaders,
  problemWords: {
    not_in_review: { title: 'Somebody was quicker', text: [] },
    not_found: { title: 'There is nothing here', text: [] },
    link_expired: expiredWords,
    overloaded: {
      title: 'Not right now',
      text: ['Please send the same form again in a minute. It takes effect once.'],
    },
  },
  sessionOf,
  ask(platform, asked) {
    const reviewer = reviewerAt(platform, asked.email)?.email ?? null
    return platform.act('askReviewersSignIn', { ...asked, reviewer })
  },
  enter: (_, reply) => leadTo(reply, '/review', 'signed-in'),
  withoutSession: (platform, { method }, reply) =>
    method === 'POST' ? refuse(platform, reply, null, 'session') : leadTo(reply, '/review/sign-in'),
  foreign: (platform, reply, session) => refuse(platform, reply, session, 'foreign'),
  refusal: ({ platform, reply, session }, { role }) =>
    role === 'lead' && session.reviewer.role !== 'lead' ? refuse(platform, reply, session, 'role') : null,
  say,
}

/** Mounts /review and the paths below it. Cookies and form bodies have to be parsed already; the edge has set the site. */
export function registerReview(app: FastifyInstance, platform: Platform): void {
  registerRealm(app, platform, reviewers, pages => {
    registerNotMe(pages, platform, reply => refuse(platform, reply, null, 'foreign'))
    for (const { path, contentType, body } of [reviewStyle, reviewScript])
      pages.get(path, (request, reply) => {
        const headers = {
          'content-type': contentType,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        }
        const file = () => ({ body, headers, dated: true })
        return sendDocument(request, reply, platform.documents.lasting(path, file))
      })
  })
}

const refusals = {
  session: {
    title: 'You are not signed in',
    text: 'Nothing was done. Sign in at /review/sign-in and do it again.',
    why: 'no session',
  },
  foreign: { ...foreignWords, why: 'not sent from a page of this session' },
  role: { title: 'This is for leads', text: 'Nothing was done. A lead can do it.', why: 'not a lead' },
} as const

/** Refuses a request and logs the refusal. */
async function refuse(
  platform: Platform,
  reply: FastifyReply,
  session: ReviewerSession | null,
  what: keyof typeof refusals,
): Promise<FastifyReply> {
  const { title, text, why } = refusals[what]
  logRefused(platform, reply.request, session, why)
  return say(platform, reply, session, { status: 403, title, text: [text] })
}

function logRefused(
  { log }: Platform,
  { id, routeOptions, params }: FastifyRequest,
  session: ReviewerSession | null,
  why: string,
): void {
  const reviewer = session?.reviewer.email ?? null
  log.warn({ request_id: id, route: routeOptions.url, ...named(params), reviewer, why }, 'the console refused')
}

/** What an address names, in the form that items have: a stranger can put any text into an address. */
function named(params: unknown): { kind?: string; id?: string } {
  const { kind, id } = params as Record<string, unknown>
  const known = itemKinds.find(each => each === kind)
  return { ...(known && { kind: known }), ...(typeof id === 'string' && anyId.test(id) && { id }) }
}

/** A page with one message, in the frame of the console if there is a session. */
async function say(
  platform: Platform,
  reply: FastifyReply,
  session: ReviewerSession | null,
  { code, status, title, text }: Said,
): Promise<FastifyReply> {
  if (!session) return sendPage(reply, status, messagePage(reply.request.site, { title, text }))
  const late = code === 'not_in_review'
  if (late) logRefused(platform, reply.request, session, text.join(' '))
  const visit = visitOf(platform, session, reply)
  const body = html`<div class="message">
${message(title, text)}${late && nextForm(visit.csrf, filterQuery(reply.request))}
<p><a href="/review">Back to the queue</a></p>
</div>`
  return sendPage(reply, status, await reviewPage(visit, { title, body }))
}
