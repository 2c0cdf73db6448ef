// The metered operation: search.
import { Type } from 'typebox'
import { limits } from '../limits.ts'
import { Micros } from '../posts.ts'
import { tools } from '../tools.ts'
import { filterQuery, paging } from './filters.ts'
import { closed, type OperationRow } from './row.ts'

export const searchOperations = {
  searchPosts: {
    method: 'get',
    path: '/v1/search',
    tag: 'search',
    auth: 'optional',
    scope: null,
    agenticAccess: 'spend',
    summary: 'Search published posts. Free up to a daily allowance, then charged to the key.',
    query: site =>
      Type.Object(
        {
          q: Type.Optional(
            Type.String({
              maxLength: limits.searchQueryCodePoints,
              description: 'Words joined by AND, "a phrase", -without, prefix*.',
            }),
          ),
          ...filterQuery(site),
          limit: paging.limit,
        },
        closed,
      ),
    status: 200,
    response: site =>
      Type.Object(
        {
          items: Type.Array(site.post),
          usage: Type.Object(
            {
              today: Type.Integer({ minimum: 0 }),
              free_per_day: Type.Integer({ minimum: 0 }),
              charged: Micros('What this search cost.'),
            },
            closed,
          ),
        },
        closed,
      ),
    errors: ['needs_card', 'insufficient_balance', 'search_limit'],
    tool: tools.searchPosts,
  },
} as const satisfies Record<string, OperationRow>
