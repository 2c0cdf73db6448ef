// Posts: their owners and their public state. The status of a post is the status of its first revision.
import { type Insertable, type Selectable, sql } from 'kysely'
import type { PostStatus } from '../../contract/posts.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { selectForClaim, selectForUpdate } from '../database/locks.ts'
import { prepared, preparedForList, preparedRows, preparedWrite } from '../database/prepared.ts'
import type { Db, PostsTable } from '../database/schema.ts'
import type { RevisionRow } from './revisions.ts'

/** A post with columns of its first revision. */
export type PostRow = Selectable<PostsTable> & Pick<RevisionRow, (typeof ofFirst)[number]>
export type NewPost = Omit<Insertable<PostsTable>, 'seq'>

/** The columns of the first revision that every reader of a post needs. */
const ofFirst = [
  'status',
  'price',
  'submitted_at',
  'rejection_category',
  'rejection_reason',
  'rejection_penalized',
  'rejection_amount',
  'rejection_basis',
  'decided_at',
  'judge_until',
  'approval',
  'approval_at',
  'approval_reason',
] as const

const select = (db: Db) =>
  db
    .selectFrom('posts')
    .innerJoin('revisions', 'revisions.id', 'posts.id')
    .selectAll('posts')
    .select(ofFirst.map(column => `revisions.${column}` as const))

const insert = preparedWrite<NewPost>()((db, p) =>
  db
    .insertInto('posts')
    .values({
      id: p('id'),
      site: p('site'),
      account_id: p('account_id'),
      key_id: p('key_id'),
      latest_revision: p('latest_revision'),
      shown_revision: p('shown_revision'),
      version: p('version'),
      event: p('event'),
      live_fingerprint: p('live_fingerprint'),
      published_at: p('published_at'),
      expires_at: p('expires_at'),
      public_json: p('public_json'),
    })
    .onConflict(conflict => conflict.doNothing()),
)

/** Inserts a post; false when a live post with the same fingerprint exists. The caller then inserts the first revision. */
export async function insertPost(db: Db, post: NewPost): Promise<boolean> {
  return (await insert(db, post)) === 1
}

const insertAll = preparedRows<NewPost>()((db, rows) => db.insertInto('posts').values(rows))

/** Inserts many posts. Throws if one cannot be inserted. */
export async function insertPosts(db: Db, posts: readonly NewPost[]): Promise<void> {
  await insertAll(db, posts)
}

const byId = prepared<{ id: string }>()((db, p) => select(db).where('posts.id', '=', p('id')))

/** The post with this id, whatever its status. */
export async function postById(db: Db, id: string): Promise<PostRow | undefined> {
  return (await byId(db, { id }))[0]
}

const locked = prepared<{ id: string }>()((db, p) => select(db).where('posts.id', '=', p('id')).$call(selectForUpdate))

/**
 * The post with this id, locked with its first revision until the transaction ends: every transaction that changes the post
 * or decides one of its revisions takes this lock first.
 */
export async function lockPost(db: Db, id: string): Promise<PostRow | undefined> {
  return (await locked(db, { id }))[0]
}

const lockedIfFree = preparedForList()([8, 32, 128], (db, ids) =>
  select(db).where('posts.id', 'in', ids).orderBy('posts.id').$call(selectForClaim),
)

/** As `lockPost`, for several posts: without waiting, so that one which another transaction has locked is left out. */
export async function lockFreePosts(db: Db, ids: readonly string[]): Promise<PostRow[]> {
  return lockedIfFree(db, ids, {})
}

const byIds = preparedForList()([8, 32, 128], (db, ids) => select(db).where('posts.id', 'in', ids))

/** The posts with these ids, by id. */
export async function postsById(db: Db, ids: readonly string[]): Promise<Map<string, PostRow>> {
  return new Map((await byIds(db, ids, {})).map(post => [post.id, post]))
}

