// Appeals of authors against decisions: at most one for each decision, open until a person has answered.
import { type Insertable, type Selectable, sql } from 'kysely'
import type { AppealsTable, Db } from '../database/schema.ts'
export type AppealRow = Selectable<AppealsTable>

/** Stores an appeal; false when the same decision has one already. */
export async function insertAppeal(db: Db, appeal: Insertable<AppealsTable>): Promise<boolean> {
  const result = await db
    .insertInto('appeals')
    .values(appeal)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Every appeal about a post, the latest first. */
export async function appealsOf(db: Db, postId: string): Promise<AppealRow[]> {
  return db
    .selectFrom('appeals')
    .selectAll()
    .where('post_id', '=', postId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The latest appeal about each of these posts, by post. */
export async function latestAppeals(db: Db, postIds: readonly string[]): Promise<Map<string, AppealRow>> {
  if (postIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('appeals')
    .selectAll()
    .where('post_id', 'in', postIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return new Map(rows.map(row => [row.post_id, row]))
}

/** The latest appeal about a post. */
export async function latestAppeal(db: Db, postId: string): Promise<AppealRow | undefined> {
  return (await latestAppeals(db, [postId])).get(postId)
}

/** The open appeal about a text. */
export async function openAppealOf(db: Db, revisionId: string): Promise<AppealRow | undefined> {
  return db
    .selectFrom('appeals')
    .selectAll()
    .where('revision_id', '=', revisionId)
    .where('state', '=', sql.lit('open' as const))
    .executeTakeFirst()
}

export async function appealById(db: Db, id: string): Promise<AppealRow | undefined> {
  return db.selectFrom('appeals').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Writes the answer to an open appeal; false when it is answered already. */
export async function answerAppeal(
  db: Db,
  id: string,
  answer: { state: 'granted' | 'refused'; answer: string; decided_by: string; decided_at: number },
): Promise<boolean> {
  const result = await db
    .updateTable('appeals')
    .set(answer)
    .where('id', '=', id)
    .where('state', '=', sql.lit('open' as const))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Open appeals, oldest first. */
export async function openAppeals(db: Db, limit: number): Promise<AppealRow[]> {
  return db
    .selectFrom('appeals')
    .selectAll()
    .where('state', '=', sql.lit('open' as const))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}
