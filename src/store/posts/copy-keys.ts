// The keys by which near copies of live posts are found; a post has rows here as long as it is live.
import type { Kysely } from 'kysely'
import type { SiteId } from '../../contract/site-ids.ts'
import { prepared, preparedWrite } from '../database/prepared.ts'
import type { Database } from '../database/schema.ts'

type Db = Kysely<Database>
type Parameters = Record<string, never>

const inserts = new Map<number, (db: Db, parameters: Parameters) => Promise<number>>()

/** One statement that inserts so many keys, compiled once. */
function insertOf(size: number): (db: Db, parameters: Parameters) => Promise<number> {
  let insert = inserts.get(size)
  if (!insert) {
    insert = preparedWrite<Parameters>()((db, p) =>
      db
        .insertInto('copy_keys')
        .values(Array.from({ length: size }, (_, i) => ({ copy_key: p(`key${i}`), post_id: p('post') })))
        .onConflict(conflict => conflict.doNothing()),
    )
    inserts.set(size, insert)
  }
  return insert
}

/** Remembers the keys of a post that has become live. */
export async function addCopyKeys(db: Db, postId: string, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return
  await insertOf(keys.length)(db, { ...named(keys), post: postId } as unknown as Parameters)
}

/** Remembers the keys of many posts at once. */
export async function addManyCopyKeys(
  db: Db,
  posts: readonly { postId: string; keys: readonly number[] }[],
): Promise<void> {
  const rows = posts.flatMap(({ postId, keys }) => keys.map(copy_key => ({ copy_key, post_id: postId })))
  if (rows.length > 0) await db.insertInto('copy_keys').values(rows).execute()
}

/** Forgets the keys of a post that is no longer live. */
export async function removeCopyKeys(db: Db, postId: string, keys: readonly number[]): Promise<void> {
  if (keys.length > 0)
    await db.deleteFrom('copy_keys').where('copy_key', 'in', keys).where('post_id', '=', postId).execute()
}

/** Rows of one look-up that are read; a text that thousands share is known well enough by the first of them. */
const mostRows = 200

/** The live posts of a site that share keys, most keys first, at most `limit`; with what they were sent with and their fingerprints. */
export async function postsWithCopyKeys(
  db: Db,
  site: SiteId,
  keys: readonly number[],
  limit: number,
): Promise<{ id: string; fields: string; live_fingerprint: string | null }[]> {
  if (keys.length === 0) return []
  return sharingOf(keys.length)(db, { ...named(keys), site, limit } as unknown as Parameters)
}

type Sharing = { id: string; fields: string; live_fingerprint: string | null }
const sharing = new Map<number, (db: Db, parameters: Parameters) => Promise<Sharing[]>>()

/** One query that looks so many keys up, compiled once. */
function sharingOf(size: number): (db: Db, parameters: Parameters) => Promise<Sharing[]> {
  let query = sharing.get(size)
  if (!query) {
    query = prepared<Parameters>()((db, p) =>
      db
        .selectFrom(
          db
            .selectFrom(
              db
                .selectFrom('copy_keys')
                .select('post_id')
                .where(
                  'copy_key',
                  'in',
                  Array.from({ length: size }, (_, i) => p(`key${i}`)),
                )
                .limit(mostRows)
                .as('found'),
            )
            .select(of => ['found.post_id', of.fn.countAll<number>().as('keys')])
            .groupBy('found.post_id')
            .orderBy('keys', 'desc')
            .orderBy('found.post_id')
            .limit(p('limit'))
            .as('shared'),
        )
        .innerJoin('posts', 'posts.id', 'shared.post_id')
        .select(['posts.id', 'posts.fields', 'posts.live_fingerprint'])
        .where('posts.site', '=', p('site'))
        .where('posts.live_fingerprint', 'is not', null)
        .orderBy('shared.keys', 'desc')
        .orderBy('posts.id'),
    )
    sharing.set(size, query)
  }
  return query
}

function named(keys: readonly number[]): Record<string, number> {
  return Object.fromEntries(keys.map((key, i) => [`key${i}`, key]))
}
