// One line a request in the log: which route it asked for and how it was answered, and nothing else that a caller sent.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../usecases/platform.ts'

type Line = {
  method: string | null
  /** The pattern of the route; null where there is none. */
  route: string | null
  /** Null when the caller was gone before it was answered. */
  status: number | null
  ms: number
  request_id: string
}

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

function logLine(log: Log, line: Line): void {
  log.info(line, 'request')
}
