// Reads the data of the statistics of the queue: the latest decisions of people, and appeals with the decision that each is about.
import { sql } from 'kysely'
import type { Db, Decider } from '../database/schema.ts'

type Window = { since: number; limit: number }

/** The decisions of people since an epoch time, among their latest `limit` log entries, with the waiting time of each. */
export async function decidedByPeople(
  db: Db,
  { since, limit }: Window,
): Promise<{ action: string; waited_ms: number | null }[]> {
  return db
    .selectFrom(
      db
        .selectFrom('decision_log')
        .select(['action', 'waited_ms', 'created_at'])
        .where('decider', '=', sql.lit('person' as const))
        .orderBy('seq', 'desc')
        .limit(limit)
        .as('latest'),
    )
    .select(['action', 'waited_ms'])
    .where('created_at', '>=', since)
    .execute()
}

/** The latest appeals answered since an epoch time, at most `limit`, counted by answer, decider and action of the decision. */
export async function answersByDecision(
  db: Db,
  { since, limit }: Window,
): Promise<{ decider: Decider; action: string; state: 'granted' | 'refused'; n: number }[]> {
  const { rows } = await sql<{ decider: Decider; action: string; state: 'granted' | 'refused'; n: number }>`
    select l.decider, l.action, a.state, count(*) as n
    from (
      select revision_id, decision_at, state from appeals where decided_at >= ${since}
      order by decided_at desc limit ${limit}
    ) a
    join decision_log l on l.subject = a.revision_id and l.created_at = a.decision_at and l.category is not null
    group by l.decider, l.action, a.state order by l.decider, l.action, a.state`.execute(db)
  return rows
}
