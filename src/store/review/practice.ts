// Decisions of people on texts that stood, for reviewers who practise.
import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import type { LogRow } from '../posts/decision-log.ts'
import { notSampled } from '../posts/past-decisions.ts'
import type { RevisionRow } from '../posts/revisions.ts'

/** A decision with the text that it is about. `said`: the reason in the log. */
export type StoodDecision = Pick<LogRow, 'actor' | 'category' | 'created_at'> &
  Pick<RevisionRow, 'id' | 'post_id' | 'site' | 'fields' | 'facts' | 'verdict'> & { said: string; rejects: 0 | 1 }

/**
 * The newest decisions on texts in review that stand: the text is still public or still rejected, its words are kept, and no appeal
 * waits or was granted. At most `limit` publications and as many rejections, found among the last decisions. `own`: also those of
 * this reviewer. Left out is what the reviewer is to decide as a sample.
 */
export async function stoodDecisions(
  db: Db,
  { reviewer, own, limit, among }: { reviewer: string; own: boolean; limit: number; among: number },
): Promise<StoodDecision[]> {
  const others = own ? sql`1 = 1` : sql`d.actor <> ${reviewer}`
  const part = (rejects: 0 | 1) => sql`select * from (
    select l.seq, l.actor, l.category, l.created_at, l.reason as said, ${sql.lit(rejects)} as rejects,
      r.id, r.post_id, r.site, r.fields, r.facts, r.verdict
    from (
      select * from decision_log d where d.decider = 'person' and ${others} and ${notSampled(reviewer)}
        and d.action like ${rejects ? 'person-reject-%' : 'person-publish'}
      order by d.seq desc limit ${sql.lit(among)}
    ) l
    join revisions r on r.id = l.subject
    where r.fields <> '{}' and r.status = ${sql.lit(rejects ? 'rejected' : 'published')} and not exists (
      select 1 from appeals a where a.revision_id = r.id and a.state <> 'refused'
    )
    order by l.seq desc limit ${sql.lit(limit)}) of_kind`
  const { rows } = await sql<StoodDecision>`
    select * from (${part(0)} union all ${part(1)}) stood order by seq desc`.execute(db)
  return rows
}
