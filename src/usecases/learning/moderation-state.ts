// Reads the state of moderation and of the queues, and estimates waiting times.

import { limits } from '../../contract/limits.ts'
import { type FlagName, flagMeanings } from '../../contract/moderation/flags.ts'
import type { Noticed, Outlook, Review } from '../../contract/posts.ts'
import { sentences } from '../../contract/sentences.ts'
import { moderationEstimate, usualOf } from '../../domain/review/moderation-estimate.ts'
import { reviewIsLikely } from '../../moderation/flag-weights.ts'
import type { ModerationState } from '../../moderation/model.ts'
import { type Heartbeat, heartbeat } from '../../store/database/meta.ts'
import { measuredTimes } from '../../store/learning/moderation-times.ts'
import { decisionTimes } from '../../store/posts/decision-log.ts'
import { inReview, queueLength } from '../../store/posts/waiting-revisions.ts'
import type { Platform, QueueReading } from '../platform.ts'
import { isFirst } from '../posts/trust.ts'

export const moderationWorker = 'moderation'

type StateReading = { state: ModerationState; since: number | null; at: number | null; queued: number }

/**
 * The state of moderation. `since`: when it began, null if unknown. `at`: the last heartbeat of the worker, null if there was
 * none. Both in epoch ms. `queued`: the number of texts in the queue.
 */
async function moderationState({ db, now }: Platform): Promise<StateReading> {
  const [last, queued] = [await heartbeat(db, moderationWorker), await queueLength(db)]
  return { ...standingOf(last, queued, now()), queued }
}

/** The state of the model by its last heartbeat. `queued`: how many texts wait, or any number above 0 if some do. `now` in epoch ms. */
export function standingOf(last: Heartbeat | undefined, queued: number, now: number): Omit<StateReading, 'queued'> {
  if (!last) return { state: 'idle', since: null, at: null }
  const { at, since } = last
  const state = last.state as ModerationState
  // A beat in the future was written before the clock was set back.
  const silent = Math.abs(now - at) > limits.workerSilentMs
  if (silent) return { state: 'idle', since: null, at }
  // The worker is about to see the queued text and wake the model.
  if (state === 'idle' && queued > 0) return { state: 'starting', since: null, at }
  return { state, since, at }
}

/** The state of moderation with both queues: `waiting` is the number of texts that wait for a person, `reviewMs` how long people took lately. */
export async function serviceState(
  platform: Platform,
): Promise<StateReading & { waiting: number; reviewMs: number | null }> {
  const { waiting } = await inReview(platform.db)
  return { ...(await moderationState(platform)), waiting, reviewMs: (await readQueue(platform)).reviewMs }
}

const freshMs = 1_000

/** The state of the model, both queues, and how long people took lately. Read at most once a second, for all callers at once. */
async function readQueue(platform: Platform): Promise<QueueReading> {
  const { queues, now } = platform
  if (queues.last && Math.abs(now() - queues.last.readAt) < freshMs) return queues.last
  queues.next ??= readQueueNow(platform)
    .then(reading => {
      queues.last = reading
      return reading
    })
    .finally(() => {
      queues.next = null
    })
  return queues.next
}

async function readQueueNow(platform: Platform): Promise<QueueReading> {
  const { db } = platform
  const now = platform.now()
  const { state, since, queued } = await moderationState(platform)
  const running = state === 'running'
  const took = await decisionTimes(db, now - limits.reviewMeasuredMs, limits.reviewDecisionsMeasured)
  const usual = async (kind: 'decision' | 'start') =>
    usualOf((await measuredTimes(db, kind, now - limits.moderationMeasuredMs)).map(({ ms }) => ms))
  return {
    state: running ? 'running' : 'starting',
    since: state === 'idle' ? null : since,
    queued,
    decision: await usual('decision'),
    // The start time of a running model is of no use.
    start: running ? null : await usual('start'),
    reviewMs: took.toSorted((a, b) => a - b)[took.length >> 1] ?? null,
    ...(await inReview(db)),
    readAt: now,
  }
}

/**
 * The outlook for a text in the queue, from its flags of the fixed rules and the record of its author. `submittedAt` in epoch ms; the present time when left
 * out.
 */
export async function outlookOf(
  platform: Platform,
  { flags, accountId }: { flags: readonly FlagName[]; accountId: string },
  submittedAt = platform.now(),
): Promise<Outlook> {
  const first = await isFirst(platform, accountId)
  return {
    moderation: moderationEstimate(await readQueue(platform), submittedAt, platform.now()),
    ...noticedOf(flags),
    review: await reviewOf(
      platform,
      first ? 'certain' : reviewIsLikely(flags, platform.model.readsAnyLanguage) ? 'likely' : 'unlikely',
    ),
  }
}

/** Flags with their meanings. */
export function noticedOf(flags: readonly FlagName[]): Noticed {
  return { flags: [...flags], flag_meanings: flagMeanings(flags) }
}

/** How likely a person decides the text, and how long people take. */
export async function reviewOf(platform: Platform, sure: 'likely' | 'unlikely' | 'certain'): Promise<Review> {
  const { reviewMs, waiting, oldest } = await readQueue(platform)
  const longest = oldest === null ? 0 : Math.max(0, platform.now() - oldest)
  return {
    likely: sure !== 'unlikely',
    usual_seconds: reviewMs === null ? null : Math.round(reviewMs / 1000),
    note: `${sentences.review[sure]} ${sentences.review.time(reviewMs, waiting, longest)}`,
  }
}
