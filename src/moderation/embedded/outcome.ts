// The outcome of a judgement: published below all thresholds, rejected where a machine may reject and is sure, else a person.
import type { EmbeddedJudgement } from './judge.ts'
import type { ModelSettings } from './model-file.ts'

/** `category` is the most likely one; `confidence` in 0–1. `language` (ISO 639-1) may have bounds of its own. */
export type EmbeddedOutcome = { to: 'publish' | 'review' | 'reject'; category: string; confidence: number }

/** How far the bounds of publication move for a trusted author, in the logarithm of the odds. Those of a rejection never move. */
const trustedEase = 0.3

/** A bound moved up in the logarithm of its odds. */
function eased(bound: number, by: number): number {
  if (by === 0 || bound >= 1) return bound
  const odds = (bound / (1 - bound)) * Math.exp(by)
  return odds / (1 + odds)
}

/**
 * The outcome of a judgement. `trusted`: the bounds of publication are a little higher, except for the categories `firm`, and for a
 * text whose most likely category is one of them.
 */
export function outcomeOf(
  { abuse, piece, lowQuality, categories }: Omit<EmbeddedJudgement, 'passage'>,
  { publish, reject, languages = {} }: ModelSettings['thresholds'],
  language: string | null = null,
  trusted: { firm: readonly string[] } | null = null,
): EmbeddedOutcome {
  const own = (language === null ? undefined : languages[language]) ?? {
    abuse: publish.abuse!,
    piece: publish.piece ?? 1,
  }
  const [category, top] = Object.entries(categories).reduce((most, each) => (each[1] > most[1] ? each : most))
  const sure = reject[category]
  if (sure !== undefined && top >= sure) return { to: 'reject', category, confidence: top }
  const ease = trusted !== null && !trusted.firm.includes(category) ? trustedEase : 0
  const reaches = (p: number, bound: number, by = ease) => p >= eased(bound, by)
  const over = Object.entries(categories).some(([id, p]) =>
    reaches(p, publish[id] ?? 1, trusted?.firm.includes(id) ? 0 : ease),
  )
  return reaches(abuse, own.abuse) || reaches(piece, own.piece) || reaches(lowQuality, publish.lowQuality!) || over
    ? { to: 'review', category, confidence: Math.max(abuse, piece, lowQuality, top) }
    : { to: 'publish', category, confidence: 1 - abuse }
}
