// Reads the answer of GET /metrics: the values by metric and labels.
import type { MetricName, metrics } from '../../contract/metrics.ts'

type Labels = Readonly<Record<string, string>>
type Sample = { labels: Labels; value: number }

export type MetricsReading = {
  /** When it was read, epoch ms. */
  at: number
  /** The sum of the values with these labels; null when there is none. */
  value(name: string, labels?: Labels): number | null
  /** Every sample of a metric. */
  all(name: string): readonly Sample[]
}

/** Reads the text of Prometheus. `at` is epoch ms. */
export function readMetrics(text: string, at: number): MetricsReading {
  const samples = new Map<string, Sample[]>()
  for (const line of text.split('\n')) {
    const [, name, labels = '', value] = /^([a-zA-Z_]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined) continue
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, given]) => [key!, given!])
    const sample = { labels: Object.fromEntries(pairs), value: Number(value) }
    const known = samples.get(name)
    if (known) known.push(sample)
    else samples.set(name, [sample])
  }
  const all = (name: string) => samples.get(name) ?? []
  return {
    at,
    all,
    value(name, wanted = {}) {
      const found = all(name).filter(({ labels }) =>
        Object.entries(wanted).every(([key, each]) => labels[key] === each),
      )
      return found.length === 0 ? null : found.reduce((sum, { value }) => sum + value, 0)
    },
  }
}

/** Names a metric, so that the compiler knows a wrong name. */
export const metric = (name: MetricName): string => name

type Part = 'bucket' | 'sum' | 'count'
type HistogramName = {
  [N in MetricName]: (typeof metrics)[N]['type'] extends 'histogram' ? N : never
}[MetricName]

/** Names a part of a histogram. */
export const partOf = (name: HistogramName, part: Part): string => `${name}_${part}`
