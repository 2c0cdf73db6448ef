// What a handler is: what it gets, and what it answers.
import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../actions/platform.ts'
import type { KeyHolder } from '../../store/keys.ts'

export type HandlerInput = {
  platform: Platform
  request: FastifyRequest
  query: Record<string, unknown>
  body: unknown
}

/** What a handler answers: a value to be written as JSON, or text that is written already. */
export type Answer = { status?: number; headers?: Record<string, string>; value?: unknown; body?: Buffer | string }

/** Ten lines at most between the request and an action. */
export type Handler = (input: HandlerInput) => Promise<Answer>

/** Who holds the key of the request. Only for routes that need one. */
export function holder(request: FastifyRequest): KeyHolder {
  if (!request.caller) throw new Error('a route that needs a key ran without one')
  return request.caller
}
