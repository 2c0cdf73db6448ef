// What owners read of the relay: conversations, a sender's messages about a post with their answers, and the senders that they block.
import { type Kysely, sql } from 'kysely'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { Database, Db } from '../database/schema.ts'
import type { RelayedMessageRow } from './relay.ts'

/** A conversation: all kept messages of one sender about one post. `first` and `last` are places of messages (their `seq`). */
export type ConversationRow = { first: number; last: number; total: number; unseen: number; held: number }

type ConversationsAsked = {
  authorId: string
  /** Only messages that were received at or after this time (epoch ms). */
  since: number
  postId: string | undefined
  /** Only conversations whose last message lies before this place. */
  before: number | undefined
  limit: number
}

/** The conversations of an account, the one with the latest message first. */
export async function conversationsOf(
  db: Db,
  { authorId, since, postId, before, limit }: ConversationsAsked,
): Promise<ConversationRow[]> {
  const last = sql<number>`max(m.seq)`
  const rows = await db
    .selectFrom('relay_messages as m')
    .leftJoin('held_messages as h', 'h.answers', 'm.id')
    .select(({ fn }) => [
      fn.min('m.seq').as('first'),
      fn.max('m.seq').as('last'),
      fn.countAll<number>().as('total'),
      sql<number>`sum(case when m.seen_at is null then 1 else 0 end)`.as('unseen'),
      fn.count<number>('h.id').as('held'),
    ])
    .where('m.author_id', '=', authorId)
    .where('m.created_at', '>=', since)
    .$if(postId !== undefined, query => query.where('m.post_id', '=', postId as string))
    .groupBy(['m.post_id', 'm.sender_id', 'm.reader'])
    .$if(before !== undefined, query => query.having(last, '<', before as number))
    .orderBy(last, 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => ({
    first: Number(row.first),
    last: Number(row.last),
    total: Number(row.total),
    unseen: Number(row.unseen),
    held: Number(row.held),
  }))
}

export type MessageWithSender = RelayedMessageRow & { handle: string }

/** Messages by their places, with the handles of the accounts that sent them. */
export async function messagesAt(db: Db, places: readonly number[]): Promise<MessageWithSender[]> {
  if (places.length === 0) return []
  return withHandles(db)
    .where('m.seq', 'in', [...places])
    .execute()
}

/** The messages of the conversation to which a message belongs, in order, received at or after `since` (epoch ms). */
export async function conversationWith(
  db: Db,
  { author_id, post_id, sender_id, reader }: RelayedMessageRow,
  since: number,
): Promise<MessageWithSender[]> {
  return withHandles(db)
    .where('m.author_id', '=', author_id)
    .where('m.post_id', '=', post_id)
    .where('m.sender_id', '=', sender_id)
    .where('m.reader', reader === null ? 'is' : '=', reader)
    .where('m.created_at', '>=', since)
    .orderBy('m.seq')
    .execute()
}

function withHandles(db: Kysely<Database>) {
  return db
    .selectFrom('relay_messages as m')
    .innerJoin('accounts as a', 'a.id', 'm.sender_id')
    .selectAll('m')
    .select('a.handle')
}

