// The row of a page or form of the console: its path, the least role, and the function that answers.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { idInPath } from '../../contract/ids.ts'
import { itemKinds } from '../../contract/moderation/decisions.ts'
import { Problem } from '../../contract/problems/problem.ts'
import type { Reviewer } from '../../usecases/platform.ts'
import type { Item } from '../../usecases/review/queue.ts'
import { type PrivateRoute, type PrivateVisit, send } from '../private/route.ts'
import { privateScriptedHtmlHeaders } from '../public/kit/layout.ts'
import type { ReviewerSession } from './session.ts'

export type ReviewVisit = PrivateVisit<ReviewerSession>

export type ReviewRoute = PrivateRoute<ReviewerSession> & {
  /** The lowest role; a lead is also a reviewer. */
  role: Reviewer['role']
}

/** Sends a page of the console, which has a script. */
export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
  return send(reply, status, page, privateScriptedHtmlHeaders)
}

export const addressOf = ({ kind, subject }: Item): string => `/review/items/${kind}/${subject}`

/** The path of the page of an item, and of its forms below it. */
export const itemPath = '/review/items/:kind/:id'

/** The item that an address names. Throws `not_found`. */
export function itemIn({ params }: FastifyRequest): Item {
  const { kind, id } = params as { kind: string; id: string }
  const item = itemOf(kind, id)
  if (!item) throw new Problem('not_found', 'There is no such item.')
  return item
}

/** The item of a kind and an id; null for what is none. */
export function itemOf(kind: string, id: string): Item | null {
  const known = itemKinds.find(each => each === kind)
  return known && idInPath.test(id) ? { kind: known, subject: id } : null
}
