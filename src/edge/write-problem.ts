// Writes the error of a request as application/problem+json (contract.md §13).
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '../contract/limits.ts'
import { Problem } from '../contract/problems/problem.ts'
import { sentences } from '../contract/sentences.ts'
import { problemOf } from '../usecases/outage.ts'
import type { Platform } from '../usecases/platform.ts'
import { problemBody } from '../usecases/problem-body.ts'
import { withMetadata } from './challenge.ts'

/** Writes a Problem as it is, a refusal of the framework as its problem, an outage as `overloaded`, anything else as `internal`. */
export function writeProblem(
  platform: Platform,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const fields = { request_id: request.id, route: request.routeOptions.url }
  const problem = frameworkProblem(error as FastifyError) ?? problemOf(platform, error, fields, 'a request failed')
  const context = { requestId: request.id, site: request.site ?? null, caller: request.caller ?? null }
  const { body, headers } = problemBody(platform, context, problem)
  const { oauth } = request.routeOptions.config
  const challenge = headers['www-authenticate']
  if (challenge !== undefined && oauth && request.site)
    headers['www-authenticate'] = withMetadata(challenge, request.site.baseUrl, oauth.resource)
  return reply
    .code(body.status)
    .headers({ 'request-id': request.id, 'cache-control': 'no-store', ...headers })
    .header('content-type', 'application/problem+json')
    .send(Buffer.from(JSON.stringify(body)))
}

function frameworkProblem(error: FastifyError): Problem | null {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('too_large', `The body is longer than ${limits.bodyBytes} bytes.`, {
        headers: { connection: 'close' },
      })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('unsupported_media_type', sentences.notJson)
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem('invalid', sentences.otherLength)
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Problem('not_found', 'There is nothing at this path.')
    default:
      return error.statusCode && error.statusCode >= 400 && error.statusCode < 500
        ? new Problem('invalid', error.message)
        : null
  }
}
