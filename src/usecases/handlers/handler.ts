// The type of a handler: the part of an operation that REST and MCP share, between a checked request and an action.
import type { Static } from 'typebox'
import type { MoreAnswer, OperationRow, Taken } from '../../contract/operations/row.ts'
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
  /** Path and query of the REST request. Requests with the same URL and no caller get the same answer. */
  url: string
  /** The language in which the sender is written to (BCP 47); null, or left out, where the request names none. */
  language?(): string | null
  idempotencyKey: string | undefined
  /** The state of a post without which the request does nothing: the If-Match header. */
  ifMatch?: string | undefined
  /** Calls `then` when the caller hangs up. Returns a function that takes that back. */
  whenGone?(then: () => void): () => void
}

/** A checked request. */
export type HandlerInput<In> = { platform: Platform; request: OperationRequest } & In

/** The answer of a handler: a value, finished JSON text, or a public document. A value has the status of its schema. */
export type Answer<Value = unknown, More extends MoreAnswer = MoreAnswer> =
  | (Written<undefined> & { value: Value; body?: undefined })
  | (More extends MoreAnswer<infer Status, infer Schema>
      ? { status: Status } & Omit<Written<Status>, 'status'> & { value: Static<Schema>; body?: undefined }
      : never)
  | (Written<number> & { value?: undefined; body: string })
  | { document: Document }

/** Without `status` it is the status of the row. */
type Written<Status> = { status?: Status; headers?: Record<string, string>; document?: undefined }

/** At most ten lines between the request and an action. A kept document is answered at once. */
export type Handler<In, Value = unknown, More extends MoreAnswer = MoreAnswer> = (
  input: HandlerInput<In>,
) => Answer<Value, More> | Promise<Answer<Value, More>>

/** The handlers of a table of rows, each typed by the schemas of its row. */
export type Handlers<Rows extends Record<string, OperationRow>> = {
  [Id in keyof Rows]: Handler<Taken<Rows[Id]>, Static<ReturnType<Rows[Id]['response']>>, MoreOf<Rows[Id]>>
}
type MoreOf<Row extends OperationRow> = ReturnType<NonNullable<Row['moreAnswers']>>[number]

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
