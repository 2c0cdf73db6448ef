// Decisions that somebody else makes once more: those that wait for it, and what came of them.
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { Database, ReviewSamplesTable } from '../database/schema.ts'
import type { Item } from './queue.ts'

type Db = Kysely<Database>
export type Sample = Selectable<ReviewSamplesTable>

/** Has a decision made once more; nothing happens while one about the item waits already. */
export async function insertSample(
  db: Db,
  sample: Omit<Insertable<ReviewSamplesTable>, `second_${string}`>,
): Promise<void> {
  await db
    .insertInto('review_samples')
    .values({ ...sample, second_reviewer: null, second_label: null, second_reason: null, second_at: null })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** The decision about an item that waits to be made once more by somebody else than whoever made it. */
export async function sampleFor(db: Db, { kind, subject }: Item, reviewer: string): Promise<Sample | undefined> {
  return db
    .selectFrom('review_samples')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('second_at', 'is', null)
    .where('first_reviewer', '<>', reviewer)
    .executeTakeFirst()
}

/** Writes what somebody else made of an item; false when somebody has before. `at` is epoch ms. */
export async function answerSample(
  db: Db,
  { kind, subject, first_at }: Sample,
  { reviewer, label, reason, at }: { reviewer: string; label: string; reason: string; at: number },
): Promise<boolean> {
  const result = await db
    .updateTable('review_samples')
    .set({ second_reviewer: reviewer, second_label: label, second_reason: reason, second_at: at })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('first_at', '=', first_at)
    .where('second_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

const differs = sql<boolean>`first_label <> second_label`

/** How many were decided twice since an epoch time, and on how many the two did not agree. */
export async function countSamples(db: Db, since: number): Promise<{ decided: number; disagreed: number }> {
  return db
    .selectFrom('review_samples')
    .select([sql<number>`count(*)`.as('decided'), sql<number>`count(case when ${differs} then 1 end)`.as('disagreed')])
    .where('second_at', 'is not', null)
    .where('second_at', '>=', since)
    .executeTakeFirstOrThrow()
}

/** The latest on which the two did not agree, at most `limit`. */
export async function disagreements(db: Db, limit: number): Promise<Sample[]> {
  return db
    .selectFrom('review_samples')
    .selectAll()
    .where('second_at', 'is not', null)
    .where(differs)
    .orderBy('second_at', 'desc')
    .limit(limit)
    .execute()
}

/** Forgets those that nobody has decided since before an epoch time. */
export async function forgetSamples(db: Db, before: number): Promise<void> {
  await db.deleteFrom('review_samples').where('second_at', 'is', null).where('first_at', '<=', before).execute()
}
