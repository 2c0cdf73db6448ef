// GET /metrics: the figures of this process and of its platform as Prometheus reads them (docs/monitoring.md).
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metric, Registry } from 'prom-client'
import { type MetricName, metrics } from '../contract/metrics.ts'
import { Problem } from '../contract/problems/problem.ts'
import { version } from '../contract/version.ts'
import type { HistogramReading } from '../domain/histogram.ts'
import { isFromThisMachine } from '../edge/this-machine.ts'
import type { RateLimit } from '../integrations/rate-limit/rate-limit.ts'
import type { Backlog } from '../store/database/bounded-count.ts'
import { createFigures, type DatabaseFigures, type FigureSources, type PlatformFigures } from '../usecases/figures.ts'
import type { MeterReading } from '../usecases/meters.ts'
import type { Platform } from '../usecases/platform.ts'
import { type LoopDelay, watchLoopDelay } from '../writer/loop-delay.ts'

type Sources = FigureSources & {
  /** The bearer token with which other machines may ask; null if none may. */
  token: string | null
  role: string
  rateLimit: RateLimit | null
  pendingWrites(): number
  /** How late the event loop of the writer thread is. */
  writerDelay(): Promise<LoopDelay | null>
}

/** One line of a metric. `suffix` is that of a part of a histogram. */
type Value = { labels: Record<string, string | number>; value: number; suffix?: '_bucket' | '_sum' | '_count' }
type Values = Partial<Record<MetricName, Value[]>>

