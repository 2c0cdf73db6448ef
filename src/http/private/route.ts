// The row of a page or form for a signed-in person: its path, the access that it takes, and the function that answers.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../usecases/platform.ts'
import { privateHtmlHeaders } from '../public/kit/layout.ts'

/** `value`: the value of the cookie, to which the CSRF tokens of forms are bound. `id`: of a stored session. */
export type PrivateSession = { value: string; id: string | null }

/** A request to a page after its checks: the session, and for a form its origin and CSRF token. */
export type PrivateVisit<Session extends PrivateSession> = {
  platform: Platform
  session: Session
  /** The CSRF token for the forms of the answer. */
  csrf: string
  request: FastifyRequest
  reply: FastifyReply
}

export type PrivateRoute<Session extends PrivateSession> = {
  method: 'GET' | 'POST'
  path: string
  /** The largest body in bytes; left out, that of any form. */
  bodyLimit?: number
  run(visit: PrivateVisit<Session>): Promise<FastifyReply>
}

/** Sends a page for one person. */
export function send(reply: FastifyReply, status: number, page: string, headers = privateHtmlHeaders): FastifyReply {
  // Sets the headers again, because the framework drops the content-type when an error replaces an answer.
  return reply.code(status).headers(headers).send(page)
}

/** A query parameter; null when it is missing or was sent twice. */
export function parameter(request: FastifyRequest, name: string): string | null {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : null
}
