// What the moderation worker last said of itself, wherever it runs.
import type { Moderation } from '../contract/posts.ts'
import { moderationEstimate } from '../domain/post.ts'
import type { ModerationState } from '../moderation/model.ts'
import { heartbeat } from '../store/database/meta.ts'
import { queueLength } from '../store/posts/revisions.ts'
import type { Platform } from './platform.ts'

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

/** When a post that is queued now is likely to be decided. State and queue are read once a second at most. */
export async function estimate(platform: Platform): Promise<Moderation> {
  const now = platform.now()
  let { lastQueueReading: reading } = platform
  if (!reading || Math.abs(now - reading.readAt) >= freshMs) {
    const { state } = await moderationState(platform)
    reading = {
      state: state === 'running' ? 'running' : 'starting',
      queued: await queueLength(platform.db),
      readAt: now,
    }
    platform.lastQueueReading = reading
  }
  return moderationEstimate(reading.state, reading.queued, now)
}
