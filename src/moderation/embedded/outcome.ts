// The outcome of a judgement: published below all thresholds, rejected where a machine may reject and is sure, else a person.
import type { EmbeddedJudgement } from './judge.ts'
import type { ModelSettings } from './model-file.ts'

/** `category` is the most likely one; `confidence` in 0–1. `language` (ISO 639-1) may have bounds of its own. */
export type EmbeddedOutcome = { to: 'publish' | 'review' | 'reject'; category: string; confidence: number }

export function outcomeOf(
  { abuse, piece, lowQuality, categories }: Omit<EmbeddedJudgement, 'passage'>,
  { publish, reject, languages = {} }: ModelSettings['thresholds'],
  language: string | null = null,
): EmbeddedOutcome {
  const own = (language === null ? undefined : languages[language]) ?? {
    abuse: publish.abuse!,
    piece: publish.piece ?? 1,
  }
  const [category, top] = Object.entries(categories).reduce((most, each) => (each[1] > most[1] ? each : most))
  const sure = reject[category]
  if (sure !== undefined && top >= sure) return { to: 'reject', category, confidence: top }
  const over = Object.entries(categories).some(([id, p]) => p >= (publish[id] ?? 1))
  return abuse >= own.abuse || piece >= own.piece || lowQuality >= publish.lowQuality! || over
    ? { to: 'review', category, confidence: Math.max(abuse, piece, lowQuality, top) }
    : { to: 'publish', category, confidence: 1 - abuse }
}
