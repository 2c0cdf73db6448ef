// What near-duplicates of live posts find them by; a post has rows here from its claim by the moderation until it is live no more.
import type { Kysely } from 'kysely'
import type { PostStatus } from '../../contract/posts.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import type { Dialect } from '../database/dialect.ts'
import { prepared } from '../database/prepared.ts'
import type { Database } from '../database/schema.ts'

type Db = Kysely<Database>
type Parameters = Record<string, never>

/** Adds the keys of posts; what is there already stays. */
export async function addNearDuplicateKeys(
  db: Db,
  { maxParameters }: Dialect,
  posts: readonly { postId: string; keys: readonly number[] }[],
): Promise<void> {
  const rows = posts.flatMap(({ postId, keys }) => keys.map(key => ({ key, post_id: postId })))
  const fitting = Math.floor(maxParameters / 2)
  for (let i = 0; i < rows.length; i += fitting)
    await db
      .insertInto('near_duplicate_keys')
      .values(rows.slice(i, i + fitting))
      .onConflict(conflict => conflict.doNothing())
      .execute()
}

/** Removes the keys of a post. */
export async function removeNearDuplicateKeys(db: Db, postId: string, keys: readonly number[]): Promise<void> {
  if (keys.length > 0)
    await db.deleteFrom('near_duplicate_keys').where('key', 'in', keys).where('post_id', '=', postId).execute()
}

/** Rows of one look-up that are read: a text that thousands share is known well enough by the first of them. */
const mostRows = 200

/** A live post that shares keys with a text, with the text that it shows and where that stands in the queue. Times are epoch milliseconds. */
export type SharingPost = {
  id: string
  seq: number
  accountId: string
  /** Its first text. */
  submittedAt: number
  /** The text that it shows. */
  shownSubmittedAt: number
  fields: string
  fingerprint: string
  status: PostStatus
  lease_until: number | null
}

/** The live posts of a site that share keys, most keys first, of those the newest, at most `limit`. */
export async function postsSharingKeys(
  db: Db,
  { site, keys, limit }: { site: SiteId; keys: readonly number[]; limit: number },
): Promise<SharingPost[]> {
  if (keys.length === 0) return []
  const named = Object.fromEntries(keys.map((key, i) => [`key${i}`, key]))
  return sharingOf(keys.length)(db, { ...named, site, limit } as unknown as Parameters)
}

const sharing = new Map<number, (db: Db, parameters: Parameters) => Promise<SharingPost[]>>()

/** One query that looks so many keys up, compiled once. */
function sharingOf(size: number): (db: Db, parameters: Parameters) => Promise<SharingPost[]> {
  let query = sharing.get(size)
  if (!query) {
    query = prepared<Parameters>()((db, p) =>
      db
        .selectFrom(
          db
            .selectFrom(
              db
                .selectFrom('near_duplicate_keys')
                .select('post_id')
                .where(
                  'key',
                  'in',
                  Array.from({ length: size }, (_, i) => p(`key${i}`)),
                )
                .limit(mostRows)
                .as('found'),
            )
            .select(of => ['found.post_id', of.fn.countAll<number>().as('keys')])
            .groupBy('found.post_id')
            .as('shared'),
        )
        .innerJoin('posts', 'posts.id', 'shared.post_id')
        .innerJoin('revisions as first', 'first.id', 'posts.id')
        .innerJoin('revisions as shown', 'shown.id', 'posts.shown_revision')
        .select([
          'posts.id',
          'posts.seq',
          'posts.account_id as accountId',
          'first.submitted_at as submittedAt',
          'shown.submitted_at as shownSubmittedAt',
          'shown.fields',
          'shown.fingerprint',
          'shown.status',
          'shown.lease_until',
        ])
        .where('posts.site', '=', p('site'))
        .where('posts.live_fingerprint', 'is not', null)
        .orderBy('shared.keys', 'desc')
        .orderBy('posts.seq', 'desc')
        .limit(p('limit')),
    )
    sharing.set(size, query)
  }
  return query
}
