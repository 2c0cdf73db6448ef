// Mounts the pages of a realm of signed-in people: checks session, origin, token and access of each request (contract.md §11, §12).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../contract/activity.ts'
import { type ProblemCode, problems } from '../../contract/problems/problems.ts'
import { actingAs } from '../../usecases/acting.ts'
import { inTime } from '../../usecases/deadline.ts'
import { problemOf } from '../../usecases/outage.ts'
import type { Platform } from '../../usecases/platform.ts'
import { field, isFromHere, refusedByFramework } from './forms.ts'
import type { PrivateRoute, PrivateSession, PrivateVisit } from './route.ts'
import { registerSignIn, type SignInRealm } from './sign-in.ts'

type Answer = FastifyReply | Promise<FastifyReply>

/** A page with one message. `code`: of the problem that it is about. */
export type Said = { status: number; title: string; text: readonly string[]; code?: ProblemCode }

/** The words of a problem, where those for API callers would not help. `alone`: its own message is left out. */
export type ProblemWords = Partial<Record<ProblemCode, { title: string; text: readonly string[]; alone?: true }>>

/** The owner's account or the console. */
export type Realm<Session extends PrivateSession, Route extends PrivateRoute<Session>> = Omit<
  SignInRealm,
  'sessionOf'
> & {
  /** Every page and form that takes a session. */
  routes: readonly Route[]
  /** The headers of its pages. */
  headers: Record<string, string>
  problemWords: ProblemWords
  /** The session of a request; null when there is none or it has expired. */
  sessionOf(platform: Platform, request: FastifyRequest): Promise<Session | null>
  /** Answers a request that opens a session by its address; null for any other request. */
  enterBy?(platform: Platform, request: FastifyRequest, reply: FastifyReply): Answer | null
  withoutSession(platform: Platform, route: Route, reply: FastifyReply): Answer
  /** Answers a form that no page of the session has sent. */
  foreign(platform: Platform, reply: FastifyReply, session: Session | null): Answer
  /** Who acts in a session, for the log of an account. */
  actorOf?(session: Session, request: FastifyRequest): Actor
  /** Answers a request whose session may not use the route, or throws; null if it may. */
  refusal(visit: PrivateVisit<Session>, route: Route): Answer | null
  say(platform: Platform, reply: FastifyReply, session: Session | null, said: Said): Promise<FastifyReply>
}

/**
 * Mounts the pages of a realm, those of signing in, and `others`, which need no session. Cookies and form bodies have to be parsed
 * already; the edge has set the site.
 */
export function registerRealm<Session extends PrivateSession, Route extends PrivateRoute<Session>>(
  app: FastifyInstance,
  platform: Platform,
  realm: Realm<Session, Route>,
  others: (pages: FastifyInstance) => void,
): void {
  app.register(async pages => {
    pages.addHook('onRequest', async (_, reply) => void reply.headers(realm.headers))
    pages.setErrorHandler((error, request, reply) => {
      // A guard refused the request before its site was known: the edge answers in the words of the API.
      if (!request.site) throw error
      return sendProblem(platform, realm, error, reply)
    })
    for (const route of realm.routes)
      pages.route({
        method: route.method,
        url: route.path,
        ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
        handler: (request, reply) =>
          realm.enterBy?.(platform, request, reply) ?? visit(platform, realm, route, request, reply),
      })
    registerSignIn(pages, platform, { realm, foreign: reply => realm.foreign(platform, reply, null) })
    others(pages)
  })
}

/** Runs a page or a form. The checks in order: session, origin and CSRF token of a form, access. */
async function visit<Session extends PrivateSession, Route extends PrivateRoute<Session>>(
  platform: Platform,
  realm: Realm<Session, Route>,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { links, times } = platform
  const session = await realm.sessionOf(platform, request)
  if (!session) return realm.withoutSession(platform, route, reply)
  if (route.method === 'POST' && !(isFromHere(request) && links.csrfMatches(session.value, field(request, 'csrf'))))
    return realm.foreign(platform, reply, session)
  const visit = visitOf(platform, session, reply)
  const run = () => inTime(times.answerMs, () => route.run(visit))
  const actor = realm.actorOf?.(session, request)
  return realm.refusal(visit, route) ?? (actor ? actingAs(actor, run) : run())
}

/** A request of a session whose checks have passed. */
export function visitOf<Session extends PrivateSession>(
  platform: Platform,
  session: Session,
  reply: FastifyReply,
): PrivateVisit<Session> {
  return { platform, session, csrf: platform.links.csrf(session.value), request: reply.request, reply }
}

const internal = {
  title: problems.internal.title,
  text: ['Please try again. If it fails again, tell the operator the number of this request:'],
}

/** Any failure as a page: the words of a Problem, never those of a database driver. */
async function sendProblem<Session extends PrivateSession, Route extends PrivateRoute<Session>>(
  platform: Platform,
  realm: Realm<Session, Route>,
  error: unknown,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { request } = reply
  const fields = { request_id: request.id, route: request.routeOptions.url }
  const problem = refusedByFramework(error) ?? problemOf(platform, error, fields, 'a request failed')
  const { code, status, message, extras } = problem
  reply.headers(extras.headers ?? {})
  const { title, text, alone } = realm.problemWords[code] ?? { title: problems[code].title, text: [] }
  const said =
    code === 'internal'
      ? { code, status, title: internal.title, text: [...internal.text, request.id] }
      : { code, status, title, text: alone ? text : [message, ...text] }
  // The page is sent even when the database does not answer.
  const session = await realm.sessionOf(platform, request).catch(() => null)
  return realm.say(platform, reply, session, said).catch(() => realm.say(platform, reply, null, said))
}
