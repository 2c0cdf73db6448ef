// The life of the deciding model as the worker sees it: says whether it runs, starts or sleeps, and wakes it when texts wait.
import { limits } from '../contract/limits.ts'
import type { ModerationState } from '../moderation/model.ts'
import { heartbeat } from '../store/database/meta.ts'
import { measuredTimes } from '../store/posts/moderation-times.ts'
import { isQueued } from '../store/posts/revisions.ts'
import { moderationWorker } from '../usecases/moderation-state.ts'
import type { Platform } from '../usecases/platform.ts'

/** Says that the worker is alive and what becomes of texts now; every 10 s is enough. */
export async function beat(platform: Platform): Promise<void> {
  await platform.act('heartbeatOf', { name: moderationWorker, state: await stateNow(platform) })
}

/** Tells the server of the model to start, unless some process on this database did a moment ago. */
export async function wake(platform: Platform): Promise<void> {
  const { startModel, log } = platform
  if (!startModel || !(await platform.act('claimModelStart', {}))) return
  await beat(platform)
  const told = await startModel().catch((error: unknown) => ({ err: error }))
  if (typeof told === 'number' && told < 300) log.info({ status: told }, 'the moderation model was told to start')
  else
    log.warn(
      typeof told === 'number' ? { status: told } : told,
      'the moderation model could not be told to start; that is tried again',
    )
}

async function stateNow(platform: Platform): Promise<ModerationState> {
  const { db, model, standIn } = platform
  if (standIn) return 'running'
  const waiting = await isQueued(db)
  if (!waiting && (await isLeftAlone(platform))) return 'idle'
  const state = await model.state({ fresh: true })
  return state !== 'running' && waiting ? 'starting' : state
}

/** Whether the model may sleep and had nothing to do for a while: looking at its server could keep that awake. */
async function isLeftAlone({ db, now, startModel }: Platform): Promise<boolean> {
  if (!startModel) return false
  const since = now() - limits.modelWatchedMs
  const last = await heartbeat(db, moderationWorker)
  if (last?.state === 'running' && last.since > since) return false
  return (await measuredTimes(db, 'decision', since)).length === 0
}
