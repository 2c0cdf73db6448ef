// What each operation does: one handler a row of the operation table.
import type { OperationId } from '../../contract/operations.ts'
import type { Handler } from './handler.ts'
import { accountsHandlers } from './handlers/accounts.ts'
import { postsHandlers } from './handlers/posts.ts'
import { searchHandlers } from './handlers/search.ts'
import { serviceHandlers } from './handlers/service.ts'
import { webhooksHandlers } from './handlers/webhooks.ts'

export const handlers: Record<OperationId, Handler> = {
  ...accountsHandlers,
  ...postsHandlers,
  ...searchHandlers,
  ...webhooksHandlers,
  ...serviceHandlers,
}
