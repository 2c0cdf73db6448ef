// Messages to authors that wait for a reviewer, and the senders that authors have refused.
import type { Insertable, Selectable } from 'kysely'
import type { Db, HeldMessagesTable } from '../database/schema.ts'
export type HeldMessage = Selectable<HeldMessagesTable>

/** Stores a message that waits for a reviewer. */
export async function holdMessage(db: Db, message: Insertable<HeldMessagesTable>): Promise<void> {
  await db.insertInto('held_messages').values(message).execute()
}

/** Messages that wait for a reviewer, oldest first. */
export async function heldMessages(db: Db, limit: number): Promise<HeldMessage[]> {
  return db.selectFrom('held_messages').selectAll().orderBy('created_at').orderBy('id').limit(limit).execute()
}

/** A message that waits for a reviewer. */
export async function heldMessage(db: Db, id: string): Promise<HeldMessage | undefined> {
  return db.selectFrom('held_messages').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Deletes and returns a message: of two reviewers who decide on it, only one gets it. */
export async function takeHeldMessage(db: Db, id: string): Promise<HeldMessage | undefined> {
  return db.deleteFrom('held_messages').where('id', '=', id).returningAll().executeTakeFirst()
}

/** Notes that an author refuses the messages of an account. `now` in epoch milliseconds. */
export async function refuseSender(db: Db, authorId: string, senderId: string, now: number): Promise<void> {
  await db
    .insertInto('refused_senders')
    .values({ author_id: authorId, sender_id: senderId, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Whether an author refuses the messages of an account. */
export async function refusesSender(db: Db, authorId: string, senderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('refused_senders')
    .select('sender_id')
    .where('author_id', '=', authorId)
    .where('sender_id', '=', senderId)
    .executeTakeFirst()
  return row !== undefined
}
