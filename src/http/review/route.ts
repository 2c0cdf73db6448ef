// The row of a page or form of the console: its path, the least role, and the function that answers.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { idInPath } from '../../contract/ids.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { Platform, Reviewer } from '../../usecases/platform.ts'
import type { Item, ItemKind } from '../../usecases/review/queue.ts'
import { leaveNotice } from '../owner/session.ts'
import { privateScriptedHtmlHeaders } from '../public/kit/layout.ts'
import type { NoticeCode } from './notices.ts'

/** A request to a page of the console after its checks: session and role, and for a form its origin and CSRF token. */
export type ReviewVisit = {
  platform: Platform
  /** The signed-in reviewer: the address, as REVIEWERS has it, and the role. */
  reviewer: Reviewer
  sessionId: string
  /** The CSRF token for the forms of the answer. */
  csrf: string
  request: FastifyRequest
  reply: FastifyReply
}

export type ReviewRoute = {
  method: 'GET' | 'POST'
  path: string
  /** The lowest role; a lead is also a reviewer. */
  role: Reviewer['role']
  run(visit: ReviewVisit): Promise<FastifyReply>
}

/** Sends a page of the console. */
export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).headers(privateScriptedHtmlHeaders).send(page)
}

/** Redirects to a page of the console, which shows the notice, if any. */
export function leadTo(reply: FastifyReply, path: string, notice?: NoticeCode): FastifyReply {
  if (notice) leaveNotice(reply, notice, 'review-notice')
  return reply.redirect(path, 303)
}

/** The address of an item. */
export const addressOf = ({ kind, subject }: Item): string => `/review/items/${kind}/${subject}`

/** The path of the page of an item, and of its forms below it. */
export const itemPath = '/review/items/:kind/:id'

const kinds: readonly ItemKind[] = ['text', 'report', 'appeal']

/** The item that an address names. Throws `not_found`. */
export function itemIn({ params }: FastifyRequest): Item {
  const { kind, id } = params as { kind: string; id: string }
  const known = kinds.find(each => each === kind)
  if (!known || !idInPath.test(id)) throw new Problem('not_found', 'There is no such item.')
  return { kind: known, subject: id }
}
