// Mounts OAuth 2.1: the metadata of server and resources, and the endpoints, which the library answers (contract.md §16).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type OAuthResource,
  oauthPaths,
  resourceMetadataPath,
  scopesIn,
  serverMetadataPath,
} from '../../contract/oauth.ts'
import { scopes } from '../../contract/operations/row.ts'
import type { SiteContext } from '../../contract/sites/site-context.ts'
import { resourceMetadata, serverMetadata } from '../../documents/guide/oauth-metadata.ts'
import { callerAddress } from '../../edge/caller-address.ts'
import { sendDocument } from '../../edge/send-document.ts'
import { edgeHeaders } from '../../edge/write-answer.ts'
import type { Draft } from '../../usecases/documents.ts'
import type { Platform } from '../../usecases/platform.ts'
import { createAuthorizationServers } from './authorization-server.ts'

/** Mounts the metadata and the endpoints of every site. */
export function registerOAuth(app: FastifyInstance, platform: Platform): void {
  app.decorate('authorizationServer', createAuthorizationServers(platform))
  registerMetadata(app, platform)
  app.register(async endpoints => {
    // The library reads the bodies itself.
    endpoints.removeAllContentTypeParsers()
    endpoints.addContentTypeParser('*', (_request, _body, done) => done(null))
    const handler = (request: FastifyRequest, reply: FastifyReply) => pass(request, reply)
    const get = { method: 'GET', exposeHeadRoute: false, handler } as const
    endpoints.route({
      ...get,
      url: oauthPaths.authorize,
      async preHandler(request) {
        await platform.act('countOAuth', { ip: callerAddress(request), of: 'consent' })
        request.raw.url = withKnownScope(request.raw.url ?? '')
      },
    })
    endpoints.route({ ...get, url: `${oauthPaths.authorize}/:uid` })
    endpoints.route({ method: 'POST', url: oauthPaths.token, handler })
    endpoints.route({ method: 'POST', url: oauthPaths.revoke, handler })
    endpoints.route({
      ...{ method: 'POST', url: oauthPaths.register, handler },
      preHandler: async request => platform.act('countOAuth', { ip: callerAddress(request), of: 'register' }),
    })
  })
}

/** Lets the library answer a request, under the address of the site: it reads that from the headers of a proxy. */
async function pass(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const server = await request.server.authorizationServer(request.site)
  const { protocol, host } = new URL(request.site.baseUrl)
  Object.assign(request.raw.headers, {
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-host': host,
    'x-forwarded-for': callerAddress(request),
  })
  reply.hijack()
  const headers = edgeHeaders(request.id, request)
  for (let i = 0; i < headers.length; i += 2) reply.raw.setHeader(headers[i]!, headers[i + 1]!)
  reply.raw.setHeader('cache-control', 'no-store')
  await server.callback()(request.raw, reply.raw)
}

/**
 * A request that names no scope of ours asks for all of them: the owner chooses. Which sign-in the app wants does not matter, because
 * an owner always agrees anew.
 */
function withKnownScope(url: string): string {
  const mark = url.indexOf('?')
  const [path, query] = mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
  const parameters = new URLSearchParams(query)
  if (parameters.get('prompt') !== 'none') parameters.delete('prompt')
  if (scopesIn(parameters.getAll('scope').join(' ')).length === 0) parameters.set('scope', scopes.join(' '))
  return `${path}?${parameters}`
}

const common = { 'cache-control': 'public, max-age=300', 'content-type': 'application/json; charset=utf-8' }

function registerMetadata(app: FastifyInstance, { documents }: Platform): void {
  const serve = (path: string, make: (site: SiteContext) => object) =>
    app.get(path, (request, reply) =>
      sendDocument(
        request,
        reply,
        documents.lasting(
          `${request.site.id} ${path}`,
          (): Draft => ({ body: `${JSON.stringify(make(request.site), null, 2)}\n`, headers: common, dated: true }),
        ),
      ),
    )
  const resource = (of: OAuthResource) => (site: SiteContext) => resourceMetadata(site.baseUrl, of)
  serve(serverMetadataPath, site => serverMetadata(site.baseUrl))
  serve(resourceMetadataPath, resource('site'))
  serve(`${resourceMetadataPath}/mcp`, resource('mcp'))
}
