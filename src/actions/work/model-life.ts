// What is noted of the life of the deciding model: whether it runs, that it was told to start, how long it takes.
import { limits } from '../../contract/limits.ts'
import { beat, doneAtMostEvery, heartbeat } from '../../store/database/meta.ts'
import { noteTimes } from '../../store/posts/moderation-times.ts'
import type { Scope } from '../scope.ts'

/** Records that a worker is alive and what it says of itself. A start that was watched to its end is measured. */
export async function heartbeatOf({ db, now }: Scope, { name, state }: { name: string; state: string }): Promise<void> {
  const before = await beat(db, name, state, now)
  if (before?.state !== 'starting' || state !== 'running' || now - before.at > limits.workerSilentMs) return
  await noteTimes(db, 'start', [{ ms: now - before.since, at: now }])
}

/** Whether the model may be told to start now: nobody on this database has done so in the last `limits.modelStartEveryMs`. */
export async function claimModelStart({ db, now }: Scope, _: Record<string, never>): Promise<boolean> {
  return doneAtMostEvery(db, 'model-start', limits.modelStartEveryMs, now)
}

/** Measures how long texts waited that are decided now, by when they were submitted (epoch ms); only while the model ran all along. */
export async function noteDecisions(
  { db, now }: Scope,
  { worker, submittedAt }: { worker: string; submittedAt: readonly number[] },
): Promise<void> {
  const last = await heartbeat(db, worker)
  if (last?.state !== 'running') return
  const waited = submittedAt.filter(at => at >= last.since && at <= now).map(at => ({ ms: now - at, at: now }))
  await noteTimes(db, 'decision', waited)
}
