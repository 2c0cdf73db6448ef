// Measured times for estimates: how long texts waited for the deciding model, and how long the model took to start.
import { limits } from '../../contract/limits.ts'
import { prepared } from '../database/prepared.ts'
import type { Db, ModerationTimesTable } from '../database/schema.ts'

type Kind = ModerationTimesTable['kind']

/** A duration in milliseconds, and when it ended in epoch milliseconds. */
export type Measured = { ms: number; at: number }

/** Stores durations, and deletes the oldest beyond limits.moderationMeasured. */
export async function noteTimes(db: Db, kind: Kind, spans: readonly Measured[]): Promise<void> {
  if (spans.length === 0) return
  await db
    .insertInto('moderation_times')
    .values(spans.map(span => ({ kind, ...span })))
    .execute()
  const newest = db.selectFrom('moderation_times').select('seq').where('kind', '=', kind).orderBy('seq', 'desc')
  await db
    .deleteFrom('moderation_times')
    .where('kind', '=', kind)
    .where('seq', '<=', newest.offset(limits.moderationMeasured[kind]).limit(1))
    .execute()
}

const latest = prepared<{ kind: Kind; since: number }>()((db, p) =>
  db
    .selectFrom('moderation_times')
    .select(['ms', 'at'])
    .where('kind', '=', p('kind'))
    .where('at', '>=', p('since'))
    .orderBy('seq', 'desc'),
)

/** The stored durations that ended since an epoch time, the latest first. */
export async function measuredTimes(db: Db, kind: Kind, since: number): Promise<Measured[]> {
  return latest(db, { kind, since })
}
