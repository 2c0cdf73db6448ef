// Writes errors of JSON-RPC for requests that are refused before the SDK sees them.
import type { FastifyReply } from 'fastify'

type MessageId = string | number | null

/** An error answer to the message with this id; null for an error that belongs to no message. */
export function rpcError(code: number, message: string, id: MessageId = null) {
  return { jsonrpc: '2.0', error: { code, message }, id }
}

/** Sends an error answer with an HTTP status. */
export function refuse(
  reply: FastifyReply,
  status: number,
  code: number,
  message: string,
  id: MessageId = null,
): FastifyReply {
  return reply
    .code(status)
    .header('content-type', 'application/json')
    .header('cache-control', 'no-store')
    .send(Buffer.from(JSON.stringify(rpcError(code, message, id))))
}
