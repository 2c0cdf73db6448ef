// Writes another author, or none, into the public posts of an account (contract.md §11).
import { sql } from 'kysely'
import { deletedHandle } from '../../domain/accounts/handle.ts'
import { withAuthor } from '../../domain/posts/post.ts'
import type { Db } from '../database/schema.ts'

/** Removes the author from the public posts of an account. */
export async function eraseAuthor(db: Db, { id }: { id: string }): Promise<void> {
  await writeAuthor(db, { id, handle: deletedHandle })
}

/**
 * Writes a handle into the public posts of an account. The new version of every post that is or may become public invalidates
 * publications that were prepared before.
 */
export async function writeAuthor(db: Db, { id, handle }: { id: string; handle: string }): Promise<void> {
  // Found by the keys of the account, since the index of posts begins with the key.
  const keys = db.selectFrom('api_keys').select('api_keys.id').where('api_keys.account_id', '=', id)
  await db
    .updateTable('posts')
    .set({ version: sql<number>`version + 1` })
    .where('key_id', 'in', keys)
    .where('public_json', 'is', null)
    .execute()
  const posts = await db
    .selectFrom('posts')
    .leftJoin('listing', 'listing.post_id', 'posts.id')
    .select(['posts.id', 'posts.public_json', 'listing.seq as listed'])
    .where('posts.key_id', 'in', keys)
    .where('posts.public_json', 'is not', null)
    .execute()
  for (const { id: postId, public_json: json, listed } of posts) {
    const public_json = withAuthor(json as string, handle)
    await db
      .updateTable('posts')
      .set({ public_json, version: sql<number>`version + 1` })
      .where('id', '=', postId)
      .execute()
    if (listed !== null)
      await db.updateTable('listing_texts').set({ public_json }).where('listing_seq', '=', listed).execute()
  }
}
