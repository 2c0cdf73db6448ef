// What a handler is: the part of an operation that REST and MCP share, between a checked request and an action.
import type { SiteContext } from '../../contract/site-context.ts'
import type { KeyHolder } from '../../store/money/keys.ts'
import type { Document } from '../documents.ts'
import type { Platform } from '../platform.ts'

/** Who calls, where, and what names the answer: the same over REST and MCP. */
export type OperationRequest = {
  site: SiteContext
  /** The holder of the API key that was sent; null when none was. */
  caller: KeyHolder | null
  /** The account whose owner sent the request, from a session that was opened from the inbox. */
  owner?: string
  /** The address that limits count: an IPv6 caller is counted by its /64 (contract.md §14). */
  ip: string
  params: Readonly<Record<string, string>>
  /** Path and query as REST has them: two requests with one URL and no caller have one answer. */
  url: string
  idempotencyKey: string | undefined
}

export type HandlerInput = {
  platform: Platform
  request: OperationRequest
  query: Record<string, unknown>
  body: unknown
}

/** What a handler answers: a value to be written as JSON, text that is written already, or a public document. */
export type Answer =
  | { status?: number; headers?: Record<string, string>; value?: unknown; body?: string; document?: undefined }
  | { document: Document }

/** Ten lines at most between the request and an action; what is kept is answered at once. */
export type Handler = (input: HandlerInput) => Answer | Promise<Answer>

/** The account whose owner sent the request. Only for operations that are the owner's. */
export function ownedAccount({ owner }: OperationRequest): string {
  if (owner === undefined) throw new Error('an operation of the owner ran without one')
  return owner
}

/** Who holds the key of the request. Only for operations that need one. */
export function holder(request: OperationRequest): KeyHolder {
  if (!request.caller) throw new Error('an operation that needs a key ran without one')
  return request.caller
}
