// The operation table with the handler of each row. REST routes and MCP tools are made from this list.
import { type OperationId, type OperationRow, operations as rows } from '../../contract/operations.ts'
import { inTime } from '../deadline.ts'
import { aboutHandlers } from './about.ts'
import { accountsHandlers } from './accounts.ts'
import { appealsHandlers } from './appeals.ts'
import type { Handler } from './handler.ts'
import { keysHandlers } from './keys.ts'
import { placesHandlers } from './places.ts'
import { postsHandlers } from './posts.ts'
import { relayHandlers } from './relay.ts'
import { reportsHandlers } from './reports.ts'
import { searchHandlers } from './search.ts'
import { webhooksHandlers } from './webhooks.ts'

/** A row with its name and its handler. */
export type Operation = OperationRow & { id: OperationId; handler: Handler }

/** The table of each file is typed by its rows: a row without a handler does not compile, nor a handler without a row. */
const handlers: Record<OperationId, Handler> = {
  ...accountsHandlers,
  ...keysHandlers,
  ...postsHandlers,
  ...appealsHandlers,
  ...searchHandlers,
  ...reportsHandlers,
  ...relayHandlers,
  ...webhooksHandlers,
  ...placesHandlers,
  ...aboutHandlers,
}

const bounded =
  (handler: Handler): Handler =>
  input =>
    inTime(input.platform.times.answerMs, () => handler(input))

/** Each handler with its deadline. */
const boundedHandlers = Object.fromEntries(
  Object.entries(handlers).map(([id, handler]) => [id, bounded(handler)]),
) as Record<OperationId, Handler>

/** The operation with this id. */
export const operation = (id: OperationId): Operation => ({ ...rows[id], id, handler: boundedHandlers[id] })

/** Every operation, in the order of the documentation. */
export const operations: readonly Operation[] = (Object.keys(rows) as OperationId[]).map(operation)
