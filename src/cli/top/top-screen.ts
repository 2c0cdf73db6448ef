// The lines of `handbill top`: what happened between two readings of the metrics, and what waits.
import { coded } from '../../contract/currency.ts'
import { about } from '../../contract/words.ts'
import { type MetricsReading, metric, partOf } from './read-metrics.ts'

/** A screen from two readings; `before` is null for what has happened since the process began. */
export function topScreen(before: MetricsReading | null, now: MetricsReading): string[] {
  const [info] = now.all(metric('handbill_info'))
  const { version = '?', role = '?', model = '?' } = info?.labels ?? {}
  const began = now.value('process_start_time_seconds')
  const seconds = before ? (now.at - before.at) / 1000 : began === null ? 0 : now.at / 1000 - began
  const span: Span = { before, now, seconds: Math.max(seconds, 0.001) }
  return [
    `Handbill ${version}, role ${role}, ${before ? `the last ${seconds.toFixed(0)} s` : `in the ${about(seconds * 1000)} since the start`}`,
    now.value(metric('handbill_database_up')) === 0 ? 'THE DATABASE DOES NOT ANSWER' : '',
    ...traffic(span),
    '',
    ...queues(now),
    '',
    `model      ${stateOf(now)} (${model}); ${decisions(span)} decisions an hour`,
    `money      ${money(span)}`,
    '',
    ...machine(span),
  ]
    .filter((line, i) => line !== '' || i !== 1)
    .map(line => line.trimEnd())
}

type Span = { before: MetricsReading | null; now: MetricsReading; seconds: number }

/** By how much a counter grew; all of it if the process has begun anew. */
function grown({ before, now }: Span, name: string, labels: Record<string, string> = {}): number {
  const [was, is] = [before?.value(name, labels) ?? 0, now.value(name, labels) ?? 0]
  return is >= was ? is - was : is
}

const perSecond = (span: Span, name: string, labels?: Record<string, string>) =>
  (grown(span, name, labels) / span.seconds).toFixed(1)

function traffic(span: Span): string[] {
  const answers = metric('handbill_http_answers_total')
  const classes = ['2xx', '3xx', '4xx', '5xx'].map(status => `${status} ${perSecond(span, answers, { status })}`)
  const refused = perSecond(span, metric('handbill_rate_limit_refusals_total'))
  const problems = [...new Set(span.now.all(metric('handbill_problems_total')).map(({ labels }) => labels.code!))]
    .map(code => ({ code, n: grown(span, metric('handbill_problems_total'), { code }) }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.n - a.n)
    .slice(0, 5)
  return [
    `requests   ${perSecond(span, answers)} a second: ${classes.join(', ')}; ${refused} above the rate limit`,
    `answers    ${shares(span, partOf('handbill_http_answer_seconds', 'bucket'))}`,
    `writes     ${perSecond(span, partOf('handbill_write_seconds', 'count'))} a second: ${shares(span, partOf('handbill_write_seconds', 'bucket'))}; ${span.now.value(metric('handbill_pending_writes')) ?? 0} pending`,
    `problems   ${problems.map(({ code, n }) => `${code} ${n}`).join(', ') || 'none'}`,
  ]
}

/** The times within which half and nearly all of the durations of a histogram lie, as the bounds of its buckets. */
function shares(span: Span, bucket: string): string {
  const bounds = [...new Set(span.now.all(bucket).map(({ labels }) => labels.le!))]
  const counted = bounds.map(le => ({ le: Number(le.replace('+Inf', 'Infinity')), n: grown(span, bucket, { le }) }))
  const whole = counted.at(-1)?.n ?? 0
  if (whole === 0) return 'none'
  const within = (share: number) => counted.find(({ n }) => n >= share * whole)!.le
  const text = (s: number) => (s === Infinity ? 'longer' : s < 1 ? `${s * 1000} ms` : `${s} s`)
  return `half within ${text(within(0.5))}, 99 % within ${text(within(0.99))}`
}

function queues(now: MetricsReading): string[] {
  const row = (name: string, waiting: number | null, oldest: number | null, more = '') =>
    waiting === null
      ? []
      : [
          `${name.padEnd(16)} ${String(waiting).padStart(6)}   ${waiting === 0 || oldest === null ? '' : age(oldest)}${more}`,
        ]
  const items = now.all(metric('handbill_queue_items'))
  const ofQueue = (queue: string) => now.value(metric('handbill_queue_oldest_seconds'), { queue })
  const failed = now.value(metric('handbill_mails_failed')) ?? 0
  const lines = [
    ...items.flatMap(({ labels: { queue = '' }, value }) => row(queue.replace('_', ', '), value, ofQueue(queue))),
    ...row(
      'deliveries',
      now.value(metric('handbill_deliveries_waiting')),
      now.value(metric('handbill_deliveries_oldest_seconds')),
    ),
    ...row(
      'mails',
      now.value(metric('handbill_mails_waiting')),
      now.value(metric('handbill_mails_oldest_seconds')),
      failed > 0 ? `; ${failed} were given up` : '',
    ),
  ]
  return ['waiting           items   oldest', ...lines]
}

const age = (seconds: number) => (seconds < 60 ? `${Math.round(seconds)} s` : about(seconds * 1000))

const stateOf = (now: MetricsReading) =>
  now.all(metric('handbill_model_state')).find(({ value }) => value === 1)?.labels.state ?? 'unknown'

const decisions = (span: Span) =>
  Math.round((grown(span, partOf('handbill_decision_seconds', 'count')) / span.seconds) * 3_600)

function money(span: Span): string {
  const name = metric('handbill_ledger_micros_total')
  const moved = span.now
    .all(name)
    .map(({ labels: { type = '' } }) => ({ type, micros: grown(span, name, { type }) }))
    .filter(({ micros }) => micros > 0)
  return (
    moved.map(({ type, micros }) => `${type} ${micros < 0 ? '-' : ''}${coded(Math.abs(micros))}`).join(', ') ||
    'nothing moved'
  )
}

function machine(span: Span): string[] {
  const { now } = span
  const size = (name: string) => {
    const bytes = now.value(name)
    return bytes === null ? null : bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(0)} MB`
  }
  const late = (thread: string) =>
    now.value(metric('handbill_event_loop_delay_seconds'), { thread, stat: 'p99' })?.toFixed(3)
  const cpu = (grown(span, 'process_cpu_seconds_total') / span.seconds) * 100
  const backup = now.value(metric('handbill_backup_age_seconds'))
  const parts = [
    ['free disk', size(metric('handbill_disk_free_bytes'))],
    ['database', size(metric('handbill_database_file_bytes'))],
    ['write-ahead log', size(metric('handbill_database_wal_bytes'))],
    ['last backup', backup === null ? 'unknown' : age(backup)],
  ].flatMap(([name, text]) => (text === null ? [] : `${name} ${text}`))
  const loops = ['main', 'writer'].flatMap(thread => {
    const seconds = late(thread)
    return seconds === undefined ? [] : `${thread} ${seconds} s`
  })
  return [
    `process    CPU ${cpu.toFixed(0)} %, memory ${size('process_resident_memory_bytes') ?? '?'}${loops.length > 0 ? `, event loop late by ${loops.join(', ')}` : ''}`,
    `machine    ${parts.join(', ')}`,
  ]
}
