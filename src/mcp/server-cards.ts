// The documents by which an MCP client finds the server before it connects: server card (SEP-2127) and AI catalog.
import type { FastifyInstance } from 'fastify'
import { icon } from '../contract/icon.ts'
import { offers } from '../contract/operations/tool.ts'
import type { SiteId } from '../contract/site-ids.ts'
import { siteRow } from '../contract/sites.ts'
import { sendDocument } from '../edge/send-document.ts'
import type { Platform } from '../usecases/platform.ts'
import { protocolVersions } from './protocol-versions.ts'
import { iconPath, serverInfo } from './site-offer.ts'

const cardType = 'application/mcp-server-card+json'
const catalogType = 'application/ai-catalog+json'

/** Adds GET /icon.svg, GET /mcp/server-card, the same at /.well-known/mcp/server-card.json, and /.well-known/ai-catalog.json. */
export function mountServerCards(app: FastifyInstance, platform: Platform): void {
  const mount = (url: string, contentType: string, write: (id: SiteId, baseUrl: string) => object) =>
    app.get(url, (request, reply) => {
      const { id, baseUrl } = request.site
      const draft = () => ({
        body: JSON.stringify(write(id, baseUrl)),
        headers: { ...crossOrigin, 'cache-control': 'public, max-age=3600', 'content-type': contentType },
      })
      return sendDocument(request, reply, platform.documents.lasting(`${id} ${url}`, draft))
    })
  app.get(iconPath, (request, reply) => {
    const headers = { 'cache-control': 'public, max-age=86400', 'content-type': 'image/svg+xml' }
    return sendDocument(
      request,
      reply,
      platform.documents.lasting(iconPath, () => ({ body: icon, headers })),
    )
  })
  mount('/mcp/server-card', cardType, serverCard)
  mount('/.well-known/mcp/server-card.json', cardType, serverCard)
  mount('/.well-known/ai-catalog.json', catalogType, aiCatalog)
}

function serverCard(id: SiteId, baseUrl: string) {
  const { name, title, version, description, websiteUrl, icons } = serverInfo(siteRow(id), baseUrl)
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name,
    version,
    description,
    title,
    websiteUrl,
    icons,
    // The whole offer first: a client that looks no further gets it.
    remotes: offers.toReversed().map(offer => ({
      type: 'streamable-http',
      url: `${baseUrl}/mcp${offer === 'all' ? '' : `?tools=${offer}`}`,
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
    })),
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

/** What SEP-2127 asks of the answer itself, beside what the edge says to other origins anyway. */
const crossOrigin = {
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type',
}
