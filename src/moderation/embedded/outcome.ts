// The outcome of a judgement: published below all thresholds, rejected where a machine may reject and is sure, else a person.
import type { EmbeddedJudgement } from './judge.ts'
import type { ModelSettings } from './model-file.ts'

/** `category` is the most likely one; `confidence` in 0–1. */
export type EmbeddedOutcome = { to: 'publish' | 'review' | 'reject'; category: string; confidence: number }

export function outcomeOf(
  { abuse, lowQuality, categories }: Omit<EmbeddedJudgement, 'passage'>,
  { publish, reject }: ModelSettings['thresholds'],
): EmbeddedOutcome {
  const [category, top] = Object.entries(categories).reduce((most, each) => (each[1] > most[1] ? each : most))
  const sure = reject[category]
  if (sure !== undefined && top >= sure) return { to: 'reject', category, confidence: top }
  const over = Object.entries(categories).some(([id, p]) => p >= (publish[id] ?? 1))
  return abuse >= publish.abuse! || lowQuality >= publish.lowQuality! || over
    ? { to: 'review', category, confidence: Math.max(abuse, lowQuality, top) }
    : { to: 'publish', category, confidence: 1 - abuse }
}
