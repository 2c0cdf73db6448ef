// Refuses requests that a proxy and this server could read in two ways (RFC 9112 §2.3, §6.1).
import type { FastifyRequest } from 'fastify'
import { invalid, Problem } from '../contract/problems/problem.ts'
import { show } from '../domain/shape.ts'

/** The problem of a protocol version or a transfer coding that this parser accepts and others might not. */
export function framingFault({ raw: { httpVersion, headers } }: FastifyRequest): Problem | undefined {
  const coding = headers['transfer-encoding']
  const known = httpVersion === '1.1' || httpVersion === '1.0'
  if (known && (coding === undefined || (httpVersion === '1.1' && coding.toLowerCase() === 'chunked'))) return undefined
  const fault = !known
    ? `/: was sent as HTTP/${httpVersion} in the form of HTTP/1.1`
    : httpVersion === '1.0'
      ? '/headers/transfer-encoding: is not known to HTTP/1.0; it takes a Content-Length'
      : `/headers/transfer-encoding: got ${show(coding)}; it takes chunked alone`
  return new Problem('invalid', fault, { errors: [fault], headers: { connection: 'close' } })
}

/** The problem of a header that was sent twice and may be sent once. */
export function repeatedHeader({ raw }: FastifyRequest, once: readonly string[]): Problem | undefined {
  const repeated = once.find(name => timesSent(name, raw.rawHeaders) > 1)
  return repeated === undefined ? undefined : invalid([`/headers/${repeated}: was sent more than once; it takes one`])
}

/** Names and values alternate. This runs for every request, so it compares letters only where the lengths are equal. */
function timesSent(name: string, rawHeaders: readonly string[]): number {
  let times = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i] as string
    if (sent.length === name.length && sent.toLowerCase() === name) times++
  }
  return times
}
