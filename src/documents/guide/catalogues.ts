// The catalogues by which agents and registries find a site: APIs.json, the API catalogue of RFC 9727, the AI catalogue.

import type { Operator } from '../../contract/operator.ts'
import type { PricedSite } from '../../contract/sites/priced-site.ts'
import { article } from '../../contract/words.ts'
import { summaryOf } from '../openapi/words.ts'
import { guideDocuments, propertiesOf, summaryPath } from './documents.ts'
import { iconPath } from './mcp-server.ts'
import { skillPath, skills } from './skills.ts'

/** /apis.json in the schema of APIs.json 0.23: the API with every document that the format has a type for. */
export function apisJson(site: PricedSite, baseUrl: string, operator: Operator) {
  const { host } = new URL(baseUrl)
  const image = `${baseUrl}${iconPath}`
  const tags = ['Agents', 'Publishing', site.title]
  const properties = propertiesOf(site).map(({ type, document: { path, title, type: mediaType } }) => ({
    type,
    name: title,
    url: baseUrl + path,
    mediaType,
  }))
  return {
    aid: `${host}:${site.nouns}`,
    name: `Handbill ${site.title}`,
    description: summaryOf(site),
    type: 'Index',
    access: '3rd-Party',
    position: 'Producing',
    image,
    url: `${baseUrl}/apis.json`,
    specificationVersion: '0.23',
    tags,
    apis: [
      {
        aid: `${host}:${site.nouns}-api`,
        name: `${site.title} API`,
        description: `Post, read and search ${site.nouns} over HTTP and JSON.`,
        image,
        baseURL: `${baseUrl}/v1`,
        humanURL: baseUrl,
        tags,
        properties,
      },
    ],
    common: [
      { type: 'LlmsText', name: 'llms.txt', url: `${baseUrl}/llms.txt`, mediaType: 'text/plain' },
      { type: 'Website', name: site.title, url: `${baseUrl}/`, mediaType: 'text/html' },
      { type: 'ContentSignal', name: 'robots.txt', url: `${baseUrl}/robots.txt`, mediaType: 'text/plain' },
      ...(operator.security
        ? [
            {
              type: 'SecurityTxt',
              name: 'security.txt',
              url: `${baseUrl}/.well-known/security.txt`,
              mediaType: 'text/plain',
            },
          ]
        : []),
    ],
    maintainers: [
      { FN: operator.name ?? host, url: baseUrl, ...(isMail(operator.contact) && { email: operator.contact }) },
    ],
  }
}

const isMail = (contact: string | null) => contact !== null && /^[^\s/:@]+@[^\s/@]+$/.test(contact)

/** /.well-known/api-catalog as a linkset (RFC 9727, RFC 9264): the API and the MCP server of the site, each with its descriptions. */
export function apiCatalog(site: PricedSite, baseUrl: string) {
  const link = (path: string) => {
    const { type, title } = guideDocuments(site).find(document => document.path === path)!
    return { href: baseUrl + path, type, title }
  }
  const api = `${baseUrl}/v1`
  const mcp = `${baseUrl}/mcp`
  return {
    linkset: [
      { anchor: `${baseUrl}/.well-known/api-catalog`, item: [{ href: api }, { href: mcp }] },
      {
        anchor: api,
        'service-desc': [link('/openapi.yml'), link('/openapi.json'), link('/asyncapi.yml')],
        'service-doc': [link(summaryPath), link('/skills/'), link('/problems/')],
        'service-meta': [link('/apis.json'), link('/agentic-access.json'), link('/conformance.json')],
        status: [link('/v1/status')],
        'terms-of-service': [link('/terms/')],
        'privacy-policy': [link('/privacy/')],
      },
      {
        anchor: mcp,
        'service-desc': [link('/.well-known/mcp/server-card.json')],
        'service-meta': [link('/.well-known/ai-catalog.json')],
        status: [link('/v1/status')],
      },
    ],
  }
}

/** The media type of the catalogue, with the profile of RFC 9727. */
export const apiCatalogType = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

export const aiCatalogType = 'application/ai-catalog+json'

/** /.well-known/ai-catalog.json: MCP, the API and the skills, each with example queries that it answers. */
export function aiCatalog(site: PricedSite, baseUrl: string, serverCardType: string) {
  const { title, noun, nouns } = site
  const { hostname, host } = new URL(baseUrl)
  const publisher = hostname.replace(/[^\w.-]/g, '-')
  const queries = [
    `post ${article(noun)} on ${host}`,
    `search published ${nouns}`,
    `what does it cost to publish ${article(noun)}`,
  ]
  return {
    specVersion: '1.0',
    host: { displayName: title, identifier: hostname, documentationUrl: `${baseUrl}/llms.txt` },
    entries: [
      {
        identifier: `urn:air:${publisher}:${nouns}:mcp`,
        displayName: `${title} (MCP)`,
        type: serverCardType,
        url: `${baseUrl}/mcp/server-card`,
        description: `Tools that post, edit, search and follow ${nouns}.`,
        representativeQueries: queries,
      },
      {
        identifier: `urn:air:${publisher}:${nouns}:openapi`,
        displayName: `${title} API`,
        type: 'application/yaml',
        url: `${baseUrl}/openapi.yml`,
        description: summaryOf(site),
        representativeQueries: queries,
      },
      ...skills(site).map(skill => ({
        identifier: `urn:air:${publisher}:${skill.name}:skill`,
        displayName: skill.title,
        type: 'text/markdown; profile="urn:air:agent-skills"',
        url: baseUrl + skillPath(skill),
        description: skill.description,
        representativeQueries: skill.queries,
      })),
    ],
  }
}
