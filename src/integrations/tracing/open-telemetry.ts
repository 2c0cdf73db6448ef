// Sends spans to a collector by OTLP over HTTP, with the SDK of OpenTelemetry. Loaded only where a collector is configured.
import { setTimeout as sleep } from 'node:timers/promises'
import { ROOT_CONTEXT, type SpanContext, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { type SpanAttributes, spanTime, type Tracer } from './tracer.ts'

/** `url`: the base URL of the collector. `share`: of the traces, from 0 to 1. */
type TracerSettings = { url: string; service: string; share: number; version: string; node: string }

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }
const endWithinMs = 3_000

/** A tracer that sends its spans every few seconds. Spans that the collector does not take are dropped: they hold up no work. */
export function openTracer({ url, service, share, version, node }: TracerSettings): Tracer {
  const ratio = new TraceIdRatioBasedSampler(share)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...{ 'service.name': service, 'service.version': version, 'service.instance.id': node },
    }),
    // The share holds for the traces of callers too: a caller does not decide how much the collector gets.
    sampler: new ParentBasedSampler({ root: ratio, remoteParentSampled: ratio }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${url}/v1/traces` }) })],
  })
  const tracer = provider.getTracer('handbill', version)
  return {
    start(name, { kind = 'internal', parent, attributes = {}, at }) {
      const around = parent === null ? null : spanContext(parent)
      const span = tracer.startSpan(
        name,
        { kind: kinds[kind], attributes: known(attributes), startTime: at ?? spanTime() },
        around ? trace.setSpanContext(ROOT_CONTEXT, around) : ROOT_CONTEXT,
      )
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        set: more => void span.setAttributes(known(more)),
        end({ failed, at: ended } = {}) {
          if (failed !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failed })
          span.end(ended ?? spanTime())
        },
      }
    },
    async close() {
      // A collector that is away must not delay the end of the service.
      await Promise.race([provider.shutdown().catch(() => {}), sleep(endWithinMs, undefined, { ref: false })])
    },
  }
}

const known = (attributes: SpanAttributes) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined)) as Record<
    string,
    string | number | boolean
  >

/** The context that a header `traceparent` names (W3C Trace Context §3.2); null for another text. */
function spanContext(traceparent: string): SpanContext | null {
  const [, version, traceId, spanId, flags] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/.exec(traceparent) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && traceparent.length > 55)) return null
  if (/^0+$/.test(traceId!) || /^0+$/.test(spanId!)) return null
  return { traceId: traceId!, spanId: spanId!, traceFlags: Number.parseInt(flags!, 16) & 1, isRemote: true }
}
