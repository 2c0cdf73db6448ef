// Writes an answer past the framework, with all of its headers in one write: the framework looks at each of them several times.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { corsPairs } from './cors.ts'

/** Sends bytes; `headers` are names and values in turn. What the edge adds to every answer is added here too. */
export function writeAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  headers: readonly string[],
  bytes?: Buffer,
): void {
  reply.hijack()
  reply.raw.writeHead(status, ['request-id', request.id, ...corsPairs(request.path), ...headers])
  // Node sends no body in an answer to HEAD.
  reply.raw.end(bytes)
}
