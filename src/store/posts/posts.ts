// Posts: their rows, the queue of those that wait for a decision, and the compare-and-set that every transition uses.
import type { Insertable, Kysely, Selectable } from 'kysely'
import type { PostStatus } from '../../contract/posts.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import type { Dialect } from '../database/dialect.ts'
import { selectForUpdate } from '../database/locks.ts'
import { prepared, preparedWrite } from '../database/prepared.ts'
import type { Database, PostsTable } from '../database/schema.ts'
import { claimQueuedOf, type QueueClaim } from './decision-queue.ts'

type Db = Kysely<Database>
export type PostRow = Selectable<PostsTable>
export type NewPost = Omit<Insertable<PostsTable>, 'seq' | 'latest_edit'>

const insert = preparedWrite<Record<keyof NewPost, never>>()((db, p) =>
  db
    .insertInto('posts')
    .values({
      id: p('id'),
      site: p('site'),
      account_id: p('account_id'),
      key_id: p('key_id'),
      status: p('status'),
      price: p('price'),
      fields: p('fields'),
      facts: p('facts'),
      live_fingerprint: p('live_fingerprint'),
      submitted_at: p('submitted_at'),
      decided_at: p('decided_at'),
      published_at: p('published_at'),
      expires_at: p('expires_at'),
      public_json: p('public_json'),
      verdict: p('verdict'),
      rejection_category: p('rejection_category'),
      rejection_reason: p('rejection_reason'),
      rejection_penalized: p('rejection_penalized'),
      rejection_amount: p('rejection_amount'),
      due_at: p('due_at'),
      attempts: p('attempts'),
      lease_token: p('lease_token'),
      lease_until: p('lease_until'),
    })
    .onConflict(conflict => conflict.doNothing()),
)

/** Inserts a post; false when a live post with the same fingerprint exists. */
export async function insertPost(db: Db, post: NewPost): Promise<boolean> {
  return (await insert(db, post as unknown as Record<keyof NewPost, never>)) === 1
}

/** Inserts posts that are decided already; all of them or, by throwing, none. */
export async function insertDecidedPosts(db: Db, posts: readonly NewPost[]): Promise<void> {
  if (posts.length > 0) await db.insertInto('posts').values(posts).execute()
}

const byId = prepared<{ id: string }>()((db, p) => db.selectFrom('posts').selectAll().where('id', '=', p('id')))

/** The post with this id, whatever its status. */
export async function postById(db: Db, id: string): Promise<PostRow | undefined> {
  return (await byId(db, { id }))[0]
}

const held = prepared<{ id: string }>()((db, p) =>
  db.selectFrom('posts').selectAll().where('id', '=', p('id')).$call(selectForUpdate),
)

/** The post with this id as it is until the transaction ends: whoever else would change it waits. Taken before any edit of it. */
export async function holdPost(db: Db, _: Dialect, id: string): Promise<PostRow | undefined> {
  return (await held(db, { id }))[0]
}

const live = prepared<{ fingerprint: string }>()((db, p) =>
  db.selectFrom('posts').select('id').where('live_fingerprint', '=', p('fingerprint')),
)

/** The id of the live post that has this fingerprint. */
export async function livePostWith(db: Db, fingerprint: string): Promise<string | undefined> {
  return (await live(db, { fingerprint }))[0]?.id
}

/** What a transition sets besides the status. */
export type PostChange = Partial<Omit<PostRow, 'id' | 'seq' | 'status' | 'site' | 'account_id' | 'key_id' | 'price'>>

/** Moves a post from one of the expected statuses; false when it stands elsewhere: then nothing has changed. */
export async function moveStatus(
  db: Db,
  id: string,
  from: readonly PostStatus[],
  to: PostStatus,
  change: PostChange,
): Promise<boolean> {
  const result = await db
    .updateTable('posts')
    .set({ ...change, status: to, lease_token: null, lease_until: null })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Claims queued posts for a decision. */
export async function claimQueued(db: Db, dialect: Dialect, claim: QueueClaim): Promise<PostRow[]> {
  return (await claimQueuedOf(db, dialect, 'posts', claim)) as PostRow[]
}

const queued = prepared<Record<string, never>>()(db =>
  db
    .selectFrom('posts')
    .select(count => count.fn.countAll<number>().as('n'))
    .where('status', '=', 'queued'),
)

/** How many posts wait for a decision. */
export async function queueLength(db: Db): Promise<number> {
  return (await queued(db, {}))[0]?.n ?? 0
}

/** Posts in review, oldest first. */
export async function postsInReview(db: Db, limit: number): Promise<PostRow[]> {
  return db.selectFrom('posts').selectAll().where('status', '=', 'review').orderBy('seq').limit(limit).execute()
}

/** What an edit changes of a published post; false when the post is no longer published: then nothing has changed. */
export async function replacePublished(
  db: Db,
  id: string,
  change: Pick<PostRow, 'fields' | 'facts' | 'live_fingerprint' | 'expires_at' | 'public_json'>,
): Promise<boolean> {
  const result = await db
    .updateTable('posts')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'published')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Lets go of the fingerprints of up to `limit` posts that have expired, so that the same text may be posted again. Those posts. */
export async function releaseExpired(db: Db, now: number, limit: number): Promise<Pick<PostRow, 'id' | 'facts'>[]> {
  const expired = db
    .selectFrom('posts')
    .select('id')
    .where('live_fingerprint', 'is not', null)
    .where('expires_at', '<=', now)
    .limit(limit)
  return db
    .updateTable('posts')
    .set({ live_fingerprint: null })
    .where('id', 'in', expired)
    .returning(['id', 'facts'])
    .execute()
}

/** Posts that a key created on a site and did not delete, newest first, those before a sequence number. */
export async function postsOfKey(
  db: Db,
  of: { keyId: string; site: SiteId; status: PostStatus | undefined; before: number | undefined; limit: number },
): Promise<PostRow[]> {
  let query = db.selectFrom('posts').selectAll().where('key_id', '=', of.keyId).where('site', '=', of.site)
  query = of.status ? query.where('status', '=', of.status) : query.where('status', '<>', 'deleted')
  if (of.before !== undefined) query = query.where('seq', '<', of.before)
  return query.orderBy('seq', 'desc').limit(of.limit).execute()
}
