// The row of a page or form of the account: its path, the grade of session that it takes, and the function that answers.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../usecases/platform.ts'
import { privateHtmlHeaders } from '../public/kit/layout.ts'
import { leaveNotice, type OwnerSession } from './session.ts'

/** A request to a page of the account after its checks: the session, and for a form its origin and CSRF token. */
export type Visit = {
  platform: Platform
  session: OwnerSession
  /** The CSRF token for the forms of the answer. */
  csrf: string
  request: FastifyRequest
  reply: FastifyReply
}

export type OwnersRoute = {
  method: 'GET' | 'POST'
  path: string
  /** The lowest grade of session: `agent` from an account link, `email` from the inbox of the owner (contract.md §11). */
  grade: OwnerSession['grade']
  run(visit: Visit): Promise<FastifyReply>
}

/** Sends a page for one person. */
export function send(reply: FastifyReply, status: number, page: string): FastifyReply {
  // Sets the headers again, because the framework drops the content-type when an error replaces an answer.
  return reply.code(status).headers(privateHtmlHeaders).send(page)
}

/** Redirects to a page that shows a notice. */
export function backWith(reply: FastifyReply, notice: string, path = '/account'): FastifyReply {
  leaveNotice(reply, notice)
  return reply.redirect(path, 303)
}

/** A query parameter; null when it is missing or was sent twice. */
export function parameter(request: FastifyRequest, name: string): string | null {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : null
}
