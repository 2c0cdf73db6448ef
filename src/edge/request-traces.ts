// A span for each request: its route and its answer, and nothing else that a caller sent.
import type { FastifyInstance } from 'fastify'
import type { Tracing } from '../usecases/tracing.ts'

/**
 * Begins a span with each request, in the trace that the caller names in `traceparent` or in a new one. The answers that are repeated
 * without the framework have none.
 */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', (request, { raw: answer }, done) => {
    const { method, headers, id } = request
    const route = request.routeOptions.url
    const span = tracing.begin(route === undefined ? method : `${method} ${route}`, {
      kind: 'server',
      parent: typeof headers.traceparent === 'string' ? headers.traceparent : null,
      attributes: { 'http.request.method': method, 'http.route': route, 'handbill.request_id': id },
    })
    answer.on('close', () => {
      const status = answer.headersSent ? answer.statusCode : undefined
      span.set({ 'http.response.status_code': status })
      span.end({ failed: status === undefined ? 'no answer' : status >= 500 ? String(status) : undefined })
    })
    tracing.within(span, done)
  })
}
