// The operation table: one row an operation. REST routes are made from it, and so is everything that describes them.

import { aboutOperations } from './operations/about.ts'
import { accountsOperations } from './operations/accounts.ts'
import { appealsOperations } from './operations/appeals.ts'
import { deliveriesOperations } from './operations/deliveries.ts'
import { keysOperations } from './operations/keys.ts'
import { outcomesOperations } from './operations/outcomes.ts'
import { placesOperations } from './operations/places.ts'
import { postsOperations } from './operations/posts.ts'
import { relayOperations } from './operations/relay.ts'
import { reportsOperations } from './operations/reports.ts'
import { searchOperations } from './operations/search.ts'
import { searchesOperations } from './operations/searches.ts'
import { testModeOperations } from './operations/test-mode.ts'
import { webhooksOperations } from './operations/webhooks.ts'

export type { OperationRow } from './operations/row.ts'

/** Every operation, in the order in which it is documented. */
export const operations = {
  ...accountsOperations,
  ...keysOperations,
  ...postsOperations,
  ...appealsOperations,
  ...searchOperations,
  ...searchesOperations,
  ...reportsOperations,
  ...relayOperations,
  ...webhooksOperations,
  ...deliveriesOperations,
  ...outcomesOperations,
  ...placesOperations,
  ...testModeOperations,
  ...aboutOperations,
} as const

export type OperationId = keyof typeof operations
