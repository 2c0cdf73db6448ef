// What the moderation worker last said of itself, wherever it runs.
import { type FlagName, flagMeanings } from '../contract/flags.ts'
import { limits } from '../contract/limits.ts'
import type { Noticed, Outlook, Review } from '../contract/posts.ts'
import { sentences } from '../contract/sentences.ts'
import { moderationEstimate } from '../domain/post.ts'
import { reviewIsLikely } from '../moderation/flag-weights.ts'
import type { ModerationState } from '../moderation/model.ts'
import { heartbeat } from '../store/database/meta.ts'
import { decisionTimes } from '../store/posts/decision-log.ts'
import { inReview, queueLength } from '../store/posts/revisions.ts'
import type { Platform, QueueReading } from './platform.ts'

export const moderationWorker = 'moderation'
/** A worker beats every 10 s; one that has been silent for longer than this is taken to be idle. */
export const silentAfterMs = 45_000

/** The state of moderation and the time of the last sign of life (epoch ms), null when there never was one. */
export async function moderationState(platform: Platform): Promise<{ state: ModerationState; at: number | null }> {
  const last = await heartbeat(platform.db, moderationWorker)
  if (!last) return { state: 'idle', at: null }
  // A beat that lies ahead is from before the clock was moved back.
  const silent = Math.abs(platform.now() - last.at) > silentAfterMs
  return { state: silent ? 'idle' : (last.state as ModerationState), at: last.at }
}

const freshMs = 1_000

/** The state of the model, what waits for it and for people, and how long people took lately; read once a second at most. */
async function readQueue(platform: Platform): Promise<QueueReading> {
  const now = platform.now()
  const { db, lastQueueReading: last } = platform
  if (last && Math.abs(now - last.readAt) < freshMs) return last
  const { state } = await moderationState(platform)
  const took = await decisionTimes(db, now - limits.reviewMeasuredMs, limits.reviewDecisionsMeasured)
  const reading: QueueReading = {
    state: state === 'running' ? 'running' : 'starting',
    queued: await queueLength(db),
    reviewMs: took.toSorted((a, b) => a - b)[took.length >> 1] ?? null,
    ...(await inReview(db)),
    readAt: now,
  }
  platform.lastQueueReading = reading
  return reading
}

/** What is told of a text that is queued now, or would be, by the flags that fixed rules have raised. */
export async function outlookOf(platform: Platform, flags: readonly FlagName[]): Promise<Outlook> {
  const { state, queued } = await readQueue(platform)
  const moderation = moderationEstimate(state, queued, platform.now())
  return {
    moderation,
    ...noticedOf(flags),
    review: await reviewOf(platform, reviewIsLikely(flags) ? 'likely' : 'unlikely'),
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
