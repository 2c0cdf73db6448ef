// Answers by the SDK: every message that is not plain enough for a direct answer, in the revision that its client speaks.
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

/** The SDK's answers for one site. */
export function sdkAnswers(platform: Platform, offer: SiteOffer): SdkAnswers {
  const take = sdkServers(platform, offer)
  const modern = createMcpHandler(() => take('modern', true), {
    legacy: 'reject',
    // The message of the SDK quotes what it was sent.
    onerror: ({ name }) => platform.log.debug({ type: name }, 'an MCP request was refused'),
  })
  return {
    async answer(request, body, context) {
      const { message, bytes: sent } = body
      const response = isLegacy(request, message)
        ? await answerLegacy(take, context, request, body)
        : await modern.fetch(asRequest(request, sent), { parsedBody: message, authInfo: carrying(context) })
      const { status, headers } = response
      const bytes = Buffer.from(await response.arrayBuffer())
      const isJson = headers.get('content-type')?.startsWith('application/json')
      return { status, headers, bytes: isJson ? inItsForm(bytes, message, offer.names) : bytes }
    },
    close: () => modern.close(),
  }
}

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
  take: SdkServers,
  context: CallContext,
  request: FastifyRequest,
  { message, bytes }: Body,
): Promise<Response> {
  const fault = Array.isArray(message) ? batchFault(request.headers['mcp-protocol-version'], message) : null
  if (fault) return Response.json(rpcError(-32_600, fault), { status: 400 })
  const introduces = [message]
    .flat()
    .some(one => (one as { method?: unknown } | null | undefined)?.method === 'initialize')
  const instance = take('legacy', !introduces)
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: undefined,
    enableJsonResponse: true,
  })
  await instance.connect(transport)
  try {
    return await transport.handleRequest(asRequest(request, bytes), {
      authInfo: carrying(context),
      parsedBody: Array.isArray(message) ? withoutCancelling(message) : message,
    })
  } finally {
    await transport.close()
  }
}

/** The request as the SDK reads it. A client that takes JSON takes what is answered here. */
function asRequest(request: FastifyRequest, bytes: Buffer): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  if (/application\/json|application\/\*|\*\/\*/.test(headers.get('accept') ?? '*/*'))
    headers.set('accept', 'application/json, text/event-stream')
  return new Request(new URL('/mcp', request.site.baseUrl), { method: 'POST', headers, body: bytes.toString() })
}

/** Who calls travels to the tools in the place that the SDK has for what is known of it. */
function carrying(context: CallContext) {
  return { token: '', clientId: context.caller?.keyId ?? '', scopes: [], extra: { context } }
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
