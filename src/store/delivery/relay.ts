// Messages to authors: those that wait for a reviewer, those that were sent with their answers, and the senders that authors refuse.
import type { Insertable, Selectable } from 'kysely'
import { selectForUpdate } from '../database/locks.ts'
import type { Db, HeldMessagesTable, RelayMessagesTable } from '../database/schema.ts'
export type HeldMessage = Selectable<HeldMessagesTable>
export type RelayedMessageRow = Selectable<RelayMessagesTable>

/** Stores a message that waits for a reviewer. */
export async function holdMessage(db: Db, message: Insertable<HeldMessagesTable>): Promise<void> {
  await db.insertInto('held_messages').values(message).execute()
}

/** Messages that wait for a reviewer, oldest first. */
export async function heldMessages(db: Db, limit: number): Promise<HeldMessage[]> {
  return db.selectFrom('held_messages').selectAll().orderBy('created_at').orderBy('id').limit(limit).execute()
}

/** The messages of items of the queue, by their ids, with the handles of their senders; null for a reader without an account. */
export async function messagesOfItems(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Pick<HeldMessage, 'id' | 'message' | 'verdict'> & { handle: string | null }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('held_messages as m')
    .leftJoin('accounts as a', join => join.onRef('a.id', '=', 'm.account_id').on('m.reader', 'is', null))
    .select(['m.id', 'm.message', 'm.verdict', 'a.handle'])
    .where('m.id', 'in', [...ids])
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** A message that waits for a reviewer. */
export async function heldMessage(db: Db, id: string): Promise<HeldMessage | undefined> {
  return db.selectFrom('held_messages').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Deletes and returns a message: of two reviewers who decide on it, only one gets it. */
export async function takeHeldMessage(db: Db, id: string): Promise<HeldMessage | undefined> {
  return db.deleteFrom('held_messages').where('id', '=', id).returningAll().executeTakeFirst()
}

/** Keeps a message that was sent to an author. */
export async function keepMessage(
  db: Db,
  message: Omit<Insertable<RelayMessagesTable>, 'seq' | 'reply' | 'replied_at' | 'seen_at' | 'reported_at'>,
): Promise<void> {
  await db.insertInto('relay_messages').values(message).execute()
}

/** Messages about the posts of a key on a site, newest first; `before` is the number after which the page begins. */
export async function messagesOfKey(
  db: Db,
  { keyId, site, postId, before, since, limit }: MessagesAsked,
): Promise<(RelayedMessageRow & { handle: string })[]> {
  return db
    .selectFrom('relay_messages as m')
    .innerJoin('accounts as a', 'a.id', 'm.sender_id')
    .selectAll('m')
    .select('a.handle')
    .where('m.key_id', '=', keyId)
    .where('m.site', '=', site)
    .where('m.created_at', '>=', since)
    .$if(postId !== undefined, query => query.where('m.post_id', '=', postId as string))
    .$if(before !== undefined, query => query.where('m.seq', '<', before as number))
    .orderBy('m.seq', 'desc')
    .limit(limit)
    .execute()
}

type MessagesAsked = {
  keyId: string
  site: RelayMessagesTable['site']
  postId: string | undefined
  before: number | undefined
  since: number
  limit: number
}

/** A message that was sent to an author. */
export async function keptMessage(db: Db, id: string): Promise<RelayedMessageRow | undefined> {
  return db.selectFrom('relay_messages').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The same, locked until the transaction ends: of two answers at once the second sees the first. */
export async function lockMessage(db: Db, id: string): Promise<RelayedMessageRow | undefined> {
  return selectForUpdate(db.selectFrom('relay_messages').selectAll().where('id', '=', id)).executeTakeFirst()
}

/** The messages that an account has sent, in the order in which they were mailed. */
export async function messagesSentBy(db: Db, accountId: string): Promise<RelayedMessageRow[]> {
  return db
    .selectFrom('relay_messages')
    .selectAll()
    .where('sender_id', '=', accountId)
    .where('reader', 'is', null)
    .orderBy('seq')
    .execute()
}

/** Notes the answer to a message; false if it has one already. */
export async function noteReply(db: Db, id: string, reply: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('relay_messages')
    .set({ reply, replied_at: now })
    .where('id', '=', id)
    .where('replied_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether an answer to a message waits for a reviewer. */
export async function replyIsHeld(db: Db, id: string): Promise<HeldMessage | undefined> {
  return db.selectFrom('held_messages').selectAll().where('answers', '=', id).executeTakeFirst()
}

/** Deletes the messages that were received before a time (epoch ms). */
export async function forgetMessages(db: Db, before: number): Promise<void> {
  await db.deleteFrom('relay_messages').where('created_at', '<', before).execute()
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

/** Notes that an author and a reader without an account want no more of each other. `now` in epoch milliseconds. */
export async function refuseReader(db: Db, authorId: string, reader: string, now: number): Promise<void> {
  await db
    .insertInto('refused_readers')
    .values({ author_id: authorId, reader, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Whether an author and a reader without an account want no more of each other. */
export async function refusesReader(db: Db, authorId: string, reader: string): Promise<boolean> {
  const row = await db
    .selectFrom('refused_readers')
    .select('reader')
    .where('author_id', '=', authorId)
    .where('reader', '=', reader)
    .executeTakeFirst()
  return row !== undefined
}
