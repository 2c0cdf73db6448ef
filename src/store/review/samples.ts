// Samples: decisions that a second reviewer repeats, with the result of the second decision.
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, ReviewSamplesTable } from '../database/schema.ts'
import type { Item } from './queue.ts'
export type Sample = Selectable<ReviewSamplesTable>

/** Stores a decision for a second reviewer, unless one about the same item waits already. */
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

/** The sample of an item that waits for a second decision, if `reviewer` did not make the first. */
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

/** Writes the second decision of a sample; false when it has one already. `at` is epoch ms. */
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

/** Counts the samples with a second decision since an epoch time, and the disagreements among them. */
export async function countSamples(db: Db, since: number): Promise<{ decided: number; disagreed: number }> {
  return db
    .selectFrom('review_samples')
    .select([sql<number>`count(*)`.as('decided'), sql<number>`count(case when ${differs} then 1 end)`.as('disagreed')])
    .where('second_at', 'is not', null)
    .where('second_at', '>=', since)
    .executeTakeFirstOrThrow()
}

/** The latest samples whose two decisions disagree, at most `limit`. */
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

/** Deletes samples from before an epoch time that have no second decision. */
export async function forgetSamples(db: Db, before: number): Promise<void> {
  await db.deleteFrom('review_samples').where('second_at', 'is', null).where('first_at', '<=', before).execute()
}
