// Reads the body of a request to the MCP endpoint by the rules of REST, and refuses it with errors of JSON-RPC.
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { limits } from '../contract/limits.ts'
import { Problem } from '../contract/problems/problem.ts'
import { sentences } from '../contract/sentences.ts'
import { readJson } from '../edge/json-body.ts'
import { refuse } from './json-rpc.ts'

/** The bytes of a body, and its message or the fault that keeps it from being read. */
export type Body = { bytes: Buffer; message: unknown; fault?: string }

/** The body of a request without one: the SDK answers with the error. */
export const noBody: Body = { bytes: Buffer.from('{'), message: undefined }

/** Replaces the body parsers of a server. The handler answers faulty bodies. */
export function parseMessages(mcp: FastifyInstance): void {
  mcp.removeAllContentTypeParsers()
  mcp.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      return done(Object.assign(new Error(), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }))
    return done(null, bodyOf(bytes as Buffer))
  })
}

function bodyOf(bytes: Buffer): Body {
  try {
    const message = readJson(bytes)
    return message === undefined ? { bytes, message, fault: 'The body is empty.' } : { bytes, message }
  } catch (thrown) {
    if (thrown instanceof Problem) return { bytes, message: undefined, fault: thrown.message }
    throw thrown
  }
}

/** Answers a body that the framework refused. Throws any other error. */
export function refuseBody(error: FastifyError, reply: FastifyReply): FastifyReply {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      reply.header('connection', 'close')
      return refuse(reply, 413, -32_000, `The body is longer than ${limits.bodyBytes} bytes.`)
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return refuse(reply, 415, -32_000, 'The body has to be JSON: content-type application/json, no content-encoding.')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return refuse(reply, 400, -32_700, sentences.otherLength)
    default:
      throw error
  }
}
