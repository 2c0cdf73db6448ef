// Watches the deciding model for the worker: reports whether it runs, starts or sleeps, and wakes it when texts wait.
import { limits } from '../contract/limits.ts'
import type { ModerationState } from '../moderation/model.ts'
import { heartbeat } from '../store/database/meta.ts'
import { measuredTimes } from '../store/learning/moderation-times.ts'
import { isQueued } from '../store/posts/waiting-revisions.ts'
import { moderationWorker } from '../usecases/learning/moderation-state.ts'
import type { Platform } from '../usecases/platform.ts'

/** Writes the heartbeat of the worker with the state of the model. Call it every 10 s. */
export async function beat(platform: Platform): Promise<void> {
  await platform.act('heartbeatOf', { name: moderationWorker, state: await stateNow(platform) })
}

/** Calls the start URL of the model, unless a process on this database has just done so. */
export async function wake(platform: Platform): Promise<void> {
  const { startModel, log } = platform
  if (!startModel || !(await platform.act('claimModelStart', {}))) return
  await beat(platform)
  const told = await startModel().catch((error: unknown) => ({ err: error }))
  if (typeof told === 'number' && told < 300) log.info({ status: told }, 'the moderation model was told to start')
  else
    log.warn(
      typeof told === 'number' ? { status: told } : told,
      'the moderation model could not be told to start; the call is retried',
    )
}

async function stateNow(platform: Platform): Promise<ModerationState> {
  const { db, model, standIn } = platform
  if (standIn) return 'running'
  const waiting = await isQueued(db)
  if (!waiting && (await maySleep(platform))) return 'idle'
  const state = await model.state({ fresh: true })
  return state !== 'running' && waiting ? 'starting' : state
}

/** Whether the model may be asleep, with no work for a while. Asking its server could then keep it awake. */
async function maySleep({ db, now, startModel }: Platform): Promise<boolean> {
  if (!startModel) return false
  const since = now() - limits.modelWatchedMs
  const last = await heartbeat(db, moderationWorker)
  if (last?.state === 'running' && last.since > since) return false
  return (await measuredTimes(db, 'decision', since)).length === 0
}
