// The keys by which near-duplicates of live posts are found; a live post has keys from its claim by the moderation worker on.
import type { PostStatus } from '../../contract/posts.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { prepared, preparedRows } from '../database/prepared.ts'
import type { Db } from '../database/schema.ts'

type Parameters = Record<string, never>

const insert = preparedRows<{ key: number; post_id: string }>()((db, rows) =>
  db
    .insertInto('near_duplicate_keys')
    .values(rows)
    .onConflict(conflict => conflict.doNothing()),
)

/** Adds the keys of posts; a repeat changes nothing. */
export async function addNearDuplicateKeys(
  db: Db,
  posts: readonly { postId: string; keys: readonly number[] }[],
): Promise<void> {
  const rows = posts.flatMap(({ postId, keys }) => keys.map(key => ({ key, post_id: postId })))
  if (rows.length > 0) await insert(db, rows)
}

export async function removeNearDuplicateKeys(db: Db, postId: string, keys: readonly number[]): Promise<void> {
  if (keys.length > 0)
    await db.deleteFrom('near_duplicate_keys').where('key', 'in', keys).where('post_id', '=', postId).execute()
}

/** The most rows that a look-up reads: for a text that thousands share, the first rows are enough. */
const mostRows = 200

/** A live post that shares keys with a text, with its shown text and the status of that text. Times are epoch milliseconds. */
export type SharingPost = {
  id: string
  seq: number
  accountId: string
  /** When the first text was submitted. */
  submittedAt: number
  /** When the shown text was submitted. */
  shownSubmittedAt: number
  fields: string
  fingerprint: string
  status: PostStatus
  lease_until: number | null
}

/** The live posts of a site that share keys, most keys first, then newest first, at most `limit`. */
export async function postsSharingKeys(
  db: Db,
  { site, keys, limit }: { site: SiteId; keys: readonly number[]; limit: number },
): Promise<SharingPost[]> {
  if (keys.length === 0) return []
  const named = Object.fromEntries(keys.map((key, i) => [`key${i}`, key]))
  return sharingOf(keys.length)(db, { ...named, site, limit } as unknown as Parameters)
}

const sharing = new Map<number, (db: Db, parameters: Parameters) => Promise<SharingPost[]>>()

/** The query for a number of keys, compiled once for each number. */
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
