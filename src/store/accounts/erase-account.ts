// Schedules the erasure of an account, and erases it table by table (contract.md §11).
import { sql } from 'kysely'
import { deletedHandle } from '../../domain/accounts/handle.ts'
import { withoutAuthor } from '../../domain/posts/post.ts'
import type { Db } from '../database/schema.ts'
import { erasedText } from '../posts/revisions.ts'
import { updateAccount } from './accounts.ts'
import { deleteSessions } from './sessions.ts'

/** Schedules the erasure of an account at a time (epoch ms); false when it is scheduled already. */
export async function setErasure(db: Db, id: string, eraseAt: number): Promise<boolean> {
  const result = await db
    .updateTable('accounts')
    .set({ erase_at: eraseAt })
    .where('id', '=', id)
    .where('erase_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Cancels the erasure of an account at `eraseAt`; false when it is done, cancelled or scheduled anew. Times in epoch ms. */
export async function takeBackErasure(db: Db, id: string, eraseAt: number, now: number): Promise<boolean> {
  const result = await db
    .updateTable('accounts')
    .set({ erase_at: null })
    .where('id', '=', id)
    .where('erase_at', '=', eraseAt)
    .where('erase_at', '>', now)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Accounts whose erasure is due, at most `limit`. `now` in epoch ms. */
export async function dueErasures(db: Db, now: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('erase_at', '<=', now)
    .where('erased_at', 'is', null)
    .orderBy('erase_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Erased accounts with a balance, at most `limit`: a refund may arrive after the erasure. */
export async function erasedWithMoney(db: Db, limit: number): Promise<string[]> {
  const owed = db
    .selectFrom('accounts')
    .select('id')
    .where('erased_at', 'is not', null)
    .where('balance', '>', sql.lit(0))
  return (await owed.orderBy('id').limit(limit).execute()).map(({ id }) => id)
}

/** Erases name, address, handle and card of an account. Its row stays for the ledger, and its hashes on the ban list stay. */
export async function erasePerson(db: Db, id: string, now: number): Promise<void> {
  await updateAccount(db, id, {
    ...{ name: '', email: '', email_key: '', handle: deletedHandle, email_verified: 0, erased_at: now },
    ...{ card_on_file: 0, card_fingerprint: null, auto_recharge_enabled: 0 },
  })
  await db.updateTable('api_keys').set({ name: '' }).where('account_id', '=', id).execute()
  await db.deleteFrom('cards').where('account_id', '=', id).execute()
  await db
    .updateTable('payments')
    .set({ customer: null, method: null })
    .where('account_id', '=', id)
    .where('due_at', 'is', null)
    .execute()
}

/** Erases what an account sent and received: stored answers, endpoints, events, messages, and its part of reports and appeals. */
export async function eraseRecords(db: Db, id: string, emailKey: string): Promise<void> {
  const ofAccount = db.selectFrom('api_keys').select('id').where('account_id', '=', id)
  await db.deleteFrom('idempotency').where('key_id', 'in', ofAccount).execute()
  await db.deleteFrom('webhooks').where('account_id', '=', id).execute()
  await db.deleteFrom('events').where('account_id', '=', id).execute()
  await deleteSessions(db, id)
  await db.deleteFrom('held_messages').where('account_id', '=', id).execute()
  await db
    .deleteFrom('refused_senders')
    .where(row => row.or([row('author_id', '=', id), row('sender_id', '=', id)]))
    .execute()
  await db
    .updateTable('reports')
    .set({ email: null })
    .where(row => row.or([row('account_id', '=', id), row(sql`lower(email)`, '=', emailKey)]))
    .execute()
  await db.updateTable('appeals').set({ message: '' }).where('account_id', '=', id).execute()
  // The details of an open report are needed until a person has decided on it.
  await db
    .updateTable('reports')
    .set({ details: null })
    .where('account_id', '=', id)
    .where('state', '<>', sql.lit('open' as const))
    .execute()
}

/** Erases the texts of an account that are not public, with their readings, verdicts and examples. */
export async function eraseTexts(db: Db, id: string): Promise<void> {
  const ofAccount = db.selectFrom('revisions').select('id').where('account_id', '=', id)
  await db.deleteFrom('examples').where('revision_id', 'in', ofAccount).execute()
  await db.deleteFrom('review_samples').where('revision_id', 'in', ofAccount).where('second_at', 'is', null).execute()
  const shown = db
    .selectFrom('posts')
    .select('shown_revision')
    .where('account_id', '=', id)
    .where('public_json', 'is not', null)
  await db.updateTable('revisions').set({ approval_reason: null }).where('account_id', '=', id).execute()
  await db.updateTable('revisions').set(erasedText).where('account_id', '=', id).where('id', 'not in', shown).execute()
}

/** Removes the author from the public posts of an account. Their new version invalidates publications that were prepared before. */
export async function eraseAuthor(db: Db, id: string): Promise<void> {
  const posts = await db
    .selectFrom('posts')
    .leftJoin('listing', 'listing.post_id', 'posts.id')
    .select(['posts.id', 'posts.public_json', 'listing.seq as listed'])
    .where('posts.account_id', '=', id)
    .where('posts.public_json', 'is not', null)
    .execute()
  for (const { id: postId, public_json: json, listed } of posts) {
    const public_json = withoutAuthor(json as string)
    await db
      .updateTable('posts')
      .set({ public_json, version: sql<number>`version + 1` })
      .where('id', '=', postId)
      .execute()
    if (listed !== null)
      await db.updateTable('listing_texts').set({ public_json }).where('listing_seq', '=', listed).execute()
  }
}
