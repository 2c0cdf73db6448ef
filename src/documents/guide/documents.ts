// The documents by which software finds its way on a site, and the one header that leads to them (contract.md §17). The index,
// llms.txt, APIs.json, the API catalogue and the home page are made from this list.
import type { SiteRow } from '../../contract/sites.ts'

export type GuideDocument = {
  path: string
  title: string
  about: string
  /** The media type it is sent in. */
  type: string
  /** The property types of APIs.json 0.23 that it is. */
  apisJson?: readonly string[]
  /** A reader with a small context can skip it. */
  optional?: true
  /** It takes only POST. */
  endpoint?: true
}

const json = 'application/json'
const markdown = 'text/markdown'
const page = 'text/html'
const xml = 'application/xml'
const optional = true

/** The path of the short description of the API. */
export const summaryPath = '/openapi-summary.md'

/** To use the API: its descriptions, its rules and how to begin. */
const useDocuments = ({ nouns }: SiteRow): readonly GuideDocument[] => [
  {
    path: '/v1',
    title: 'Index',
    about: 'Every operation in one line, the documents, MCP, how to sign up; JSON.',
    type: json,
    apisJson: ['GettingStarted'],
  },
  {
    path: summaryPath,
    title: 'Summary of the API',
    about: 'Every operation with its fields and errors, in short.',
    type: markdown,
    apisJson: ['Documentation'],
  },
  {
    path: '/openapi.yml',
    title: 'OpenAPI 3.1',
    about: 'The whole API, long; `?operation=createPost` gives one operation, `?tag=posts` one part.',
    type: 'application/yaml',
    apisJson: ['OpenAPI'],
  },
  {
    path: '/openapi.json',
    title: 'OpenAPI as JSON',
    about: 'The same, also by `?operation=` and `?tag=`.',
    type: json,
  },
  {
    path: '/mcp',
    title: 'MCP',
    about: 'The same operations as tools, over streamable HTTP; a POST endpoint.',
    type: json,
    apisJson: ['MCPServer'],
    endpoint: true,
  },
  {
    path: '/problems/',
    title: 'Problems',
    about: 'What every error code means and what to do; also /problems.json.',
    type: page,
    apisJson: ['ErrorCatalog'],
  },
  { path: '/v1/pricing', title: 'Pricing', about: 'What things cost, in micros.', type: json },
  {
    path: '/v1/policy',
    title: 'Policy',
    about: 'The quality bar and the abuse list that moderation decides by.',
    type: json,
  },
  {
    path: '/skills/',
    title: 'Agent Skills',
    about: `How an agent posts ${nouns}, searches them and looks after an account, step by step.`,
    type: page,
    apisJson: ['AgentSkills'],
  },
  {
    path: '/rate-limits/',
    title: 'Limits',
    about: 'Every limit, whose requests it counts, and what happens past it; also /rate-limits.json.',
    type: page,
    optional,
  },
  {
    path: '/developers/',
    title: 'Developers',
    about: 'From nothing to a published post by curl, MCP, TypeScript and Python.',
    type: page,
  },
  {
    path: '/v1/status',
    title: 'Status',
    about: 'Whether the service is up and how long moderation takes.',
    type: json,
    optional,
  },
]

/** What the service costs, decides and allows, as pages and as JSON. */
const serviceDocuments: readonly GuideDocument[] = [
  {
    path: '/pricing/',
    title: 'Prices, as a page',
    about: 'What things cost.',
    type: page,
    apisJson: ['Pricing'],
    optional,
  },
  {
    path: '/plans.json',
    title: 'Plans',
    about: 'Prices with what they buy, as JSON.',
    type: json,
    apisJson: ['Plans'],
    optional,
  },
  {
    path: '/policy/',
    title: 'Policy, as a page',
    about: 'The quality bar, the abuse list and appeals.',
    type: page,
    apisJson: ['Rules'],
    optional,
  },
  { path: '/policy.json', title: 'Policy as JSON', about: 'The same as /v1/policy.', type: json, optional },
  {
    path: '/status/',
    title: 'Status, as a page',
    about: 'The same in words.',
    type: page,
    apisJson: ['StatusPage'],
    optional,
  },
  {
    path: '/transparency/',
    title: 'Transparency',
    about: 'Decisions counted by month, category and who decided; the end of the log is at /transparency/log.json.',
    type: page,
    optional,
  },
  {
    path: '/rate-limits.json',
    title: 'Limits as JSON',
    about: 'Every limit, by operation.',
    type: json,
    apisJson: ['RateLimits'],
    optional,
  },
]

