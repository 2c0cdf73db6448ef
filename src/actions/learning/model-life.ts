// Records the state of the deciding model, its starts, and how long starts and decisions take.
import { limits } from '../../contract/limits.ts'
import { beat, doneAtMostEvery, heartbeat } from '../../store/database/meta.ts'
import { noteTimes } from '../../store/learning/moderation-times.ts'
import type { Scope } from '../scope.ts'

/** Records the heartbeat and the state of a worker. Measures a start that was watched to its end. */
export async function heartbeatOf({ db, now }: Scope, { name, state }: { name: string; state: string }): Promise<void> {
  const before = await beat(db, name, state, now)
  if (before?.state !== 'starting' || state !== 'running' || now - before.at > limits.workerSilentMs) return
  await noteTimes(db, 'start', [{ ms: now - before.since, at: now }])
}

/** Whether this process may start the model: no process on this database has done so in the last `limits.modelStartEveryMs`. */
export async function claimModelStart({ db, now }: Scope, _: Record<string, never>): Promise<boolean> {
  return doneAtMostEvery(db, 'model-start', limits.modelStartEveryMs, now)
}

/** Measures how long decided texts waited since `submittedAt` (epoch ms). Skips texts submitted before the model ran. */
export async function noteDecisions(
  { db, now }: Scope,
  { worker, submittedAt }: { worker: string; submittedAt: readonly number[] },
): Promise<void> {
  const last = await heartbeat(db, worker)
  if (last?.state !== 'running') return
  const waited = submittedAt.filter(at => at >= last.since && at <= now).map(at => ({ ms: now - at, at: now }))
  await noteTimes(db, 'decision', waited)
}
