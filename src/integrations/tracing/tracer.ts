// Spans of traces, as OpenTelemetry defines them, and what they are told to.
export type SpanKind = 'server' | 'client' | 'internal'
export type SpanAttributes = Record<string, string | number | boolean | null | undefined>

/** A span under way. */
export type TraceSpan = {
  /** The span as its children name it: the header `traceparent` of W3C Trace Context. */
  readonly traceparent: string
  set(attributes: SpanAttributes): void
  /** Ends it, now or at `at` (epoch milliseconds). `failed`: why it did not do what it was for. */
  end(how?: { failed?: string | undefined; at?: number }): void
}

/** `parent`: the traceparent of the span around it; null begins a trace. `at`: epoch milliseconds. */
export type SpanStart = { kind?: SpanKind; parent: string | null; attributes?: SpanAttributes; at?: number }

/** What spans are told to. */
export type Tracer = {
  start(name: string, start: SpanStart): TraceSpan
  /** Sends what was told so far, and ends. */
  close(): Promise<void>
}

/**
 * The time of spans: epoch milliseconds, with parts, by the steady clock of this process. All spans take it, so that a child lies
 * within its parent.
 */
export const spanTime = (): number => performance.timeOrigin + performance.now()
