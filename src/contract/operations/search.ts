// The metered operation: search.
import { Type } from 'typebox'
import { coded } from '../currency.ts'
import { limits } from '../limits.ts'
import { Micros } from '../posts.ts'
import { prices } from '../prices.ts'
import { counted, span } from '../words.ts'
import { spending } from './agentic-access.ts'
import { examplePost } from './examples.ts'
import { filterExamples, filterQuery, paging } from './filters.ts'
import { closed, operation, type Taken } from './row.ts'
import { micros, untrusted } from './tool.ts'

/** The words of a search. */
export const searchWords = Type.Optional(
  Type.String({
    maxLength: limits.searchQueryCodePoints,
    description:
      'Words joined by AND, each in any of its forms; "a phrase" as it stands, "words near"~5, this OR that, -without, prefix*.',
  }),
)

export const searchOperations = {
  search: operation({
    method: 'get',
    path: '/v1/search',
    tag: 'search',
    auth: 'optional',
    scope: 'search',
    agenticAccess: {
      ...spending('Free up to the daily allowance; with a key each further search is charged to the balance.'),
      'action-class': 'read',
      'human-in-the-loop': 'none',
    },
    summary: 'Search published posts. Free up to a daily allowance, then charged to the key.',
    description: `The best of the newest ${limits.searchCandidates} matches come first; \`order\` sorts by date instead. Follow \`next_cursor\`, or the Link with \`rel="next"\`, with the same \`q\`, filters and order until it is absent: within ${span(limits.searchPagesMs)} of a counted search its further pages are free for the same caller, later each counts as a search. Where nothing is found, \`hint\` says why. Without a key ${limits.searchFreePerIpPerDay} searches a UTC day are free for an IP address, then the answer is 429 \`search_limit\`. With a key ${limits.searchFreePerKeyPerDay} are free, counted over all sites and MCP; each further one is charged, and answered with 402 when the budget of the key or the balance does not cover it. Only an answer of 200 counts.`,
    query: site =>
      Type.Object(
        {
          q: searchWords,
          ...filterQuery(site),
          ...paging,
        },
        closed,
      ),
    status: 200,
    response: site =>
      Type.Object(
        {
          items: Type.Array(site.post),
          next_cursor: Type.Optional(Type.String()),
          hint: Type.Optional(Type.String({ description: 'Why nothing is found, or why it ends here.' })),
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
    answer: 'The posts that match, and what is left of the allowance.',
    answerHeaders: { Link: 'always', RateLimit: 'always', 'RateLimit-Policy': 'always' },
    examples: (site, baseUrl) => ({
      parameters: { q: 'watercolour -oil', ...filterExamples },
      response: {
        found: {
          items: [examplePost(site, baseUrl)],
          next_cursor: 'NjMuMTgwNDMzODAwMDAwMC4xLjQuNjIuMjAuMTgwNDMzODAwMDAwMC5hYmMuZGVm',
          usage: { today: 3, free_per_day: limits.searchFreePerKeyPerDay, charged: 0 },
        },
        nothing: {
          items: [],
          hint: 'No post has "watercolor"; did you mean "watercolour"?',
          usage: { today: 4, free_per_day: limits.searchFreePerKeyPerDay, charged: 0 },
        },
      },
    }),
    tool: {
      name: 'search_posts',
      title: site => `Search ${site.nouns}`,
      description: () =>
        `Full-text search, best match first; pages by next_cursor are free. With a key ${limits.searchFreePerKeyPerDay} a UTC day are free, each further one costs ${coded(prices.searchMicros)}; without one ${limits.searchFreePerIpPerDay} a day for an IP address. browse_posts is free without limit. ${untrusted}`,
      hints: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
      offer: 'read',
      describedBy: 'browse_posts',
      holdsPosts: true,
      copied: true,
      summary: answer =>
        `${counted(answer.items.length, 'post')} found. Search ${answer.usage.today} of today (${answer.usage.free_per_day} free); ${micros(answer.usage.charged)} charged.${answer.next_cursor ? ' Pass next_cursor as cursor for more.' : ''}`,
    },
  }),
}

export type SearchQuery = Taken<typeof searchOperations.search>['query']
