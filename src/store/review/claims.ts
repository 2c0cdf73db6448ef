// Who holds which item of the queue, who has passed it over, what people note, and what they decided and can still undo.
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { Database, PendingDecisionsTable, ReviewNotesTable, ReviewPassesTable } from '../database/schema.ts'
import type { Item } from './queue.ts'

type Db = Kysely<Database>
export type Pass = Selectable<ReviewPassesTable>
export type PendingDecision = Selectable<PendingDecisionsTable>
/** What a decision is about: an item of the queue, or an account. */
export type DecidedOn = Pick<PendingDecision, 'kind' | 'subject'>

/** Claims an item for a person until a time, or renews the claim; false while somebody else holds it. Times in epoch ms. */
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

/** Who holds an item at `now` (epoch ms). */
export async function claimOf(db: Db, { kind, subject }: Item, now: number) {
  return db
    .selectFrom('review_claims')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('until', '>', now)
    .executeTakeFirst()
}

/** Lets go of an item. */
export async function releaseItem(db: Db, { kind, subject }: Item, reviewer: string): Promise<void> {
  await db
    .deleteFrom('review_claims')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('reviewer', '=', reviewer)
    .execute()
}

/** Notes that a person passes an item over; what the person passed before is replaced. */
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

/** Who has passed an item over, and why, oldest first. */
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

/** Forgets claims that have lapsed and passes that are over; both in epoch ms. */
export async function forgetClaims(db: Db, now: number): Promise<void> {
  await db.deleteFrom('review_claims').where('until', '<=', now).execute()
  await db.deleteFrom('review_passes').where('until', '<=', now).execute()
}

/** Adds a note about a post for the people who decide. */
export async function addNote(db: Db, note: Insertable<ReviewNotesTable>): Promise<void> {
  await db.insertInto('review_notes').values(note).execute()
}

/** The notes about a post, oldest first. */
export async function notesOf(db: Db, postId: string): Promise<Selectable<ReviewNotesTable>[]> {
  return db.selectFrom('review_notes').selectAll().where('post_id', '=', postId).orderBy('seq').execute()
}

/** Keeps a decision until it is due; false when one about the item is kept already. */
export async function insertPending(db: Db, decision: PendingDecision): Promise<boolean> {
  const result = await db
    .insertInto('pending_decisions')
    .values(decision)
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Takes a decision out: of two who apply or undo it one gets it. */
export async function takePending(db: Db, id: string): Promise<PendingDecision | undefined> {
  return db.deleteFrom('pending_decisions').where('id', '=', id).returningAll().executeTakeFirst()
}

/** A decision that is kept about an item. */
export async function pendingOf(db: Db, { kind, subject }: DecidedOn): Promise<PendingDecision | undefined> {
  return db
    .selectFrom('pending_decisions')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/** A decision that is kept, by its id. */
export async function pendingById(db: Db, id: string): Promise<PendingDecision | undefined> {
  return db.selectFrom('pending_decisions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** What a person has decided and can still undo at `now` (epoch ms), the latest first. */
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

/** Decisions that are due by `now` (epoch ms), the first first. */
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

/** Where the latest texts of an account stand, at most `limit`, counted: for whoever decides on the next. */
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
