// The operation table with the handler of each row. REST routes and MCP tools are made from this list.
import { type OperationId, type OperationRow, operations as rows } from '../../contract/operations.ts'
import { inTime } from '../deadline.ts'
import { aboutHandlers } from './about.ts'
import { accountsHandlers } from './accounts.ts'
import { appealsHandlers } from './appeals.ts'
import type { Given } from './check-request.ts'
import type { Handler, Handlers } from './handler.ts'
import { keysHandlers } from './keys.ts'
import { placesHandlers } from './places.ts'
import { postsHandlers } from './posts.ts'
import { relayHandlers } from './relay.ts'
import { reportsHandlers } from './reports.ts'
import { searchHandlers } from './search.ts'
import { testModeHandlers } from './test-mode.ts'
import { webhooksHandlers } from './webhooks.ts'

/** A handler of any row, for parameters and a body that `requestCheck` or a tool has checked against that row. */
type AnyHandler = Handler<Given>

/** A row with its name and its handler. */
export type Operation = OperationRow & { id: OperationId; handler: AnyHandler }

const handlers: Handlers<typeof rows> = {
  ...accountsHandlers,
  ...keysHandlers,
  ...postsHandlers,
  ...appealsHandlers,
  ...searchHandlers,
  ...reportsHandlers,
  ...relayHandlers,
  ...webhooksHandlers,
  ...placesHandlers,
  ...testModeHandlers,
  ...aboutHandlers,
}

/** The handler with its deadline. */
const bounded =
  (handler: Handler<never>): AnyHandler =>
  input =>
    inTime(input.platform.times.answerMs, () => handler(input as never))

export const operation = (id: OperationId): Operation => ({ ...rows[id], id, handler: bounded(handlers[id]) })

/** Every operation, in the order of the documentation. */
export const operations: readonly Operation[] = (Object.keys(rows) as OperationId[]).map(operation)
