// The traces of the platform: spans of requests, actions, judgements and deliveries, each a part of the trace that its request began.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type SpanStart, spanTime, type Tracer, type TraceSpan } from '../integrations/tracing/tracer.ts'
import type { ActionTimes } from '../writer/writer.ts'

export type Tracing = {
  /** False where nobody collects traces: then nothing is told. */
  on: boolean
  /** The span in which the caller runs, as a traceparent; null without one. */
  current(): string | null
  /** Begins the span of a request, in the trace of `parent` or in a new one. */
  begin(name: string, start: SpanStart): TraceSpan
  /** Runs work in a span that was begun. */
  within<T>(span: TraceSpan, work: () => T): T
  /** Runs work in a span of the trace of `parent`, or of the current one; without a trace it only runs the work. */
  span<T>(name: string, start: Partial<SpanStart>, work: (span: TraceSpan | null) => Promise<T>): Promise<T>
  /** Tells of work that has ended, as a child of `parent`, or of the current span; nothing without a trace. */
  past(name: string, start: Partial<SpanStart> & { at: number; until: number }): void
  /** The time of spans, epoch milliseconds. */
  now(): number
  /** Tells when the action of the current span was in its transaction, and how long its commit took. */
  acted(times: ActionTimes): void
  close(): Promise<void>
}

const current = new AsyncLocalStorage<TraceSpan>()

/** The traces of a platform; with null nothing is told. */
export function createTracing(tracer: Tracer | null): Tracing {
  const traceparent = () => (tracer === null ? null : (current.getStore()?.traceparent ?? null))
  const started = (name: string, start: Partial<SpanStart>): TraceSpan | null => {
    const parent = start.parent === undefined ? traceparent() : start.parent
    return tracer === null || parent === null ? null : tracer.start(name, { ...start, parent })
  }
  const past: Tracing['past'] = (name, { until, ...start }) => started(name, start)?.end({ at: until })
  return {
    on: tracer !== null,
    current: traceparent,
    begin(name, start) {
      if (tracer === null) throw new Error('nobody collects traces')
      return tracer.start(name, start)
    },
    within: (span, work) => current.run(span, work),
    async span(name, start, work) {
      const span = started(name, start)
      if (span === null) return work(null)
      try {
        const done = await current.run(span, () => work(span))
        span.end()
        return done
      } catch (error) {
        span.end({ failed: error instanceof Error ? error.name : 'Error' })
        throw error
      }
    },
    past,
    now: spanTime,
    acted({ at, insideMs }) {
      const ended = at + insideMs
      past('transaction', { at, until: ended })
      past('commit', { at: ended, until: spanTime() })
    },
    close: async () => tracer?.close(),
  }
}
