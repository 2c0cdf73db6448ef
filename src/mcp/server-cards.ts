// The documents by which an MCP client finds the server before it connects: server card (SEP-2127) and AI catalog.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteId } from '../contract/site-ids.ts'
import { siteRow } from '../contract/sites.ts'
import type { Platform } from '../usecases/platform.ts'
import { protocolVersions } from './protocol-versions.ts'
import { serverInfo } from './site-server.ts'

const cardType = 'application/mcp-server-card+json'
const catalogType = 'application/ai-catalog+json'

/** Adds GET /mcp/server-card, the same at /.well-known/mcp/server-card.json, and /.well-known/ai-catalog.json. */
export function mountServerCards(app: FastifyInstance, platform: Platform): void {
  const documents = new Map<SiteId, { card: Document; catalog: Document }>()
  for (const { id, baseUrl } of platform.facts.sites)
    documents.set(id, {
      card: document(cardType, serverCard(id, baseUrl)),
      catalog: document(catalogType, aiCatalog(id, baseUrl)),
    })
  for (const url of ['/mcp/server-card', '/.well-known/mcp/server-card.json'])
    mountDocument(app, url, site => documents.get(site)?.card)
  mountDocument(app, '/.well-known/ai-catalog.json', site => documents.get(site)?.catalog)
}

function serverCard(id: SiteId, baseUrl: string) {
  const { name, title, version, description, websiteUrl } = serverInfo(siteRow(id), baseUrl)
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name,
    version,
    description,
    title,
    websiteUrl,
    remotes: [
      {
        type: 'streamable-http',
        url: `${baseUrl}/mcp`,
        supportedProtocolVersions: [...protocolVersions],
        headers: [
          {
            name: 'Authorization',
            description: 'Bearer and an API key. Reading works without; create_account makes a key.',
            isRequired: false,
            isSecret: true,
            value: 'Bearer {api_key}',
            variables: { api_key: { description: 'API key, begins with ak_.', isRequired: false, isSecret: true } },
          },
        ],
      },
    ],
  }
}

function aiCatalog(id: SiteId, baseUrl: string) {
  const { title, nouns } = siteRow(id)
  const { hostname } = new URL(baseUrl)
  return {
    specVersion: '1.0',
    host: { displayName: title, identifier: hostname, documentationUrl: baseUrl },
    entries: [{ identifier: `urn:air:${hostname}:mcp:${nouns}`, type: cardType, url: `${baseUrl}/mcp/server-card` }],
  }
}

type Document = { type: string; etag: string; bytes: Buffer }

function document(type: string, value: object): Document {
  const bytes = Buffer.from(JSON.stringify(value))
  return { type, bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
}

/** What SEP-2127 asks of the answer itself, beside what the edge says to other origins anyway. */
const crossOrigin = {
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type',
}

function mountDocument(app: FastifyInstance, url: string, of: (site: SiteId) => Document | undefined): void {
  app.get(url, (request, reply) => send(request, reply, of(request.site.id) as Document))
}

function send(request: FastifyRequest, reply: FastifyReply, { type, etag, bytes }: Document): FastifyReply {
  reply.headers({ ...crossOrigin, 'cache-control': 'public, max-age=3600', etag })
  const held = request.headers['if-none-match']
  const same = held?.split(',').some(part => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag)
  return same ? reply.code(304).send() : reply.header('content-type', type).send(bytes)
}
