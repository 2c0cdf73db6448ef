// Writes an answer without the framework, all headers in one write: the framework processes each header several times.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { corsHeaders } from './cors.ts'

/** Up to this size a body is written together with its headers: one write is cheaper than two that are gathered. */
const oneWriteBytes = 12_000

/** The form of a body that is cheapest to send: a short body as Latin-1 text, one character a byte; a long one as it is. */
export function bodyToSend(bytes: Buffer): Buffer | string {
  return bytes.length <= oneWriteBytes ? bytes.toString('latin1') : bytes
}

/** Sends an answer with `headers` (names and values in turn) and those that the edge adds to every answer. */
export function writeAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  headers: readonly string[],
  body?: Buffer | string,
): void {
  reply.hijack()
  reply.raw.writeHead(status, [...edgeHeaders(request.id, request), ...headers])
  // Node sends no body in an answer to HEAD.
  reply.raw.end(body, 'latin1')
}

/** The headers that the edge adds to every answer, names and values in turn. The request id comes first. */
export function edgeHeaders(
  requestId: string,
  { path, deprecation }: Pick<FastifyRequest, 'path' | 'deprecation'>,
): string[] {
  return ['request-id', requestId, ...corsHeaders(path), ...(deprecation ?? [])]
}