/** A live post: its key, its status, and whether it is public. */
export type LivePost = { id: string; key_id: string; status: PostStatus; public: 0 | 1 }

const live = prepared<{ fingerprint: string }>()((db, p) =>
  db
    .selectFrom('posts')
    .innerJoin('revisions', 'revisions.id', 'posts.id')
    .select([
      'posts.id',
      'posts.key_id',
      'revisions.status',
      sql<0 | 1>`case when public_json is null then 0 else 1 end`.as('public'),
    ])
    .where('live_fingerprint', '=', p('fingerprint')),
)

export async function livePostWith(db: Db, fingerprint: string): Promise<LivePost | undefined> {
  return (await live(db, { fingerprint }))[0]
}

/** A change of a post; `version` grows with every change of the shown text. */
export type PostChange = Partial<Omit<Selectable<PostsTable>, 'id' | 'seq' | 'site' | 'account_id' | 'key_id'>>

const shown = preparedWrite<
  Required<Omit<PostChange, 'latest_revision' | 'event'>> & { id: string; event: string | null }
>()((db, p) =>
  db
    .updateTable('posts')
    .set({
      shown_revision: p('shown_revision'),
      version: p('version'),
      event: p('event'),
      live_fingerprint: p('live_fingerprint'),
      published_at: p('published_at'),
      expires_at: p('expires_at'),
      hidden_at: p('hidden_at'),
      public_json: p('public_json'),
    })
    .where('id', '=', p('id')),
)

/** Writes the public state of a post. The caller holds the lock of the post. */
export async function showPost(
  db: Db,
  id: string,
  change: Required<Omit<PostChange, 'latest_revision'>>,
): Promise<void> {
  await shown(db, { id, ...change })
}

/** Hides a post from the public; null as `live_fingerprint` lets the same text be posted again. */
export async function hidePost(
  db: Db,
  id: string,
  change: { live_fingerprint: string | null; version: number; hidden_at: number | null },
) {
  await db
    .updateTable('posts')
    .set({ ...change, public_json: null })
    .where('id', '=', id)
    .execute()
}

/** Sets the fingerprint of a post once it is bought: from then on its text counts as live. No live post may have the same one. */
export async function setFingerprint(db: Db, id: string, fingerprint: string): Promise<void> {
  await db.updateTable('posts').set({ live_fingerprint: fingerprint }).where('id', '=', id).execute()
}

/** Names the revision that was submitted last. */
export async function setLatestRevision(db: Db, id: string, revisionId: string): Promise<void> {
  await db.updateTable('posts').set({ latest_revision: revisionId }).where('id', '=', id).execute()
}

/** Removes the fingerprints of up to `limit` expired posts, so that the same text may be posted again. Returns those posts. */
export async function releaseExpired(
  db: Db,
  now: number,
  limit: number,
): Promise<Pick<PostRow, 'id' | 'shown_revision'>[]> {
  const expired = db
    .selectFrom('posts')
    .select('id')
    .where('live_fingerprint', 'is not', null)
    .where('expires_at', '<=', now)
    .limit(limit)
    .$call(selectForClaim)
  return db
    .updateTable('posts')
    .set({ live_fingerprint: null })
    .where('id', 'in', expired)
    .returning(['id', 'shown_revision'])
    .execute()
}

/** Posts that a key has created on a site, newest first, before a sequence number; deleted posts only with that `status`. */
export async function postsOfKey(
  db: Db,
  of: { keyId: string; site: SiteId; status: PostStatus | undefined; before: number | undefined; limit: number },
): Promise<PostRow[]> {
  let query = select(db).where('posts.key_id', '=', of.keyId).where('posts.site', '=', of.site)
  query = of.status
    ? query.where('revisions.status', '=', of.status)
    : query.where('revisions.status', '<>', sql.lit('deleted' as const))
  if (of.before !== undefined) query = query.where('posts.seq', '<', of.before)
  return query.orderBy('posts.seq', 'desc').limit(of.limit).execute()
}
