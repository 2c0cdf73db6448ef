// What a handler is: the part of an operation that REST and MCP share, between a checked request and an action.
import type { SiteId } from '../../contract/site-ids.ts'
import type { KeyHolder } from '../../store/money/keys.ts'
import type { Platform } from '../platform.ts'

/** Who asks, where, and what names the answer; whatever door the request came through. */
export type OperationRequest = {
  site: { id: SiteId; baseUrl: string }
  /** The holder of the API key that was sent; null when none was. */
  caller: KeyHolder | null
  /** The address that limits count: an IPv6 caller is counted by its /64 (contract.md §14). */
  ip: string
  params: Readonly<Record<string, string>>
  /** Path and query as REST has them: two requests with one URL and no caller have one answer. */
  url: string
  idempotencyKey: string | undefined
  /** The most that the caller lets a post cost, in micros. */
  maxPriceMicros?: number | undefined
  ifNoneMatch?: string | undefined
}

export type HandlerInput = {
  platform: Platform
  request: OperationRequest
  query: Record<string, unknown>
  body: unknown
}

/** What a handler answers: a value to be written as JSON, or text that is written already. */
export type Answer = { status?: number; headers?: Record<string, string>; value?: unknown; body?: Buffer | string }

/** Ten lines at most between the request and an action. */
export type Handler = (input: HandlerInput) => Promise<Answer>

/** Who holds the key of the request. Only for operations that need one. */
export function holder(request: OperationRequest): KeyHolder {
  if (!request.caller) throw new Error('an operation that needs a key ran without one')
  return request.caller
}
