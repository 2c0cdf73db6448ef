// When a decision of the deciding model is likely: from what it does now and from how long it took lately (contract.md §6).
import { limits } from '../contract/limits.ts'
import type { Moderation } from '../contract/posts.ts'
import { sentences } from '../contract/sentences.ts'
import { instant } from './time.ts'

/** How long something usually takes, in milliseconds: half of the times, and nine of ten, were no longer. */
export type Usual = { median: number; p90: number }

/** What the model does and since when (epoch ms; null where nobody has seen it begin), and what is known of it; null: nothing yet. */
export type ModelLife = {
  state: 'running' | 'starting'
  since: number | null
  /** Texts that wait for it. */
  queued: number
  /** From the submission of a text to its decision, while the model runs. */
  decision: Usual | null
  /** From the first text that waits for the model until it runs. */
  start: Usual | null
}

/** What is usual among measured times (ms), by nearest rank; null where nothing was measured. */
export function usualOf(times: readonly number[]): Usual | null {
  const sorted = times.toSorted((a, b) => a - b)
  const rank = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]
  const [median, p90] = [rank(0.5), rank(0.9)]
  return median === undefined || p90 === undefined ? null : { median, p90 }
}

/** Half of the texts are taken to be decided by then until something was measured; what takes long is given so much more at least. */
const leastMs = 2_000
/** What one text more in the queue adds, before the times of decisions show how fast the model is. */
const eachQueuedMs = 50

/**
 * When a text that was submitted at `submittedAt` is likely to be decided, seen from `now` (epoch ms): nine of ten are by
 * `estimated_decision_at`, half of them by the time of `retry_after_seconds`. What has taken longer than nine of ten is given a
 * quarter of that again.
 */
export function moderationEstimate(life: ModelLife, submittedAt: number, now: number): Moderation {
  const { state, since } = life
  const usual = state === 'running' ? whileRunning(life) : whileStarting(life)
  // A start goes on whenever a text comes; a text that has waited for a start counts anew from its end.
  const from = state === 'running' ? Math.max(submittedAt, since ?? 0) : (since ?? submittedAt)
  const waited = Math.max(0, now - from)
  const longer = Math.max(leastMs, waited / 4)
  const ahead = (ms: number) => (ms > waited ? ms - waited : null)
  const decided = ahead(usual.p90) ?? longer
  const ask = ahead(usual.median) ?? Math.min(longer, decided)
  return {
    state,
    estimated_decision_at: instant(now + decided + 999),
    retry_after_seconds: Math.ceil(Math.max(1_000, Math.min(ask, limits.decisionMs[state])) / 1_000),
    note: sentences.moderation[state](decided),
  }
}

function whileRunning({ queued, decision }: ModelLife): Usual {
  const longest = limits.decisionMs.running
  const { median, p90 } = decision ?? { median: leastMs, p90: longest }
  const backlog = Math.min(longest, queued * eachQueuedMs)
  return { median: Math.max(median, backlog), p90: Math.max(p90, backlog) }
}

/** The start and then the decision. */
function whileStarting(life: ModelLife): Usual {
  const { start } = life
  if (!start) return { median: limits.decisionMs.starting, p90: limits.decisionMs.starting }
  const { median, p90 } = whileRunning(life)
  return { median: start.median + median, p90: start.p90 + p90 }
}
