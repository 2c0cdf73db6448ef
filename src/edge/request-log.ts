// Logs and counts each request: its route and its answer, and nothing else that a caller sent.
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform, RequestLine } from '../usecases/platform.ts'

type Counted = Pick<Platform, 'log' | 'meters'>

/** Logs a request once its answer is sent or its connection is gone. */
export function logRequest(platform: Counted, request: FastifyRequest, { raw: answer }: FastifyReply): void {
  logAnswer(platform, answer, request.id, request.method, () => request.routeOptions.url ?? null)
}

/** Logs a request by its answer, also one without the framework. `route` is called once the answer is closed. */
export function logAnswer(
  platform: Counted,
  answer: ServerResponse,
  requestId: string,
  method: string,
  route: () => string | null,
): void {
  const begun = performance.now()
  answer.on('close', () =>
    logLine(platform, {
      method,
      route: route(),
      status: answer.headersSent ? answer.statusCode : null,
      ms: Math.round((performance.now() - begun) * 10) / 10,
      request_id: requestId,
    }),
  )
}

/** Logs the refusal of a request that reached no route. */
export function logRefusal(platform: Counted, status: number, requestId: string): void {
  logLine(platform, { method: null, route: null, status, ms: 0, request_id: requestId })
}

function logLine({ log, meters }: Counted, line: RequestLine): void {
  meters.answered(line.route, line.method, line.status, line.ms)
  if (log.request) log.request(line)
  else log.info(line, 'request')
}
