// The standards that the service follows, how far, and the evidence (contract.md §17). A change of a claim here needs the same
// change in the behaviour or in a test.
import type { Operator } from '../../contract/operator.ts'
import type { SiteRow } from '../../contract/sites.ts'
import { summaryPath } from './documents.ts'

type Standard = {
  id: string
  title: string
  conforms: 'yes' | 'partly' | 'no'
  /** What supports the claim. */
  evidence: string
  /** An address where it can be seen. */
  at?: string
}

/** Descriptions of the API. */
const descriptions: readonly Standard[] = [
  {
    id: 'openapi-3.1',
    title: 'OpenAPI 3.1',
    conforms: 'yes',
    evidence: 'Every answer of the tests is held against the document, which two linters pass.',
    at: '/openapi.yml',
  },
  {
    id: 'asyncapi-3.0',
    title: 'AsyncAPI 3.0',
    conforms: 'yes',
    evidence: 'The document is checked against the JSON Schema of AsyncAPI 3.0.0.',
    at: '/asyncapi.yml',
  },
]

/** HTTP and the files at known addresses. */
const http = ({ security }: Operator): readonly Standard[] => [
  {
    id: 'rfc9457',
    title: 'Problem Details for HTTP APIs (RFC 9457)',
    conforms: 'yes',
    evidence: 'Every error of the API but the plain 429 of the platform is application/problem+json.',
    at: '/problems/',
  },
  {
    id: 'rfc9110',
    title: 'HTTP semantics (RFC 9110): conditional requests, content negotiation',
    conforms: 'yes',
    evidence: 'Public documents carry strong ETags, Last-Modified and Vary, and are answered 304.',
    at: '/',
  },
  {
    id: 'rfc8288',
    title: 'Web Linking (RFC 8288), with the relations of RFC 8631 and RFC 9727',
    conforms: 'yes',
    evidence: 'Pages, lists and the index carry a Link header.',
    at: '/v1',
  },
  {
    id: 'rfc9727',
    title: 'api-catalog (RFC 9727) as a linkset (RFC 9264)',
    conforms: 'yes',
    evidence: 'The catalogue names the API and the MCP server with what describes them.',
    at: '/.well-known/api-catalog',
  },
  {
    id: 'rfc9116',
    title: 'security.txt (RFC 9116)',
    conforms: security ? 'partly' : 'no',
    evidence: security
      ? 'Contact and Expires are there; the file is not signed.'
      : 'The operator has not said where faults are reported; the file is 404.',
    ...(security && { at: '/.well-known/security.txt' }),
  },
  {
    id: 'rfc9309',
    title: 'Robots Exclusion Protocol (RFC 9309), with Content Signals',
    conforms: 'partly',
    evidence: 'RFC 9309 is followed; the line Content-Signal is a proposal of contentsignals.org.',
    at: '/robots.txt',
  },
  {
    id: 'rfc9745',
    title: 'Deprecation (RFC 9745) and Sunset (RFC 8594)',
    conforms: 'yes',
    evidence: 'Answers of a deprecated operation carry both headers and a link; OpenAPI says deprecated.',
    at: '/lifecycle/',
  },
  {
    id: 'ratelimit-headers',
    title: 'RateLimit header fields for HTTP (draft-ietf-httpapi-ratelimit-headers)',
    conforms: 'partly',
    evidence: 'Search carries RateLimit and RateLimit-Policy as in the draft; other limited operations do not.',
    at: '/rate-limits.json',
  },
  {
    id: 'idempotency-key',
    title: 'The Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header)',
    conforms: 'partly',
    evidence:
      'A key is any 8 to 128 printable characters, so quotes are part of it; a replay is marked by a header of our own.',
    at: summaryPath,
  },
]

/** What software integrates with: webhooks, MCP, catalogues. */
const integrations: readonly Standard[] = [
  {
    id: 'standard-webhooks',
    title: 'Standard Webhooks',
    conforms: 'yes',
    evidence: 'Deliveries are verified by the reference library in the tests.',
    at: '/asyncapi.yml',
  },
  {
    id: 'mcp',
    title: 'Model Context Protocol, streamable HTTP',
    conforms: 'yes',
    evidence: 'The conformance suite of the protocol passes; the revisions are named in the server card.',
    at: '/.well-known/mcp/server-card.json',
  },
  {
    id: 'mcp-server-card',
    title: 'MCP server card (SEP-2127)',
    conforms: 'partly',
    evidence: 'The card follows the proposal as it stood; it may still change.',
    at: '/.well-known/mcp/server-card.json',
  },
  {
    id: 'ai-catalog',
    title: 'AI Catalog 1.0',
    conforms: 'partly',
    evidence:
      'Entries have the members that the schema requires. The form of identifiers (urn:air) is still being settled.',
    at: '/.well-known/ai-catalog.json',
  },
  {
    id: 'agent-skills',
    title: 'Agent Skills, and their discovery 0.2.0',
    conforms: 'partly',
    evidence: 'Front matter, sizes and digests are tested; the discovery is a draft.',
    at: '/.well-known/agent-skills/index.json',
  },
  {
    id: 'apis-json-0.23',
    title: 'APIs.json 0.23',
    conforms: 'yes',
    evidence: 'Members and property types are those of the schema of 0.23.',
    at: '/apis.json',
  },
  {
    id: 'llms-txt',
    title: 'llms.txt',
    conforms: 'yes',
    evidence: 'Title, summary and lists of links as llmstxt.org describes; pages have Markdown twins.',
    at: '/llms.txt',
  },
  {
    id: 'postman-2.1',
    title: 'Postman collection 2.1.0',
    conforms: 'yes',
    evidence: 'Made from the same table as the API.',
    at: '/postman/collection.json',
  },
]

/** Feeds, calendars and pages. */
const reading = ({ timed }: SiteRow): readonly Standard[] => [
  {
    id: 'json-feed-1.1',
    title: 'JSON Feed 1.1 and RSS 2.0',
    conforms: 'yes',
    evidence: 'Feeds are read by parsers in the tests.',
    at: '/index.json',
  },
  ...(timed
    ? [
        {
          id: 'rfc5545',
          title: 'iCalendar (RFC 5545)',
          conforms: 'yes',
          evidence: 'Calendars are read by a parser in the tests.',
          at: '/calendar.ics',
        } as const,
      ]
    : []),
  {
    id: 'wcag-2.2-aa',
    title: 'WCAG 2.2, level AA',
    conforms: 'partly',
    evidence: 'axe-core finds no violation on the pages; no person with a disability has tried them.',
    at: '/',
  },
]

/** /conformance.json. */
export function conformance(site: SiteRow, baseUrl: string, operator: Operator) {
  return {
    site: site.id,
    values: { yes: 'followed in full', partly: 'see evidence', no: 'not followed' },
    standards: [...descriptions, ...http(operator), ...integrations, ...reading(site)].map(({ at, ...row }) => ({
      ...row,
      ...(at && { url: baseUrl + at }),
    })),
  }
}
