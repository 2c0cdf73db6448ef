// The outbox of posts that standing searches have yet to look at, and the posts that they have found, each once.
import { type Insertable, type Selectable, sql } from 'kysely'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { selectForShare } from '../database/locks.ts'
import { prepared, preparedForList, preparedWrite } from '../database/prepared.ts'
import type { Db, StandingMatchesTable, StandingPostsTable } from '../database/schema.ts'

export type StandingPost = Selectable<StandingPostsTable>

const insertIfSought = preparedWrite<{
  id: string
  post_id: string
  site: SiteId
  before_revision: string | null
  now: number
}>()((db, p) =>
  db
    .insertInto('standing_posts')
    .columns(['id', 'post_id', 'site', 'before_revision', 'created_at', 'due_at', 'attempts'])
    .expression(
      db
        .selectNoFrom([
          sql<string>`cast(${p('id')} as text)`.as('id'),
          sql<string>`cast(${p('post_id')} as text)`.as('post_id'),
          sql<SiteId>`cast(${p('site')} as text)`.as('site'),
          sql<string | null>`cast(${p('before_revision')} as text)`.as('before_revision'),
          sql<number>`cast(${p('now')} as bigint)`.as('created_at'),
          sql<number>`cast(${p('now')} as bigint)`.as('due_at'),
          sql.lit(0).as('attempts'),
        ])
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('standing_searches')
              .select(sql.lit(1).as('one'))
              .where('standing_searches.site', '=', p('site'))
              .limit(sql.lit(1)),
          ),
        ),
    ),
)

/** Puts a post that is shown now (epoch ms) into the outbox, if a search stands on its site. Returns whether it did. */
export async function queueForSearches(
  db: Db,
  post: Pick<StandingPost, 'id' | 'post_id' | 'site' | 'before_revision'> & { now: number },
): Promise<boolean> {
  return (await insertIfSought(db, post)) > 0
}

const listed = prepared<{ postId: string }>()((db, p) =>
  db.selectFrom('listing').select('expires_at').where('post_id', '=', p('postId')),
)

/** Whether lists and search have a post at `now` (epoch ms). */
export async function isListed(db: Db, postId: string, now: number): Promise<boolean> {
  const [row] = await listed(db, { postId })
  return row !== undefined && (row.expires_at === null || row.expires_at > now)
}

/** The posts of the outbox that are due at `now` (epoch ms), the oldest first. */
export async function dueStandingPosts(db: Db, now: number, limit: number): Promise<StandingPost[]> {
  return due(db, { now, limit })
}

const due = prepared<{ now: number; limit: number }>()((db, p) =>
  db
    .selectFrom('standing_posts')
    .selectAll()
    .where('due_at', '<=', p('now'))
    .orderBy('due_at')
    .orderBy('id')
    .limit(p('limit')),
)

/** Whether a post is in the outbox. */
export async function hasStandingPost(db: Db, id: string): Promise<boolean> {
  return (await db.selectFrom('standing_posts').select('id').where('id', '=', id).execute()).length > 0
}

const remove = preparedWrite<{ id: string }>()((db, p) => db.deleteFrom('standing_posts').where('id', '=', p('id')))

/** Takes a post out of the outbox. False if another worker did. */
export async function removeStandingPost(db: Db, id: string): Promise<boolean> {
  return (await remove(db, { id })) > 0
}

/** Lets a post of the outbox wait until `dueAt` (epoch ms), after `attempts` that failed. */
export async function postponeStandingPost(db: Db, id: string, attempts: number, dueAt: number): Promise<void> {
  await db.updateTable('standing_posts').set({ due_at: dueAt, attempts }).where('id', '=', id).execute()
}

/** The lock keeps a search from being deleted before its match is stored. */
const lockSearches = preparedForList()([4, 200], (db, searches) =>
  db
    .selectFrom('standing_searches')
    .select(['id', 'account_id', 'site'])
    .where('id', 'in', searches)
    .orderBy('id')
    .$call(selectForShare),
)

const insertFresh = preparedForList<{ postId: string; now: number }>()([4, 200], (db, searches, p) =>
  db
    .insertInto('standing_matches')
    .columns(['search_id', 'post_id', 'matched_at'])
    .expression(
      db
        .selectFrom('standing_searches')
        .select([
          'id',
          sql<string>`cast(${p('postId')} as text)`.as('post_id'),
          sql<number>`cast(${p('now')} as bigint)`.as('matched_at'),
        ])
        .where('id', 'in', searches)
        .orderBy('id'),
    )
    .onConflict(conflict => conflict.doNothing())
    .returning('search_id'),
)

/** Stores matches, each search and post once; a search that is gone gets none. Returns the searches that had not found the post. */
export async function insertMatches(
  db: Db,
  searches: readonly string[],
  { post_id, matched_at }: Omit<Insertable<StandingMatchesTable>, 'search_id'>,
): Promise<{ id: string; account_id: string; site: SiteId }[]> {
  const there = await lockSearches(db, searches, {})
  const ids = there.map(({ id }) => id)
  const inserted = await insertFresh(db, ids, { postId: post_id, now: matched_at })
  const fresh = new Set(inserted.map(({ search_id }) => search_id))
  return there.filter(({ id }) => fresh.has(id))
}

/** A post that a search has found, with its stored text. */
export type Matched = { post_id: string; public_json: string }

/** The newest posts that a search has found and that are listed at `now` (epoch ms), the newest first. */
export async function matchedTexts(db: Db, searchId: string, limit: number, now: number): Promise<Matched[]> {
  return db
    .selectFrom('standing_matches')
    .innerJoin('listing', 'listing.post_id', 'standing_matches.post_id')
    .innerJoin('listing_texts', 'listing_texts.listing_seq', 'listing.seq')
    .select(['standing_matches.post_id', 'listing_texts.public_json'])
    .where('standing_matches.search_id', '=', searchId)
    .where(row => row.or([row('listing.expires_at', 'is', null), row('listing.expires_at', '>', now)]))
    .orderBy('standing_matches.matched_at', 'desc')
    .orderBy('standing_matches.post_id', 'desc')
    .limit(limit)
    .execute()
}

/** What a search has found, oldest first. */
export async function matchesOf(db: Db, searchId: string): Promise<Selectable<StandingMatchesTable>[]> {
  return db
    .selectFrom('standing_matches')
    .selectAll()
    .where('search_id', '=', searchId)
    .orderBy('matched_at')
    .orderBy('post_id')
    .execute()
}

/** Forgets matches from before an instant (epoch ms). */
export async function forgetMatches(db: Db, before: number): Promise<void> {
  await db.deleteFrom('standing_matches').where('matched_at', '<', before).execute()
}