/** The posts of messages, by id, with the texts that readers see (JSON). */
export async function postsOfMessages(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { site: SiteId; fields: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('posts as p')
    .innerJoin('revisions as r', 'r.id', 'p.shown_revision')
    .select(['p.id', 'p.site', 'r.fields'])
    .where('p.id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, ...post }) => [id, post]))
}

/** Notes that a person of the account has seen messages of it. `now` in epoch milliseconds. */
export async function markSeen(db: Db, authorId: string, ids: readonly string[], now: number): Promise<void> {
  await db
    .updateTable('relay_messages')
    .set({ seen_at: now })
    .where('author_id', '=', authorId)
    .where('id', 'in', [...ids])
    .where('seen_at', 'is', null)
    .execute()
}

/** Blocks an address, given as the one-way name of a reader. A repeat changes nothing. */
export async function blockAddress(
  db: Db,
  blocked: { authorId: string; reader: string; senderId: string | null; now: number },
): Promise<void> {
  const { authorId: author_id, reader, senderId: sender_id, now: created_at } = blocked
  await db
    .insertInto('blocked_addresses')
    .values({ author_id, reader, sender_id, created_at })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Whether an author blocks one of these addresses, given as names of readers. */
export async function blocksAddress(db: Db, authorId: string, readers: readonly string[]): Promise<boolean> {
  if (readers.length === 0) return false
  const row = await db
    .selectFrom('blocked_addresses')
    .select('reader')
    .where('author_id', '=', authorId)
    .where('reader', 'in', [...readers])
    .executeTakeFirst()
  return row !== undefined
}

/** A sender that an author blocks: an account, with its handle, or a reader without one. `since` in epoch ms. */
export type BlockedSender = { sender: string; handle: string | null; since: number }

/** The senders that an author blocks, the latest first. */
export async function blockedSenders(db: Db, authorId: string): Promise<BlockedSender[]> {
  const accounts = await db
    .selectFrom('refused_senders as r')
    .innerJoin('accounts as a', 'a.id', 'r.sender_id')
    .select(['r.sender_id as sender', 'a.handle', 'r.created_at as since'])
    .where('r.author_id', '=', authorId)
    .execute()
  const readers = await db
    .selectFrom('blocked_addresses')
    .select(['reader as sender', 'created_at as since'])
    .where('author_id', '=', authorId)
    .where('sender_id', 'is', null)
    .execute()
  return [...accounts, ...readers.map(row => ({ ...row, handle: null }))].sort((a, b) => b.since - a.since)
}

/** Ends the block of a sender: an account with the addresses that were blocked with it, or a reader. */
export async function unblockSender(db: Db, authorId: string, sender: string): Promise<void> {
  await db.deleteFrom('refused_senders').where('author_id', '=', authorId).where('sender_id', '=', sender).execute()
  await db
    .deleteFrom('blocked_addresses')
    .where('author_id', '=', authorId)
    .where(row =>
      row.or([row('sender_id', '=', sender), row.and([row('reader', '=', sender), row('sender_id', 'is', null)])]),
    )
    .execute()
}

/** The latest kept message of a reader without an account to an author; undefined if none is kept. */
export async function latestOfReader(db: Db, authorId: string, reader: string): Promise<RelayedMessageRow | undefined> {
  return db
    .selectFrom('relay_messages')
    .selectAll()
    .where('author_id', '=', authorId)
    .where('reader', '=', reader)
    .orderBy('seq', 'desc')
    .executeTakeFirst()
}

/** Notes that an author has reported a message; false if it was reported before. `now` in epoch milliseconds. */
export async function noteReported(db: Db, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('relay_messages')
    .set({ reported_at: now })
    .where('id', '=', id)
    .where('reported_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Keeps senders out of the relay until a time; a later end of before stays. Times in epoch milliseconds. */
export async function pauseSenders(db: Db, senders: readonly string[], until: number, now: number): Promise<void> {
  for (const sender of senders)
    await db
      .insertInto('paused_senders')
      .values({ sender, until, created_at: now })
      .onConflict(conflict =>
        conflict.column('sender').doUpdateSet({ until }).where('paused_senders.until', '<', until),
      )
      .execute()
}

/** Until when one of these senders is kept out of the relay (epoch ms); null if none is. */
export async function pausedUntil(db: Db, senders: readonly string[], now: number): Promise<number | null> {
  const row = await db
    .selectFrom('paused_senders')
    .select('until')
    .where('sender', 'in', [...senders])
    .where('until', '>', now)
    .orderBy('until', 'desc')
    .executeTakeFirst()
  return row?.until ?? null
}

/** Forgets the pauses that have ended by a time (epoch ms). */
export async function forgetPauses(db: Db, now: number): Promise<void> {
  await db.deleteFrom('paused_senders').where('until', '<=', now).execute()
}
