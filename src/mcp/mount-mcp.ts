// Mounts the MCP endpoint and its documents beside REST, behind the same edge (contract.md §16).
import {
  classifyInboundRequest,
  createMcpHandler,
  type McpHttpHandler,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../contract/limits.ts'
import { Problem } from '../contract/problem.ts'
import type { SiteId } from '../contract/site-ids.ts'
import { siteRow } from '../contract/sites.ts'
import { show } from '../domain/shape.ts'
import type { Platform } from '../usecases/platform.ts'
import type { Asker } from './call-tool.ts'
import { type DirectAnswers, directAnswers } from './direct-answers.ts'
import { originAllowed } from './origin.ts'
import { type Offered, withParameterFault } from './parameter-faults.ts'
import { prompts } from './prompts.ts'
import { protocolVersions } from './protocol-versions.ts'
import { mountServerCards } from './server-cards.ts'
import { type SiteServer, siteServer } from './site-server.ts'

/** What the edge knows of a request, handed in by whoever wires the two together. */
export type Door = {
  /** Reads the API key, if one was sent. Throws `unauthorized`. */
  authenticate(request: FastifyRequest): Promise<void>
  /** The address that limits count. */
  callerAddress(request: FastifyRequest): string
  /** The value of a body, by the rules of REST. Throws `invalid_json`. */
  readJson(body: Buffer): unknown
  /** The problem of a header that may stand once and stands twice. */
  repeatedHeader(request: FastifyRequest): Problem | undefined
}

type Endpoint = { server: SiteServer; modern: McpHttpHandler; direct: DirectAnswers; offered: Offered }

/** The first revision that has no batches. */
const withoutBatches = '2025-06-18'
const mostInBatch = 20

/** Adds POST /mcp for every site, and the documents that point to it. */
export function mountMcp(app: FastifyInstance, platform: Platform, door: Door): void {
  const endpoints = new Map<SiteId, Endpoint>()
  for (const { id, baseUrl } of platform.facts.sites) {
    const server = siteServer(platform, siteRow(id), baseUrl)
    const modern = createMcpHandler(() => server.take('modern', true), {
      legacy: 'reject',
      onerror: error => platform.log.debug({ err: error }, 'an MCP request was refused'),
    })
    const offered = { tools: [...server.tools.keys()], prompts: prompts(siteRow(id)).map(prompt => prompt.name) }
    endpoints.set(id, { server, modern, direct: directAnswers(platform, server), offered })
  }
  const origins = platform.facts.sites.map(site => site.baseUrl)

  app.register(async mcp => {
    takeText(mcp, door.readJson)
    mcp.addHook('onClose', async () => {
      for (const { modern } of endpoints.values()) await modern.close()
    })
    mcp.route({
      method: 'POST',
      url: '/mcp',
      onRequest: (request, reply, done) => {
        const repeated = door.repeatedHeader(request)
        if (repeated) return done(repeated)
        if (!originAllowed(request.headers.origin, origins))
          return void refuse(reply, 403, -32_000, 'Requests of web pages of other origins are not taken.')
        door.authenticate(request).then(() => done(), done)
      },
      errorHandler: (error, _, reply) => {
        if (error instanceof Problem) throw error
        return bodyRefused(error, reply)
      },
      handler: async (request, reply) => {
        const endpoint = endpoints.get(request.site.id) as Endpoint
        const asker: Asker = {
          site: request.site,
          caller: request.caller,
          ip: door.callerAddress(request),
          requestId: request.id,
        }
        return answer(endpoint, asker, request, reply)
      },
    })
  })
  mountServerCards(app, platform)
}

async function answer(endpoint: Endpoint, asker: Asker, request: FastifyRequest, reply: FastifyReply) {
  const { message, text, fault } = (request.body as Body | undefined) ?? noBody
  if (fault !== undefined) return refuse(reply, 400, -32_700, `Parse error: ${fault}`)
  const direct = await endpoint.direct(message, request.headers, asker)
  if (direct !== null)
    return reply.header('content-type', 'application/json').header('cache-control', 'no-store').send(direct)
  if (isListening(message))
    return refuse(reply, 404, -32_601, 'Method not found: this server has nothing to notify of.', message.id)
  const response = isLegacy(request, message)
    ? await answerLegacy(endpoint, asker, request, message, text)
    : await endpoint.modern.fetch(asRequest(request, text), { parsedBody: message, authInfo: carrying(asker) })
  reply.code(response.status).header('cache-control', 'no-store')
  for (const [name, value] of response.headers) reply.header(name, value)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (bytes.length === 0) return reply.send()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return reply.send(isJson ? inItsForm(bytes, message, endpoint.offered) : bytes)
}

/** An answer of the SDK: a batch is answered by a list also when one answer is all of it, and faulty parameters in words. */
function inItsForm(bytes: Buffer, message: unknown, offered: Offered): Buffer {
  if (!Array.isArray(message) && !bytes.includes('"error"')) return bytes
  const answer = JSON.parse(bytes.toString())
  if (!Array.isArray(message)) return written(withParameterFault(answer, message, offered))
  // Without an id it answers the batch as a whole, which was refused.
  if (!Array.isArray(answer) && (answer.id ?? null) === null) return bytes
  const asked = (id: unknown) => message.find(one => one?.id === id)
  return written([answer].flat().map(one => withParameterFault(one, asked(one.id), offered)))
}

const written = (value: unknown) => Buffer.from(JSON.stringify(value))

/** Whether the 2025 revisions answer this. */
function isLegacy(request: FastifyRequest, message: unknown): boolean {
  const {
    'mcp-protocol-version': protocolVersionHeader,
    'mcp-method': mcpMethodHeader,
    'mcp-name': mcpNameHeader,
  } = request.headers as Record<string, string | undefined>
  return (
    classifyInboundRequest({
      httpMethod: 'POST',
      ...(protocolVersionHeader !== undefined && { protocolVersionHeader }),
      ...(mcpMethodHeader !== undefined && { mcpMethodHeader }),
      ...(mcpNameHeader !== undefined && { mcpNameHeader }),
      body: message,
    }).kind === 'legacy'
  )
}

/** Answers one request of a 2025 revision as JSON; nothing of it is left afterwards. */
async function answerLegacy(
  { server }: Endpoint,
  asker: Asker,
  request: FastifyRequest,
  message: unknown,
  text: string,
): Promise<Response> {
  const refused = Array.isArray(message) ? batchRefused(request, message) : null
  if (refused) return Response.json(rpcError(-32_600, refused), { status: 400 })
  const introduces = (Array.isArray(message) ? message : [message]).some(
    one => (one as { method?: unknown } | null)?.method === 'initialize',
  )
  const instance = server.take('legacy', !introduces)
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  })
  await instance.connect(transport)
  try {
    return await transport.handleRequest(asRequest(request, text), {
      authInfo: carrying(asker),
      parsedBody: Array.isArray(message) ? withoutCancelling(message) : message,
    })
  } finally {
    await transport.close()
  }
}

