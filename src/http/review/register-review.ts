// Mounts the console: checks session, origin and role of each request, and logs every refusal (contract.md §12).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ProblemCode, problems } from '../../contract/problems/problems.ts'
import { sendDocument } from '../../edge/send-document.ts'
import { inTime } from '../../usecases/deadline.ts'
import { problemOf } from '../../usecases/outage.ts'
import type { Platform } from '../../usecases/platform.ts'
import { field, foreignWords, internalWords, isFromHere, refusedByFramework } from '../owner/forms.ts'
import { messagePage } from '../owner/pages.ts'
import { closeSession } from '../owner/session.ts'
import { registerSignIn } from '../owner/sign-in.ts'
import { html, privateScriptedHtmlHeaders } from '../public/kit/layout.ts'
import { accountRoutes } from './accounts.ts'
import { reviewScript, reviewStyle } from './assets.ts'
import { bulkRoutes } from './bulk.ts'
import { reviewPage } from './frame.ts'
import { helpRoutes } from './help.ts'
import { itemRoutes } from './item.ts'
import { nextForm, queueRoutes } from './queue.ts'
import { leadTo, type ReviewRoute, type ReviewVisit, sendPage } from './route.ts'
import { type ReviewerSession, reviewerIn, reviewersRealm } from './session.ts'
import { statisticsRoutes } from './statistics.ts'

/** Every page and form of the console, with its role. */
export const reviewRoutes: readonly ReviewRoute[] = [
  ...queueRoutes,
  ...bulkRoutes,
  ...statisticsRoutes,
  ...itemRoutes,
  ...accountRoutes,
  ...helpRoutes,
  {
    method: 'POST',
    path: '/review/sign-out',
    role: 'reviewer',
    async run({ platform, reviewer, sessionId, reply }) {
      await platform.act('signOut', { reviewer: reviewer.email, sessionId })
      closeSession(reply, 'review')
      return leadTo(reply, '/review/sign-in')
    },
  },
]

/** Mounts /review and the paths below it. Cookies and form bodies have to be parsed already; the edge has set the site. */
export function registerReview(app: FastifyInstance, platform: Platform): void {
  app.register(async pages => {
    pages.addHook('onRequest', async (_, reply) => void reply.headers(privateScriptedHtmlHeaders))
    pages.setErrorHandler((error, request, reply) => {
      // A guard refused the request before its site was known: the edge answers in the words of the API.
      if (!request.site) throw error
      return sendProblem(platform, error, request, reply)
    })
    for (const route of reviewRoutes)
      pages.route({
        method: route.method,
        url: route.path,
        handler: (request, reply) => visit(platform, route, request, reply),
      })
    registerSignIn(pages, platform, {
      realm: reviewersRealm,
      foreign: reply => refuse(platform, reply, null, 'foreign'),
    })
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

/** Runs a page or a form. The checks in order: session, origin and CSRF token of a form, role. */
async function visit(platform: Platform, route: ReviewRoute, request: FastifyRequest, reply: FastifyReply) {
  const { links, times } = platform
  const session = await reviewerIn(platform, request)
  const isForm = route.method === 'POST'
  if (!session) return isForm ? refuse(platform, reply, null, 'session') : leadTo(reply, '/review/sign-in')
  if (isForm && !(isFromHere(request) && links.csrfMatches(session.value, field(request, 'csrf'))))
    return refuse(platform, reply, session, 'foreign')
  if (route.role === 'lead' && session.reviewer.role !== 'lead') return refuse(platform, reply, session, 'role')
  return inTime(times.answerMs, () => route.run(visitOf(platform, reply, session)))
}

function visitOf(platform: Platform, reply: FastifyReply, { reviewer, id, value }: ReviewerSession): ReviewVisit {
  return {
    platform,
    reviewer,
    sessionId: id,
    csrf: platform.links.csrf(value),
    request: reply.request,
    reply,
  }
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
  return sayOn(platform, reply, session, { status: 403, title, text: [text] })
}

function logRefused(
  { log }: Platform,
  { id, routeOptions, params }: FastifyRequest,
  session: ReviewerSession | null,
  why: string,
): void {
  const reviewer = session?.reviewer.email ?? null
  log.warn({ request_id: id, route: routeOptions.url, ...(params as object), reviewer, why }, 'the console refused')
}

type Said = { status: number; title: string; text: readonly string[]; next?: boolean }

/** A page with one message, in the frame of the console if there is a session. `next`: with the button to the next item. */
async function sayOn(
  platform: Platform,
  reply: FastifyReply,
  session: ReviewerSession | null,
  { status, title, text, next = false }: Said,
): Promise<FastifyReply> {
  const { site } = reply.request
  if (!session) return sendPage(reply, status, messagePage(site, { title, text, hasSession: false }))
  const visit = visitOf(platform, reply, session)
  const body = html`<div class="message">
<h1>${title}</h1>
${text.map(paragraph => html`<p>${paragraph}</p>\n`)}${next && nextForm(visit.csrf)}
<p><a href="/review">Back to the queue</a></p>
</div>`
  return sendPage(reply, status, await reviewPage(visit, { title, body }))
}

/** The words of a problem for reviewers, where the words for API callers would not help. */
const reviewersWords: Partial<Record<ProblemCode, { title: string; text: string[] }>> = {
  not_in_review: { title: 'Somebody was quicker', text: [] },
  not_found: { title: 'There is nothing here', text: [] },
  overloaded: { title: 'Not right now', text: ['Please send the same form again in a minute. It takes effect once.'] },
  internal: internalWords,
}

/** Any failure as a page: the words of a Problem, never those of a database driver. */
async function sendProblem(platform: Platform, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const fields = { request_id: request.id, route: request.routeOptions.url }
  const { code, message, extras } = refusedByFramework(error) ?? problemOf(platform, error, fields, 'a request failed')
  reply.headers(extras.headers ?? {})
  // The page is sent even when the database does not answer.
  const session = await reviewerIn(platform, request).catch(() => null)
  const { title, text } = reviewersWords[code] ?? { title: problems[code].title, text: [] }
  if (code === 'not_in_review') logRefused(platform, request, session, message)
  const said = {
    status: problems[code].status,
    title,
    text: code === 'internal' ? [...text, request.id] : [message, ...text],
    next: code === 'not_in_review',
  }
  return sayOn(platform, reply, session, said).catch(() => sayOn(platform, reply, null, said))
}
