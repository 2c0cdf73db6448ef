// What each operation does: one handler a row of the operation table.
import type { OperationId } from '../../contract/operations.ts'
import { aboutHandlers } from './about.ts'
import { accountsHandlers } from './accounts.ts'
import type { Handler } from './handler.ts'
import { postsHandlers } from './posts.ts'
import { relayHandlers } from './relay.ts'
import { reportsHandlers } from './reports.ts'
import { searchHandlers } from './search.ts'
import { webhooksHandlers } from './webhooks.ts'

export const handlers: Record<OperationId, Handler> = {
  ...accountsHandlers,
  ...postsHandlers,
  ...searchHandlers,
  ...reportsHandlers,
  ...relayHandlers,
  ...webhooksHandlers,
  ...aboutHandlers,
}