/**
 * What one message asks is done or refused before another could take it back. In a batch the SDK would leave the request that
 * is cancelled without an answer, and wait for that answer.
 */
function withoutCancelling(messages: readonly unknown[]): readonly unknown[] {
  const kept = messages.filter(
    message => (message as { method?: unknown } | null)?.method !== 'notifications/cancelled',
  )
  return kept.length > 0 ? kept : messages
}

/** Why a batch is not taken, or null. A batch of the first revision may hold a few messages: the platform ceiling counts it as one. */
function batchRefused(request: FastifyRequest, messages: readonly unknown[]): string | null {
  const version = request.headers['mcp-protocol-version']
  if (typeof version === 'string' && protocolVersions.includes(version) && version >= withoutBatches)
    return `Protocol revision ${version} has no batches; send one message a request.`
  if (messages.length === 0) return 'The batch is empty.'
  if (messages.length > mostInBatch) return `A batch takes at most ${mostInBatch} messages.`
  const ids = messages.map(message => (message as { id?: unknown } | null)?.id).filter(id => id !== undefined)
  const twice = ids.find((id, i) => ids.indexOf(id) !== i)
  if (twice !== undefined) return `Two messages of the batch have the id ${show(twice)}; one would get no answer.`
  return null
}

function isListening(message: unknown): message is { id: string | number | null } {
  const { method, id } = (message ?? {}) as { method?: unknown; id?: unknown }
  return method === 'subscriptions/listen' && id !== undefined
}

/** The request as the SDK reads it. A client that takes JSON takes what is answered here. */
function asRequest(request: FastifyRequest, text: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  if (/application\/json|application\/\*|\*\/\*/.test(headers.get('accept') ?? '*/*'))
    headers.set('accept', 'application/json, text/event-stream')
  return new Request(new URL('/mcp', request.site.baseUrl), { method: 'POST', headers, body: text })
}

/** The caller travels to the tools in the place that the SDK has for what is known of it. */
function carrying(asker: Asker) {
  return { token: '', clientId: asker.caller?.keyId ?? '', scopes: [], extra: { asker } }
}

/** A body as it came, and what it holds or why nothing can be read from it. */
type Body = { text: string; message: unknown; fault?: string }

/** A request without a body: the SDK says what is wrong. */
const noBody: Body = { text: '{', message: undefined }

function takeText(mcp: FastifyInstance, readJson: Door['readJson']): void {
  mcp.removeAllContentTypeParsers()
  mcp.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      return done(Object.assign(new Error(), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }))
    return done(null, bodyOf(bytes as Buffer, readJson))
  })
}

function bodyOf(bytes: Buffer, readJson: Door['readJson']): Body {
  try {
    const message = readJson(bytes)
    const empty = message === undefined ? { fault: 'The body is empty.' } : {}
    return { text: bytes.toString(), message, ...empty }
  } catch (thrown) {
    if (thrown instanceof Problem) return { text: '', message: undefined, fault: thrown.message }
    throw thrown
  }
}

function bodyRefused(error: FastifyError, reply: FastifyReply) {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      reply.header('connection', 'close')
      return refuse(reply, 413, -32_000, `The body is longer than ${limits.bodyBytes} bytes.`)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return refuse(reply, 415, -32_000, 'The body has to be JSON: content-type application/json, no content-encoding.')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return refuse(reply, 400, -32_700, 'The Content-Length does not match the body.')
    default:
      throw error
  }
}

function rpcError(code: number, message: string, id: string | number | null = null) {
  return { jsonrpc: '2.0', error: { code, message }, id }
}

function refuse(
  reply: FastifyReply,
  status: number,
  code: number,
  message: string,
  id: string | number | null = null,
): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json')
    .header('cache-control', 'no-store')
    .send(Buffer.from(JSON.stringify(rpcError(code, message, id))))
}