/** More descriptions of the API, for tools and for readers of the whole. */
const apiDocuments: readonly GuideDocument[] = [
  {
    path: '/agentic-access.json',
    title: 'Agentic access',
    about: 'The effects of each operation, and when the owner has to agree.',
    type: json,
    apisJson: ['AgenticAccess'],
    optional,
  },
  {
    path: '/conformance.json',
    title: 'Conformance',
    about: 'The standards that the service follows, how far, and the evidence.',
    type: json,
    apisJson: ['Conformance'],
    optional,
  },
  {
    path: '/asyncapi.yml',
    title: 'AsyncAPI 3.0',
    about: 'The webhooks: every kind of event, its data and its signature.',
    type: 'application/yaml',
    apisJson: ['AsyncAPI', 'Webhooks'],
    optional,
  },
  {
    path: '/postman/collection.json',
    title: 'Postman collection 2.1',
    about: 'Every operation as a request with an example.',
    type: json,
    apisJson: ['PostmanCollection'],
    optional,
  },
  {
    path: '/vocabulary.yml',
    title: 'Vocabulary',
    about: 'The words of the service and what they mean.',
    type: 'application/yaml',
    apisJson: ['Vocabulary'],
    optional,
  },
  {
    path: '/llms-full.txt',
    title: 'Everything in one text',
    about: 'The summary of the API, prices, limits, policy, problems and skills, in Markdown.',
    type: 'text/plain',
    apisJson: ['LlmsText'],
    optional,
  },
]

/** How the service changes, and what its operator promises. */
const operatorDocuments: readonly GuideDocument[] = [
  {
    path: '/changelog/',
    title: 'Changelog of the API',
    about: 'What has changed for callers, by day; also as a feed at /changelog/feed.xml.',
    type: page,
    apisJson: ['ChangeLog'],
    optional,
  },
  {
    path: '/lifecycle/',
    title: 'Versions and deprecation',
    about: 'How the API changes, and how changes are announced.',
    type: page,
    apisJson: ['Versioning', 'DeprecationPolicy'],
    optional,
  },
  {
    path: '/security/',
    title: 'Security',
    about: 'How to report a vulnerability, and how the service is protected.',
    type: page,
    apisJson: ['SecurityPolicy'],
    optional,
  },
  {
    path: '/terms/',
    title: 'Terms',
    about: 'What an account agrees to.',
    type: page,
    apisJson: ['TermsOfService'],
    optional,
  },
  {
    path: '/privacy/',
    title: 'Privacy',
    about: 'Which data is stored, about whom, and for how long.',
    type: page,
    apisJson: ['PrivacyPolicy'],
    optional,
  },
]

/** Indexes of the documents above, each in the format of a kind of reader. */
const catalogueDocuments: readonly GuideDocument[] = [
  { path: '/apis.json', title: 'APIs.json 0.23', about: 'All of this as an index of APIs.', type: json, optional },
  {
    path: '/.well-known/api-catalog',
    title: 'API catalogue',
    about: 'The same as a linkset (RFC 9727).',
    type: 'application/linkset+json',
    apisJson: ['APICatalog'],
    optional,
  },
  {
    path: '/.well-known/ai-catalog.json',
    title: 'AI catalogue',
    about: 'MCP, skills and the API, for agents that look for them.',
    type: 'application/ai-catalog+json',
    optional,
  },
  {
    path: '/.well-known/agent-skills/index.json',
    title: 'Index of skills',
    about: 'The skills with the digests of their bytes.',
    type: json,
    optional,
  },
  {
    path: '/.well-known/mcp/server-card.json',
    title: 'MCP server card',
    about: 'How to connect.',
    type: 'application/mcp-server-card+json',
    optional,
  },
]

/** The posts of the site for readers that come again. */
const postDocuments = ({ timed, noun, nouns }: SiteRow): readonly GuideDocument[] => [
  { path: '/index.json', title: 'JSON Feed', about: `Published ${nouns}.`, type: 'application/feed+json', optional },
  { path: '/feed.xml', title: 'RSS', about: 'The same.', type: 'application/rss+xml', optional },
  { path: '/sitemap.xml', title: 'Sitemap', about: `Every published ${noun}, topic and place.`, type: xml, optional },
  {
    path: '/removed.json',
    title: 'Removed',
    about: `The ${nouns} that were taken down or deleted, for readers who keep copies.`,
    type: json,
    optional,
  },
  {
    path: '/removed.xml',
    title: 'Removed, as a feed',
    about: 'The same as Atom.',
    type: 'application/atom+xml',
    optional,
  },
  ...(timed
    ? [
        {
          path: '/calendar.ics',
          title: 'Calendar',
          about: `Every ${noun} for a calendar.`,
          type: 'text/calendar',
          optional,
        } as const,
      ]
    : []),
]

/** Every document of a site, the most useful first. Each page has a Markdown twin (`index.md` below its address). */
export function guideDocuments(site: SiteRow): readonly GuideDocument[] {
  return [
    ...useDocuments(site),
    ...serviceDocuments,
    ...apiDocuments,
    ...operatorDocuments,
    ...catalogueDocuments,
    ...postDocuments(site),
  ]
}

/** The documents of APIs.json, one entry for each property type. */
export function propertiesOf(site: SiteRow): { type: string; document: GuideDocument }[] {
  return guideDocuments(site).flatMap(document => (document.apisJson ?? []).map(type => ({ type, document })))
}

/** The Link header of pages, of the index and of lists (RFC 8631, RFC 9727): descriptions of the service for machines and for people. */
export const guideLinks = [
  '</openapi.yml>; rel="service-desc"; type="application/yaml"',
  '</llms.txt>; rel="service-doc"; type="text/plain"',
  '</llms.txt>; rel="describedby"; type="text/plain"',
  '</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"',
].join(', ')
