// The candidate that judges beside the service: what it is, how often it agrees, and the texts on which it differs.
import { type Insertable, type Selectable, sql } from 'kysely'
import { countMeta } from '../database/meta.ts'
import { prepared } from '../database/prepared.ts'
import type { Db, ShadowCandidatesTable, ShadowCountsTable, ShadowDifferencesTable } from '../database/schema.ts'

export type CandidateRow = ShadowCandidatesTable
export type ShadowCount = ShadowCountsTable
export type ShadowDifference = Selectable<ShadowDifferencesTable>
export type NewDifference = Omit<Insertable<ShadowDifferencesTable>, 'seq'>

/** The name in `meta` of the number of changes of the candidate. */
const changes = 'shadow-changes'

const version = prepared<Record<string, never>>()(db =>
  db.selectFrom('meta').select('value').where('name', '=', sql.lit(changes)),
)

/** How often the candidate has changed. */
export async function shadowVersion(db: Db): Promise<number> {
  return Number((await version(db, {}))[0]?.value ?? 0)
}

/** The candidate; undefined where there is none. */
export async function candidateRow(db: Db): Promise<CandidateRow | undefined> {
  return db.selectFrom('shadow_candidates').selectAll().executeTakeFirst()
}

/** Removes the candidate with all that it has shown, and puts `next` in its place, if given. */
export async function replaceCandidate(
  db: Db,
  next: Omit<CandidateRow, 'seq' | 'missed'> | null,
): Promise<{ before: CandidateRow | undefined }> {
  const seq = await countMeta(db, changes)
  const before = await candidateRow(db)
  for (const table of ['shadow_candidates', 'shadow_counts', 'shadow_differences'] as const)
    await db.deleteFrom(table).execute()
  if (next)
    await db
      .insertInto('shadow_candidates')
      .values({ ...next, seq, missed: 0 })
      .execute()
  return { before }
}

/** Adds to the texts that a candidate has missed; false when it is not the candidate any more. Keeps others from replacing it meanwhile. */
export async function addMissed(db: Db, candidate: number, missed: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('shadow_candidates')
    .set(row => ({ missed: row('missed', '+', missed) }))
    .where('seq', '=', candidate)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Adds texts to a count. */
export async function addCount(db: Db, count: ShadowCount): Promise<void> {
  await db
    .insertInto('shadow_counts')
    .values(count)
    .onConflict(conflict =>
      conflict
        .columns(['day', 'category', 'active_to', 'candidate_to'])
        .doUpdateSet({ texts: sql<number>`shadow_counts.texts + ${count.texts}` }),
    )
    .execute()
}

export async function addDifferences(db: Db, differences: readonly NewDifference[]): Promise<void> {
  if (differences.length === 0) return
  await db
    .insertInto('shadow_differences')
    .values(differences)
    .onConflict(conflict => conflict.column('revision_id').doNothing())
    .execute()
}

/** Deletes differences before the newest `kept`, and all that is older than an epoch time (ms) and its UTC day. */
export async function forgetShadow(db: Db, { kept, before, day }: { kept: number; before: number; day: string }) {
  const oldest = db.selectFrom('shadow_differences').select('seq').orderBy('seq', 'desc').limit(1).offset(kept)
  await db
    .deleteFrom('shadow_differences')
    .where(row => row.or([row('seq', '<=', oldest), row('judged_at', '<', before)]))
    .execute()
  await db.deleteFrom('shadow_counts').where('day', '<', day).execute()
}

/** The counts of all kept days, by category and both outcomes. */
export async function shadowCounts(db: Db): Promise<Omit<ShadowCount, 'day'>[]> {
  const rows = await db
    .selectFrom('shadow_counts')
    .select(['category', 'active_to', 'candidate_to', ({ fn }) => fn.sum<number | string>('texts').as('texts')])
    .groupBy(['category', 'active_to', 'candidate_to'])
    .orderBy('category')
    .orderBy('active_to')
    .orderBy('candidate_to')
    .execute()
  return rows.map(row => ({ ...row, texts: Number(row.texts) }))
}

/** The latest differences, the newest first, at most `limit`. */
export async function latestDifferences(db: Db, limit: number): Promise<ShadowDifference[]> {
  return db.selectFrom('shadow_differences').selectAll().orderBy('seq', 'desc').limit(limit).execute()
}