/** Mounts GET /metrics for callers on this machine, and for those with the token; others get 404. */
export function mountMetrics(app: FastifyInstance, platform: Platform, sources: Sources): void {
  const figures = createFigures(platform, sources)
  let watch: ReturnType<typeof watchLoopDelay> | undefined
  app.addHook('onClose', async () => watch?.stop())
  app.get('/metrics', async (request, reply) => {
    if (!isFromThisMachine(request) && !hasToken(request, sources.token))
      throw new Problem('not_found', 'There is nothing at "/metrics".')
    const delays: Delays = { main: watch?.read() ?? null, writer: await sources.writerDelay() }
    watch ??= watchLoopDelay()
    const values = {
      ...processValues(platform, sources, delays, (await sources.rateLimit?.state()) === 'degraded'),
      ...meterValues(platform.meters.read()),
      ...figureValues(await figures(), platform.now()),
    }
    const { text, type } = await written(values)
    return reply.header('content-type', type).header('cache-control', 'no-store').send(text)
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest()

function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const sent = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
  return token !== null && sent !== undefined && timingSafeEqual(digest(sent), digest(token))
}

type Delays = Record<'main' | 'writer', LoopDelay | null>

const one = (value: number, labels: Value['labels'] = {}): Value[] => [{ labels, value }]

function processValues(
  platform: Platform,
  { role, pendingWrites }: Sources,
  delays: Delays,
  degraded: boolean,
): Values {
  return {
    handbill_info: one(1, { version, role, model: platform.model.name }),
    handbill_pending_writes: one(pendingWrites()),
    handbill_rate_limit_degraded: one(degraded ? 1 : 0),
    handbill_event_loop_delay_seconds: Object.entries(delays).flatMap(([thread, delay]) =>
      delay === null
        ? []
        : [
            { labels: { thread, stat: 'p50' }, value: delay.p50 },
            { labels: { thread, stat: 'p99' }, value: delay.p99 },
            { labels: { thread, stat: 'max' }, value: delay.max },
          ],
    ),
  }
}

function meterValues(read: MeterReading): Values {
  return {
    handbill_http_answers_total: read.answers.map(({ n, ...labels }) => ({ labels, value: n })),
    handbill_http_answer_seconds: histogramValues(read.answerTime),
    handbill_problems_total: read.problems.map(({ code, n }) => ({ labels: { code }, value: n })),
    handbill_rate_limit_refusals_total: one(read.limited),
    handbill_action_seconds: read.actions.flatMap(({ name, time }) => histogramValues(time, { action: name })),
    handbill_write_seconds: histogramValues(read.writeTime),
    handbill_documents_total: [
      ...one(read.documents.found, { result: 'hit' }),
      ...one(read.documents.made, { result: 'miss' }),
    ],
  }
}

function figureValues({ database, file, diskFree }: PlatformFigures, now: number): Values {
  return {
    handbill_database_up: one(database === null ? 0 : 1),
    ...(database && databaseValues(database, now)),
    ...(file && { handbill_database_file_bytes: one(file.bytes), handbill_database_wal_bytes: one(file.walBytes) }),
    ...(diskFree !== null && { handbill_disk_free_bytes: one(diskFree) }),
  }
}

function databaseValues(figures: DatabaseFigures, now: number): Values {
  const { queues, deliveries, mails, failedMails, moved, decisions, model, backupAt } = figures
  // A clock that was moved back makes no age negative.
  const since = (at: number | null) => (at === null ? 0 : Math.max(0, now - at) / 1000)
  const age = ({ oldest }: Backlog) => one(since(oldest))
  return {
    handbill_queue_items: queues.map(({ queue, waiting }) => ({ labels: { queue }, value: waiting })),
    handbill_queue_oldest_seconds: queues.map(({ queue, oldest }) => ({ labels: { queue }, value: since(oldest) })),
    handbill_decision_seconds: decisions.flatMap(({ outcome, decider, time }) =>
      histogramValues(time, { outcome, decider }),
    ),
    handbill_deliveries_waiting: one(deliveries.waiting),
    handbill_deliveries_oldest_seconds: age(deliveries),
    handbill_mails_waiting: one(mails.waiting),
    handbill_mails_oldest_seconds: age(mails),
    handbill_mails_failed: one(failedMails),
    handbill_ledger_micros_total: moved.map(({ type, micros }) => ({ labels: { type }, value: micros })),
    handbill_model_state: (['running', 'starting', 'idle'] as const).map(state => ({
      labels: { state },
      value: state === model ? 1 : 0,
    })),
    ...(backupAt !== null && { handbill_backup_age_seconds: one(since(backupAt)) }),
  }
}

function histogramValues({ bounds, counts, sum }: HistogramReading, labels: Value['labels'] = {}): Value[] {
  let below = 0
  const buckets = counts.map((n, i): Value => {
    below += n
    return { labels: { ...labels, le: bounds[i] ?? '+Inf' }, value: below, suffix: '_bucket' }
  })
  return [...buckets, { labels, value: sum, suffix: '_sum' }, { labels, value: below, suffix: '_count' }]
}

/** The metrics of Node and of the process, begun with the first question: all apps of a process share them. */
let ofProcess: Promise<{ library: typeof import('prom-client'); registry: Registry }> | undefined

async function processMetrics() {
  const library = await import('prom-client')
  const registry = new library.Registry()
  library.collectDefaultMetrics({ register: registry })
  return { library, registry }
}

/** Writes the values of the service and those of the process as Prometheus text. */
async function written(values: Values): Promise<{ text: string; type: string }> {
  ofProcess ??= processMetrics()
  const { library, registry: shared } = await ofProcess
  const registry = new library.Registry()
  for (const [name, { type, help }] of Object.entries(metrics)) {
    const lines = (values[name as MetricName] ?? []).map(({ labels, value, suffix = '' }) => ({
      labels,
      value,
      metricName: name + suffix,
    }))
    // The library only writes: what is counted lies in arrays of our own, which cost a request less.
    const metric = { name, get: async () => ({ name, help, type, values: lines, aggregator: 'sum' }) }
    registry.registerMetric(metric as unknown as Metric)
  }
  return { text: (await registry.metrics()) + (await shared.metrics()), type: registry.contentType }
}
