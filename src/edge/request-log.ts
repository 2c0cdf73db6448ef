// One line a request in the log: which route it asked for and how it was answered, and nothing else that a caller sent.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log, RequestLine } from '../usecases/platform.ts'

/** Logs a request once its answer is sent or its connection is gone. */
export function logRequest(log: Log, request: FastifyRequest, { raw: answer }: FastifyReply): void {
  const begun = performance.now()
  answer.once('close', () =>
    logLine(log, {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: answer.headersSent ? answer.statusCode : null,
      ms: Math.round((performance.now() - begun) * 10) / 10,
      request_id: request.id,
    }),
  )
}

/** Logs the refusal of what did not get as far as a route. */
export function logRefusal(log: Log, status: number, requestId: string): void {
  logLine(log, { method: null, route: null, status, ms: 0, request_id: requestId })
}

function logLine(log: Log, line: RequestLine): void {
  if (log.request) log.request(line)
  else log.info(line, 'request')
}
