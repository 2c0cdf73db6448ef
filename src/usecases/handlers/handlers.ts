// The operation table with the handler of each row. REST routes and MCP tools are made from this list.

import { refusesPaused } from '../../contract/operations/row.ts'
import { type OperationId, type OperationRow, operations as rows } from '../../contract/operations.ts'
import { keyPaused } from '../../contract/problems/problem.ts'
import { networkOf } from '../../domain/accounts/network.ts'
import { actingAs } from '../acting.ts'
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
import { searchesHandlers } from './searches.ts'
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
  ...searchesHandlers,
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

/** The handler of an operation that changes something, for keys that are not paused. A text is checked by its guards. */
function unlessPaused(row: OperationRow, handler: AnyHandler): AnyHandler {
  if (!refusesPaused(row) || row.guards?.includes('key_paused')) return handler
  return input => {
    if (input.request.caller?.paused) throw keyPaused()
    return handler(input)
  }
}

/** The operations that change an account, so that its log says which key did. */
const changesAccount = ({ method, path }: OperationRow) =>
  method !== 'get' && /^\/v1\/(?:account|webhooks)\b/.test(path)

/** The handler with the key that acts. */
function inNameOfKey(row: OperationRow, handler: AnyHandler): AnyHandler {
  if (!changesAccount(row)) return handler
  return input => {
    const { caller, ip } = input.request
    if (!caller) return handler(input)
    const from = { network: networkOf(ip), browser: null }
    return actingAs({ who: 'key', id: caller.keyId, name: '', ...from }, () => handler(input))
  }
}

export function operation(id: OperationId): Operation {
  const row: OperationRow = rows[id]
  return { ...row, id, handler: inNameOfKey(row, unlessPaused(row, bounded(handlers[id]))) }
}

/** Every operation, in the order of the documentation. */
export const operations: readonly Operation[] = (Object.keys(rows) as OperationId[]).map(operation)
