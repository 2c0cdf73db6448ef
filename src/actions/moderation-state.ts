// What the moderation worker last said of itself, wherever it runs.
import type { ModerationState } from '../contract/moderation.ts'
import { heartbeat } from '../store/meta.ts'
import type { Platform } from './platform.ts'

export const moderationWorker = 'moderation'
/** A worker beats every 10 s; one that has been silent for longer than this is taken to be idle. */
export const silentAfterMs = 45_000

/** The state of moderation and the time of the last sign of life (epoch ms), null when there never was one. */
export async function moderationState(platform: Platform): Promise<{ state: ModerationState; at: number | null }> {
  const last = await heartbeat(platform.db, moderationWorker)
  if (!last) return { state: 'idle', at: null }
  const silent = platform.now() - last.at > silentAfterMs
  return { state: silent ? 'idle' : (last.state as ModerationState), at: last.at }
}
