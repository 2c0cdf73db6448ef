// Writes an answer past the framework, with all of its headers in one write: the framework looks at each of them several times.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { corsPairs } from './cors.ts'

/** Up to this size a body goes out in one write with its headers, which is cheaper than two that are gathered. */
const oneWriteBytes = 12_000

/** A body as it is cheapest to send: short ones as text of one byte a character, which stands for the same bytes. */
export function bodyToSend(bytes: Buffer): Buffer | string {
  return bytes.length <= oneWriteBytes ? bytes.toString('latin1') : bytes
}

/** Sends a body; `headers` are names and values in turn. What the edge adds to every answer is added here too. */
export function writeAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  headers: readonly string[],
  body?: Buffer | string,
): void {
  reply.hijack()
  reply.raw.writeHead(status, ['request-id', request.id, ...withEdgeHeaders(request, headers)])
  // Node sends no body in an answer to HEAD.
  reply.raw.end(body, 'latin1')
}

/** Headers with those that the edge adds to every answer to such a request; the request id is of each answer alone. */
export function withEdgeHeaders({ path, deprecation }: FastifyRequest, headers: readonly string[]): string[] {
  return [...corsPairs(path), ...headers, ...(deprecation ?? [])]
}
