// The type of a handler: the part of an operation that REST and MCP share, between a checked request and an action.
import type { SiteContext } from '../../contract/sites/site-context.ts'
import type { KeyHolder } from '../../store/accounts/keys.ts'
import type { Document } from '../documents.ts'
import type { Platform } from '../platform.ts'

/** A request with its site and caller, the same over REST and MCP. */
export type OperationRequest = {
  site: SiteContext
  /** The holder of the sent API key; null without a key. */
  caller: KeyHolder | null
  /** The account whose owner sent the request, in a session that a mailed link opened. */
  owner?: string
  /** The address that limits count: an IPv6 caller is counted by its /64 (contract.md §14). */
  ip: string
  params: Readonly<Record<string, string>>
  /** Path and query of the REST request. Requests with the same URL and no caller get the same answer. */
  url: string
  idempotencyKey: string | undefined
}

export type HandlerInput = {
  platform: Platform
  request: OperationRequest
  query: Record<string, unknown>
  body: unknown
}

/** The answer of a handler: a value to write as JSON, finished JSON text, or a public document. */
export type Answer =
  | { status?: number; headers?: Record<string, string>; value?: unknown; body?: string; document?: undefined }
  | { document: Document }

/** At most ten lines between the request and an action. A kept document is answered at once. */
export type Handler = (input: HandlerInput) => Answer | Promise<Answer>

/** The account whose owner sent the request. Only for operations of the owner. */
export function ownedAccount({ owner }: OperationRequest): string {
  if (owner === undefined) throw new Error('an operation of the owner ran without an owner')
  return owner
}

/** The holder of the key of the request. Only for operations that need a key. */
export function holder(request: OperationRequest): KeyHolder {
  if (!request.caller) throw new Error('an operation that needs a key ran without a key')
  return request.caller
}
