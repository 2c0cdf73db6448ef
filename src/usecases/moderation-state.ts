// What the moderation worker last said of itself, wherever it runs.
import { type FlagName, flagMeanings } from '../contract/flags.ts'
import { limits } from '../contract/limits.ts'
import type { Noticed, Outlook, Review } from '../contract/posts.ts'
import { sentences } from '../contract/sentences.ts'
import { moderationEstimate, usualOf } from '../domain/moderation-estimate.ts'
import { reviewIsLikely } from '../moderation/flag-weights.ts'
import type { ModerationState } from '../moderation/model.ts'
import { heartbeat } from '../store/database/meta.ts'
import { decisionTimes } from '../store/posts/decision-log.ts'
import { measuredTimes } from '../store/posts/moderation-times.ts'
import { inReview, queueLength } from '../store/posts/revisions.ts'
import type { Platform, QueueReading } from './platform.ts'

export const moderationWorker = 'moderation'

type Told = { state: ModerationState; since: number | null; at: number | null; queued: number }

/**
 * The state of moderation, since when (null where nobody has seen it begin), the time of the last sign of life (null when there
 * never was one; both epoch ms), and how many texts wait.
 */
export async function moderationState({ db, now }: Platform): Promise<Told> {
  const [last, queued] = [await heartbeat(db, moderationWorker), await queueLength(db)]
  if (!last) return { state: 'idle', since: null, at: null, queued }
  const { at, since } = last
  const state = last.state as ModerationState
  // A beat that lies ahead is from before the clock was moved back.
  const silent = Math.abs(now() - at) > limits.workerSilentMs
  if (silent) return { state: 'idle', since: null, at, queued }
  // The worker that lives has not seen the text yet for which it wakes the model.
  if (state === 'idle' && queued > 0) return { state: 'starting', since: null, at, queued }
  return { state, since, at, queued }
}

const freshMs = 1_000

/** The life of the model, what waits for it and for people, and how long people took lately; read once a second at most. */
async function readQueue(platform: Platform): Promise<QueueReading> {
  const now = platform.now()
  const { db, lastQueueReading: last } = platform
  if (last && Math.abs(now - last.readAt) < freshMs) return last
  const { state, since, queued } = await moderationState(platform)
  const running = state === 'running'
  const took = await decisionTimes(db, now - limits.reviewMeasuredMs, limits.reviewDecisionsMeasured)
  const usual = async (kind: 'decision' | 'start') =>
    usualOf((await measuredTimes(db, kind, now - limits.moderationMeasuredMs)).map(({ ms }) => ms))
  const reading: QueueReading = {
    state: running ? 'running' : 'starting',
    since: state === 'idle' ? null : since,
    queued,
    decision: await usual('decision'),
    // Nobody needs to know how long it takes while it is there.
    start: running ? null : await usual('start'),
    reviewMs: took.toSorted((a, b) => a - b)[took.length >> 1] ?? null,
    ...(await inReview(db)),
    readAt: now,
  }
  platform.lastQueueReading = reading
  return reading
}

/**
 * What is told of a text that is queued, or would be now, by the flags that fixed rules have raised. `submittedAt`: epoch ms, left
 * out for now.
 */
export async function outlookOf(
  platform: Platform,
  flags: readonly FlagName[],
  submittedAt = platform.now(),
): Promise<Outlook> {
  return {
    moderation: moderationEstimate(await readQueue(platform), submittedAt, platform.now()),
    ...noticedOf(flags),
    review: await reviewOf(platform, reviewIsLikely(flags, platform.model.readsAnyLanguage) ? 'likely' : 'unlikely'),
  }
}

/** Flags with their meanings. */
export function noticedOf(flags: readonly FlagName[]): Noticed {
  return { flags: [...flags], flag_meanings: flagMeanings(flags) }
}

/** How long a person takes today, and how sure it is that one decides. */
export async function reviewOf(platform: Platform, sure: 'likely' | 'unlikely' | 'certain'): Promise<Review> {
  const { reviewMs, waiting, oldest } = await readQueue(platform)
  const longest = oldest === null ? 0 : Math.max(0, platform.now() - oldest)
  return {
    likely: sure !== 'unlikely',
    usual_seconds: reviewMs === null ? null : Math.round(reviewMs / 1000),
    note: `${sentences.review[sure]} ${sentences.review.time(reviewMs, waiting, longest)}`,
  }
}
