// The answers that reviewers have kept: each has a few, under names of their own.
import type { Selectable } from 'kysely'
import type { Db, SavedAnswersTable } from '../database/schema.ts'
export type SavedAnswer = Selectable<SavedAnswersTable>

/** The answers of a reviewer, by name. */
export async function savedAnswersOf(db: Db, reviewer: string): Promise<SavedAnswer[]> {
  return db.selectFrom('saved_answers').selectAll().where('reviewer', '=', reviewer).orderBy('name').execute()
}

/** Keeps an answer, in place of one with the same name. */
export async function saveAnswer(db: Db, saved: SavedAnswer): Promise<void> {
  const { answer, created_at } = saved
  await db
    .insertInto('saved_answers')
    .values(saved)
    .onConflict(conflict => conflict.columns(['reviewer', 'name']).doUpdateSet({ answer, created_at }))
    .execute()
}

export async function deleteAnswer(db: Db, { reviewer, name }: Pick<SavedAnswer, 'reviewer' | 'name'>): Promise<void> {
  await db.deleteFrom('saved_answers').where('reviewer', '=', reviewer).where('name', '=', name).execute()
}
