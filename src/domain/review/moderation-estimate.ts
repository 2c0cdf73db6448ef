// Estimates when the deciding model decides, from its state and from how long it took lately (contract.md §6).
import { limits } from '../../contract/limits.ts'
import type { Moderation } from '../../contract/posts.ts'
import { sentences } from '../../contract/sentences.ts'
import { instant } from '../times/time.ts'

/** The usual duration of something, in milliseconds: the median and the 90th percentile. */
export type Usual = { median: number; p90: number }

/** The state of the model, since when (epoch ms; null where unknown), and its usual times; null where none was measured. */
export type ModelLife = {
  state: 'running' | 'starting'
  since: number | null
  /** Texts that wait for the model. */
  queued: number
  /** The time from the submission of a text to its decision, while the model runs. */
  decision: Usual | null
  /** The time from the first text that waits for the model until the model runs. */
  start: Usual | null
}

/** The usual of measured times (ms), by nearest rank; null where none was measured. */
export function usualOf(times: readonly number[]): Usual | null {
  const sorted = times.toSorted((a, b) => a - b)
  const rank = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]
  const [median, p90] = [rank(0.5), rank(0.9)]
  return median === undefined || p90 === undefined ? null : { median, p90 }
}

/** The median until something was measured, and the least time that is added for a text that takes long. */
const leastMs = 2_000
/** The time that each queued text adds, before measured times show the speed of the model. */
const eachQueuedMs = 50

/**
 * When a text submitted at `submittedAt` is likely to be decided, seen from `now` (epoch ms): nine of ten texts are decided by
 * `estimated_decision_at`, half of them within `retry_after_seconds`. A text that has taken longer than nine of ten gets a quarter
 * of its waiting time more.
 */
export function moderationEstimate(life: ModelLife, submittedAt: number, now: number): Moderation {
  const { state, since } = life
  const usual = state === 'running' ? whileRunning(life) : whileStarting(life)
  // A text that comes during a start does not begin the start anew; a text that has waited for a start counts from its end.
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

/** The usual time of the start and of the decision after it. */
function whileStarting(life: ModelLife): Usual {
  const { start } = life
  if (!start) return { median: limits.decisionMs.starting, p90: limits.decisionMs.starting }
  const { median, p90 } = whileRunning(life)
  return { median: start.median + median, p90: start.p90 + p90 }
}
