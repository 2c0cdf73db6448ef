// What a page or a form of the account is: a row with the session that it takes, and what it gets once everything else was checked.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../usecases/platform.ts'
import { privateHtmlHeaders } from '../public/kit/layout.ts'
import { leaveNotice, type OwnerSession } from './session.ts'

/** A request to a page of the account, its session checked; of a form also where it was sent from. */
export type Visit = {
  platform: Platform
  session: OwnerSession
  /** For the forms of the answer. */
  csrf: string
  request: FastifyRequest
  reply: FastifyReply
}

export type OwnersRoute = {
  method: 'GET' | 'POST'
  path: string
  /** The least that the session has to be: `agent` from an account link, `email` from the inbox of the owner (contract.md §11). */
  grade: OwnerSession['grade']
  run(visit: Visit): Promise<FastifyReply>
}

/** Sends a page for one person. */
export function send(reply: FastifyReply, status: number, page: string): FastifyReply {
  // Again, because the framework drops the content-type of an answer that an error has overtaken.
  return reply.code(status).headers(privateHtmlHeaders).send(page)
}

/** Leads to a page, which shows a notice. */
export function backWith(reply: FastifyReply, notice: string, path = '/account'): FastifyReply {
  leaveNotice(reply, notice)
  return reply.redirect(path, 303)
}

/** A parameter of an address; null when it is missing or there are two. */
export function parameter(request: FastifyRequest, name: string): string | null {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : null
}
