// Claims and passes of reviewers on items of the queue, their notes on posts, their decisions that can still be undone, and their
// decisions that could not be applied.
import { type Insertable, type Selectable, sql } from 'kysely'
import type {
  Db,
  PendingDecisionsTable,
  ReturnedDecisionsTable,
  ReviewNotesTable,
  ReviewPassesTable,
} from '../database/schema.ts'
import type { Item } from './queue.ts'
export type Pass = Selectable<ReviewPassesTable>
export type PendingDecision = Selectable<PendingDecisionsTable>
/** The subject of a decision: an item of the queue, or an account. */
export type DecidedOn = Pick<PendingDecision, 'kind' | 'subject'>

/** Claims an item for a reviewer until a time, or renews the claim; false while another reviewer has it. Times in epoch ms. */
export async function claimItem(
  db: Db,
  { kind, subject, reviewer, until, now }: Item & { reviewer: string; until: number; now: number },
): Promise<boolean> {
  const result = await db
    .insertInto('review_claims')
    .values({ kind, subject, reviewer, until })
    .onConflict(conflict =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet({ reviewer, until })
        .where(eb => eb.or([eb('review_claims.until', '<=', now), eb('review_claims.reviewer', '=', reviewer)])),
    )
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** The claim on an item at `now` (epoch ms). */
export async function claimOf(db: Db, { kind, subject }: Item, now: number) {
  return db
    .selectFrom('review_claims')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('until', '>', now)
    .executeTakeFirst()
}

export async function releaseItem(db: Db, { kind, subject }: Item, reviewer: string): Promise<void> {
  await db
    .deleteFrom('review_claims')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('reviewer', '=', reviewer)
    .execute()
}

/** Stores that a reviewer passes an item over, in place of a former pass of the same reviewer. */
export async function passItem(db: Db, pass: Pass): Promise<void> {
  const { what, reason, until, created_at } = pass
  await db
    .insertInto('review_passes')
    .values(pass)
    .onConflict(conflict =>
      conflict.columns(['kind', 'subject', 'reviewer']).doUpdateSet({ what, reason, until, created_at }),
    )
    .execute()
}

/** The passes on an item, oldest first. */
export async function passesOf(db: Db, { kind, subject }: Item): Promise<Pass[]> {
  return db
    .selectFrom('review_passes')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .orderBy('created_at')
    .orderBy('reviewer')
    .execute()
}

/** Deletes claims and passes that have expired at `now` (epoch ms). */
export async function forgetClaims(db: Db, now: number): Promise<void> {
  await db.deleteFrom('review_claims').where('until', '<=', now).execute()
  await db.deleteFrom('review_passes').where('until', '<=', now).execute()
}

/** Adds a note about a post for other reviewers. */
export async function addNote(db: Db, note: Insertable<ReviewNotesTable>): Promise<void> {
  await db.insertInto('review_notes').values(note).execute()
}

/** The notes about a post, oldest first. */
export async function notesOf(db: Db, postId: string): Promise<Selectable<ReviewNotesTable>[]> {
  return db.selectFrom('review_notes').selectAll().where('post_id', '=', postId).orderBy('seq').execute()
}

/** Stores a decision that is pending until it is due; false if its subject has a pending decision already. */
export async function insertPending(db: Db, decision: PendingDecision): Promise<boolean> {
  const result = await db
    .insertInto('pending_decisions')
    .values(decision)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Deletes and returns a pending decision. Of two concurrent callers, only one gets it. */
export async function takePending(db: Db, id: string): Promise<PendingDecision | undefined> {
  return db.deleteFrom('pending_decisions').where('id', '=', id).returningAll().executeTakeFirst()
}

export async function pendingOf(db: Db, { kind, subject }: DecidedOn): Promise<PendingDecision | undefined> {
  return db
    .selectFrom('pending_decisions')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

export async function pendingById(db: Db, id: string): Promise<PendingDecision | undefined> {
  return db.selectFrom('pending_decisions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The decisions of a reviewer that can still be undone at `now` (epoch ms), the latest first. */
export async function undoableBy(db: Db, reviewer: string, now: number): Promise<PendingDecision[]> {
  return db
    .selectFrom('pending_decisions')
    .selectAll()
    .where('reviewer', '=', reviewer)
    .where('due_at', '>', now)
    .orderBy('due_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The pending decisions that are due at `now` (epoch ms), the earliest first. */
export async function duePending(db: Db, now: number, limit: number): Promise<PendingDecision[]> {
  return db
    .selectFrom('pending_decisions')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Stores a decision that could not be applied. */
export async function insertReturned(db: Db, decision: ReturnedDecisionsTable): Promise<void> {
  await db.insertInto('returned_decisions').values(decision).execute()
}

/** The decisions of a reviewer that could not be applied, the latest first. */
export async function returnedTo(db: Db, reviewer: string): Promise<Selectable<ReturnedDecisionsTable>[]> {
  return db
    .selectFrom('returned_decisions')
    .selectAll()
    .where('reviewer', '=', reviewer)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Deletes the decisions of a reviewer on an item that could not be applied. */
export async function deleteReturned(db: Db, { kind, subject }: Item, reviewer: string): Promise<void> {
  await db
    .deleteFrom('returned_decisions')
    .where('reviewer', '=', reviewer)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .execute()
}

/** Deletes decisions that could not be applied by an epoch time (ms). */
export async function forgetReturned(db: Db, before: number): Promise<void> {
  await db.deleteFrom('returned_decisions').where('created_at', '<=', before).execute()
}

/** Counts the latest texts of an account, at most `limit`, by status, for the reviewer of its next text. */
export async function recordOf(db: Db, accountId: string, limit: number): Promise<{ status: string; n: number }[]> {
  return db
    .selectFrom(
      db
        .selectFrom('revisions')
        .select('status')
        .where('account_id', '=', accountId)
        .orderBy('seq', 'desc')
        .limit(limit)
        .as('latest'),
    )
    .select(['status', sql<number>`count(*)`.as('n')])
    .groupBy('status')
    .orderBy('status')
    .execute()
}
