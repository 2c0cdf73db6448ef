// The documents by which software finds its way on a site, and the one header that leads to them (contract.md §17).
import type { SiteRow } from '../sites.ts'

export type GuideDocument = {
  path: string
  title: string
  about: string
  /** Whoever reads with a small context can do without it. */
  optional?: true
}

/** Every document of a site, in the order in which they help. */
export function guideDocuments({ timed, nouns }: SiteRow): readonly GuideDocument[] {
  return [
    { path: '/v1', title: 'Index', about: 'Every operation in one line, the documents, MCP, how to sign up; JSON.' },
    { path: summaryPath, title: 'Summary of the API', about: 'Every operation with its fields and errors, in short.' },
    { path: '/openapi.yml', title: 'OpenAPI 3.1', about: 'The whole API; `?tag=posts` gives the part of one tag.' },
    { path: '/openapi.json', title: 'OpenAPI as JSON', about: 'The same, also by `?tag=`.' },
    { path: '/mcp', title: 'MCP', about: 'The same operations as tools, over streamable HTTP; a POST endpoint.' },
    {
      path: '/problems/',
      title: 'Problems',
      about: 'What every error code means and what to do; also /problems.json.',
    },
    {
      path: '/developers/',
      title: 'Developers',
      about: 'From nothing to a published post by curl, MCP, TypeScript and Python; Markdown at /developers/index.md.',
    },
    { path: '/v1/pricing', title: 'Pricing', about: 'What things cost, in micro-dollars.' },
    { path: '/v1/policy', title: 'Policy', about: 'The quality bar and the abuse list that moderation decides by.' },
    {
      path: '/v1/status',
      title: 'Status',
      about: 'Whether the service is up and how long moderation takes.',
      optional: true,
    },
    { path: '/.well-known/mcp/server-card.json', title: 'MCP server card', about: 'How to connect.', optional: true },
    { path: '/index.json', title: 'JSON Feed', about: `Published ${nouns}.`, optional: true },
    { path: '/feed.xml', title: 'RSS', about: 'The same.', optional: true },
    ...(timed
      ? [{ path: '/calendar.ics', title: 'Calendar', about: `${nouns} for a calendar.`, optional: true } as const]
      : []),
  ]
}

/** Where the description of the API for small contexts is. */
export const summaryPath = '/openapi-summary.md'

/** The Link header of pages, of the index and of lists (RFC 8631): what describes the service, to machines and in words. */
export const guideLinks = [
  '</openapi.yml>; rel="service-desc"; type="application/yaml"',
  '</llms.txt>; rel="service-doc"; type="text/plain"',
].join(', ')
