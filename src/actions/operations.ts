// What each operation does: one handler a row of the operation table.
import type { OperationId } from '../contract/operations.ts'
import { aboutHandlers } from './operations/about.ts'
import { accountsHandlers } from './operations/accounts.ts'
import type { Handler } from './operations/handler.ts'
import { postsHandlers } from './operations/posts.ts'
import { relayHandlers } from './operations/relay.ts'
import { reportsHandlers } from './operations/reports.ts'
import { searchHandlers } from './operations/search.ts'
import { webhooksHandlers } from './operations/webhooks.ts'

export const handlers: Record<OperationId, Handler> = {
  ...accountsHandlers,
  ...postsHandlers,
  ...searchHandlers,
  ...reportsHandlers,
  ...relayHandlers,
  ...webhooksHandlers,
  ...aboutHandlers,
}
