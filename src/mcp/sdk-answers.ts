// Answers by the SDK every message that gets no direct answer, in the protocol revision of its client.
import {
  classifyInboundRequest,
  createMcpHandler,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import type { Platform } from '../usecases/platform.ts'
import { batchFault, withoutCancelling } from './batches.ts'
import { rpcError } from './json-rpc.ts'
import type { Body } from './message-body.ts'
import { type Offered, withParameterFault } from './parameter-faults.ts'
import type { CallContext } from './run-operation.ts'
import { type SdkServers, sdkServers } from './sdk-servers.ts'
import type { SiteOffer } from './site-offer.ts'

export type SdkAnswer = { status: number; headers: Headers; bytes: Buffer }

export type SdkAnswers = {
  answer(request: FastifyRequest, body: Body, context: CallContext): Promise<SdkAnswer>
  close(): Promise<void>
}

export async function sdkAnswers(platform: Platform, offer: SiteOffer): Promise<SdkAnswers> {
  const takeServer = await sdkServers(platform, offer)
  const modern = createMcpHandler(() => takeServer('modern', true), {
    legacy: 'reject',
    // Log the name alone: the message of the error quotes the request.
    onerror: ({ name }) => platform.log.debug({ type: name }, 'an MCP request was refused'),
  })
  return {
    async answer(request, body, context) {
      const { message, bytes: sent } = body
      const response = isLegacy(request, message)
        ? await answerLegacy(takeServer, context, request, body)
        : await modern.fetch(asRequest(request, sent), { parsedBody: message, authInfo: authInfoOf(context) })
      const { status, headers } = response
      const bytes = Buffer.from(await response.arrayBuffer())
      const isJson = headers.get('content-type')?.startsWith('application/json')
      return { status, headers, bytes: isJson ? corrected(bytes, message, offer.names) : bytes }
    },
    close: () => modern.close(),
  }
}

/** Whether the request is of a 2025 revision. */
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

/** Answers one request of a 2025 revision as JSON, and keeps no state of it. */
async function answerLegacy(
  takeServer: SdkServers,
  context: CallContext,
  request: FastifyRequest,
  { message, bytes }: Body,
): Promise<Response> {
  const fault = Array.isArray(message) ? batchFault(request.headers['mcp-protocol-version'], message) : null
  if (fault) return Response.json(rpcError(-32_600, fault), { status: 400 })
  const initializes = [message]
    .flat()
    .some(one => (one as { method?: unknown } | null | undefined)?.method === 'initialize')
  const instance = takeServer('legacy', !initializes)
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  })
  await instance.connect(transport)
  try {
    return await transport.handleRequest(asRequest(request, bytes), {
      authInfo: authInfoOf(context),
      parsedBody: Array.isArray(message) ? withoutCancelling(message) : message,
    })
  } finally {
    await transport.close()
  }
}

/**
 * The request for the SDK. The SDK insists on both media types, and its answers here are JSON, so a client that accepts JSON will
 * do.
 */
function asRequest(request: FastifyRequest, bytes: Buffer): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  if (/application\/json|application\/\*|\*\/\*/.test(headers.get('accept') ?? '*/*'))
    headers.set('accept', 'application/json, text/event-stream')
  return new Request(new URL('/mcp', request.site.baseUrl), { method: 'POST', headers, body: bytes.toString() })
}

/** Carries the call context to the tools, in the place that the SDK has for authentication. */
function authInfoOf(context: CallContext) {
  return { token: '', clientId: context.caller?.keyId ?? '', scopes: [], extra: { context } }
}

/**
 * An answer of the SDK, corrected: a batch gets a list even for a single answer, faulty parameters get a readable error, and a task
 * loses the list of content that the SDK gives every result of a tool.
 */
function corrected(bytes: Buffer, message: unknown, offered: Offered): Buffer {
  // Quotation marks in a text are escaped, so only a task contains it.
  if (bytes.includes('"resultType":"task"')) return withoutContent(JSON.parse(bytes.toString()))
  if (!Array.isArray(message) && !bytes.includes('"error"')) return bytes
  const answer = JSON.parse(bytes.toString())
  if (!Array.isArray(message)) return written(withParameterFault(answer, message, offered))
  // A single answer without an id refuses the batch as a whole.
  if (!Array.isArray(answer) && (answer.id ?? null) === null) return bytes
  const asked = (id: unknown) => message.find(one => one?.id === id)
  return written([answer].flat().map(one => withParameterFault(one, asked(one.id), offered)))
}

function withoutContent({ result: { content: _, ...task }, ...answer }: { result: { content?: unknown } }): Buffer {
  return written({ ...answer, result: task })
}

const written = (value: unknown) => Buffer.from(JSON.stringify(value))
