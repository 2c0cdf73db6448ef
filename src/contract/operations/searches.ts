// The operations on searches that stand: each finds posts as they are published, for a webhook, the stream of outcomes and a feed.
import { type Static, Type } from 'typebox'
import { idSchema } from '../ids.ts'
import { limits } from '../limits.ts'
import { Instant } from '../posts.ts'
import { siteIds } from '../sites/site-ids.ts'
import type { SiteRow } from '../sites.ts'
import { changing, ending, reading } from './agentic-access.ts'
import { filterExamples, standingFilters } from './filters.ts'
import { closed, operation } from './row.ts'
import { searchWords } from './search.ts'

/** What a search that stands takes: what `search` takes, without days, order and pages. */
const askedMembers = (site: SiteRow) => ({ q: searchWords, ...standingFilters(site) })
export const AskedOnSite = (site: SiteRow) => Type.Object(askedMembers(site), { ...closed, minProperties: 1 })
export type StandingQuery = Static<ReturnType<typeof AskedOnSite>>

const FeedUrl = (format: string) =>
  Type.String({
    description: `The posts that it has found, the newest first, as ${format}. Whoever has the address can read it; it works until the search is deleted.`,
  })

/** A search of an account may be of another site, which has other filters. */
const StandingSearch = Type.Object(
  {
    id: idSchema('standingSearch'),
    site: Type.Enum([...siteIds], { description: 'The site on which it finds posts.' }),
    search: Type.Object({}, { additionalProperties: true, description: 'What it asks for, as it was sent.' }),
    feeds: Type.Object({ json: FeedUrl('JSON Feed'), rss: FeedUrl('RSS') }, closed),
    created_at: Instant('When it was made; it finds posts that are published later.'),
    expires_at: Type.Optional(Instant('When it ends by itself.')),
  },
  { ...closed, title: 'StandingSearch' },
)
export type StandingSearch = Static<typeof StandingSearch>

const secret = 'ss_4Tq7mXcV9bTn2RwLs8Kd.3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
const exampleSearch = (site: SiteRow, baseUrl: string): StandingSearch => ({
  id: 'ss_4Tq7mXcV9bTn2RwLs8Kd',
  site: site.id,
  search: exampleAsked,
  feeds: { json: `${baseUrl}/feeds/${secret}/feed.json`, rss: `${baseUrl}/feeds/${secret}/feed.xml` },
  created_at: '2026-11-21T12:00:00Z',
})
const exampleAsked = { q: 'watercolour -oil', country: filterExamples.country, topic: filterExamples.topic }

const ofAccount = { tag: 'search', auth: 'key', scope: 'search' } as const

export const searchesOperations = {
  createStandingSearch: operation({
    method: 'post',
    path: '/v1/searches',
    ...ofAccount,
    agenticAccess: changing('From now on each post that matches causes one event; delete the search to stop. Free.'),
    summary: `Let a search stand: it finds posts as they are published. Free; up to ${limits.standingSearchesPerAccount} at once.`,
    description: `The body has the words and filters of \`search\`, at least one, and is checked like it. A post is found once: when it is published, or when an edit makes it match; exactly if \`search\` would find it then, and never if it is a post of the same account. Each find is a \`search.match\` in \`listOutcomes\` and at webhooks that name this kind, and an entry of both feeds. A search rests while the account is suspended or banned. One more than ${limits.standingSearchesPerAccount} is 409 \`too_many_searches\`; ${limits.standingSearchesCreatedPerDay} are made a UTC day, then the answer is 429 \`rate_limited\`.`,
    body: AskedOnSite,
    status: 201,
    response: () => StandingSearch,
    answer: 'The search, with its feeds.',
    examples: (site, baseUrl) => ({
      body: { words: exampleAsked, around: { q: 'jazz OR blues', near: 'place:2988507', within_km: 25 } },
      response: { standing: exampleSearch(site, baseUrl) },
    }),
    tool: null,
  }),
  listStandingSearches: operation({
    method: 'get',
    path: '/v1/searches',
    ...ofAccount,
    agenticAccess: reading('Answers the searches of the account and changes nothing. Free.'),
    summary: 'The searches of the account that stand, of all sites, oldest first.',
    description: 'Free.',
    status: 200,
    response: () => Type.Object({ items: Type.Array(StandingSearch) }, closed),
    answer: 'The searches.',
    examples: (site, baseUrl) => ({ response: { one: { items: [exampleSearch(site, baseUrl)] } } }),
    tool: null,
  }),
  deleteStandingSearch: operation({
    method: 'delete',
    path: '/v1/searches/:id',
    ...ofAccount,
    agenticAccess: ending('It finds nothing more, and its feeds answer 410 from then on; posts are not touched. Free.'),
    summary: 'Delete a search that stands, for good. Its feeds end.',
    description: 'Free. Its feeds answer 410 `gone`. A repeat is `not_found`.',
    params: Type.Object({ id: idSchema('standingSearch') }, closed),
    status: 200,
    response: () => Type.Object({ id: idSchema('standingSearch'), deleted: Type.Literal(true) }, closed),
    answer: 'The search is deleted.',
    examples: (site, baseUrl) => {
      const { id } = exampleSearch(site, baseUrl)
      return { parameters: { id }, response: { deleted: { id, deleted: true } } }
    },
    tool: null,
  }),
}
