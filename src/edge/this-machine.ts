// Whether a request comes from the machine of the service, for what only its operator may read.
import type { FastifyRequest } from 'fastify'

/**
 * Whether the caller is on this machine. A proxy on the machine forwards the requests of others, and a browser there runs the scripts
 * of other sites.
 */
export function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined || headers.origin !== undefined)
    return false
  return /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '')
}
