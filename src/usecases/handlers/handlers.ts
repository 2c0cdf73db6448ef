// The operation table with what each row does: REST routes and MCP tools are made from this list.
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

/** A row without a handler does not compile, nor does a handler without a row: each file's table is typed by its rows. */
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

/** Each handler, with the time that it has. */
const boundedHandlers = Object.fromEntries(
  Object.entries(handlers).map(([id, handler]) => [id, bounded(handler)]),
) as Record<OperationId, Handler>

/** The operation of a name. */
export const operation = (id: OperationId): Operation => ({ ...rows[id], id, handler: boundedHandlers[id] })

/** Every operation, in the order in which it is documented. */
export const operations: readonly Operation[] = (Object.keys(rows) as OperationId[]).map(operation)
