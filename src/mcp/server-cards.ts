// The documents by which an MCP client finds the server before it connects: server card (SEP-2127) and AI catalog.
import type { FastifyInstance } from 'fastify'
import { type Face, logoPolicy } from '../contract/face.ts'
import { icon } from '../contract/icon.ts'
import type { PricedSite } from '../contract/sites/priced-site.ts'
import { aiCatalog, aiCatalogType } from '../documents/guide/catalogues.ts'
import { iconPath, serverCard } from '../documents/guide/mcp-server.ts'
import { sendDocument } from '../edge/send-document.ts'
import type { Platform } from '../usecases/platform.ts'

const cardType = 'application/mcp-server-card+json'

/** Adds GET /icon.svg, GET /mcp/server-card, the same at /.well-known/mcp/server-card.json, and /.well-known/ai-catalog.json, also at /ai-catalog.json. */
export function mountServerCards(app: FastifyInstance, platform: Platform): void {
  const mount = (url: string, contentType: string, write: (site: PricedSite, baseUrl: string) => object) =>
    app.get(url, (request, reply) => {
      const { id, baseUrl } = request.site
      const draft = () => ({
        body: JSON.stringify(write(platform.site(id), baseUrl)),
        headers: { ...crossOrigin, 'cache-control': 'public, max-age=3600', 'content-type': contentType },
      })
      return sendDocument(request, reply, platform.documents.lasting(`${id} ${url}`, draft))
    })
  app.get(iconPath, (request, reply) => {
    const { body, policy } = iconIn(platform.facts.face)
    const headers = { 'cache-control': 'public, max-age=86400', 'content-type': 'image/svg+xml', ...policy }
    return sendDocument(
      request,
      reply,
      platform.documents.lasting(iconPath, () => ({ body, headers })),
    )
  })
  mount('/mcp/server-card', cardType, serverCard)
  mount('/.well-known/mcp/server-card.json', cardType, serverCard)
  const catalog = (site: PricedSite, baseUrl: string) => aiCatalog(site, baseUrl, cardType)
  for (const path of ['/.well-known/ai-catalog.json', '/ai-catalog.json']) mount(path, aiCatalogType, catalog)
}

/** The icon of the server: the logo of the operator, if it is an SVG. */
function iconIn({ logo }: Face) {
  if (logo?.type !== 'image/svg+xml') return { body: icon }
  return { body: Buffer.from(logo.body, 'base64'), policy: { 'content-security-policy': logoPolicy } }
}

/** The headers that SEP-2127 asks for and that the edge does not set. */
const crossOrigin = {
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type',
}
