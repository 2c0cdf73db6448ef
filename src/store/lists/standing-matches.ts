// The outbox of posts that standing searches have yet to look at, and the posts that they have found, each once.
import { type Selectable, sql } from 'kysely'
import { selectForShare, selectForUpdate } from '../database/locks.ts'
import {
  prepared,
  preparedForList,
  preparedRows,
  preparedRowsReturning,
  preparedWrite,
  together,
} from '../database/prepared.ts'
import type { Db, StandingMatchesTable, StandingPostsTable } from '../database/schema.ts'

export type StandingPost = Selectable<StandingPostsTable>

type NewStandingPost = Pick<StandingPost, 'id' | 'post_id' | 'site' | 'before_revision'> & { now: number }

const insertIfSought = preparedRows<NewStandingPost>()((db, rows) => {
  const asked = rows.map(row => sql`(${row.id}, ${row.post_id}, ${row.site}, ${row.before_revision}, ${row.now})`)
  const statement = sql`
    insert into standing_posts (id, post_id, site, before_revision, created_at, due_at, attempts)
    select column1, column2, column3, cast(column4 as text), cast(column5 as bigint), cast(column5 as bigint), 0
    from (values ${sql.join(asked)}) asked
    where exists (select 1 from standing_searches where standing_searches.site = asked.column3 limit 1)`
  return { compile: () => statement.compile(db) }
})

/** Puts posts that are shown now (epoch ms) into the outbox, if a search stands on their site. Returns how many. */
export async function queueForSearches(db: Db, posts: readonly NewStandingPost[]): Promise<number> {
  return insertIfSought(db, posts)
}

/**
 * A post of the outbox, with what lists and search show of it. The columns of the post are null when it is gone, those of the list
 * when lists do not have it.
 */
export type ShownStandingPost = Awaited<ReturnType<typeof due>>[number]

const withPosts = (db: Db) =>
  db
    .selectFrom('standing_posts')
    .leftJoin('posts', 'posts.id', 'standing_posts.post_id')
    .leftJoin('revisions', 'revisions.id', 'posts.shown_revision')
    .leftJoin('listing', 'listing.post_id', 'posts.id')
    .selectAll('standing_posts')
    .select(['posts.account_id', 'posts.version', 'posts.event', 'posts.shown_revision'])
    .select(['revisions.fields', 'revisions.facts', 'listing.seq as listing_seq', 'listing.expires_at'])
    .select(sql<0 | 1>`case when posts.public_json is null then 0 else 1 end`.as('public'))

/** The posts of the outbox that are due at `now` (epoch ms), the oldest first. */
export async function dueStandingPosts(db: Db, now: number, limit: number): Promise<ShownStandingPost[]> {
  return due(db, { now, limit })
}

const due = prepared<{ now: number; limit: number }>()((db, p) =>
  withPosts(db)
    .where('standing_posts.due_at', '<=', p('now'))
    .orderBy('standing_posts.due_at')
    .orderBy('standing_posts.id')
    .limit(p('limit')),
)

/** Those of these posts that are still in the outbox, in the order of their ids, as they are shown now. */
export async function standingPostsById(db: Db, ids: readonly string[]): Promise<ShownStandingPost[]> {
  if (ids.length === 0) return []
  return withPosts(db).where('standing_posts.id', 'in', ids).orderBy('standing_posts.id').execute()
}

const held = preparedForList()([1, 8, 64], (db, ids) =>
  db
    .selectFrom('standing_posts')
    .select('id')
    .select(({ selectFrom }) => [
      selectFrom('posts').select('version').whereRef('posts.id', '=', 'standing_posts.post_id').as('version'),
      selectFrom('posts').select('published_at').whereRef('posts.id', '=', 'standing_posts.post_id').as('published_at'),
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .$call(selectForUpdate),
)

/**
 * Locks posts of the outbox until the transaction ends, and keeps searches from being deleted. Returns the posts that are there with
 * their version and the time of their publication, by the id of their row, and the searches that are there, by their id.
 */
export async function holdStandingPosts(db: Db, ids: readonly string[], searches: readonly string[]) {
  const [posts, there] = await together(held(db, ids, {}), lockSearches(db, searches, {}))
  return {
    posts: new Map(posts.map(post => [post.id, post])),
    searches: new Map(there.map(search => [search.id, search])),
  }
}

const removeAll = preparedForList()([1, 8, 64], (db, ids) =>
  db.deleteFrom('standing_posts').where('id', 'in', ids).returning('id'),
)

const remove = preparedWrite<{ id: string }>()((db, p) => db.deleteFrom('standing_posts').where('id', '=', p('id')))

/** Takes a post out of the outbox. False if another worker did. */
export async function removeStandingPost(db: Db, id: string): Promise<boolean> {
  return (await remove(db, { id })) > 0
}

/** Lets a post of the outbox wait until `dueAt` (epoch ms), after `attempts` that failed. */
export async function postponeStandingPost(db: Db, id: string, attempts: number, dueAt: number): Promise<void> {
  await db.updateTable('standing_posts').set({ due_at: dueAt, attempts }).where('id', '=', id).execute()
}

const lockSearches = preparedForList()([4, 200], (db, searches) =>
  db
    .selectFrom('standing_searches')
    .select(['id', 'account_id', 'site'])
    .where('id', 'in', searches)
    .orderBy('id')
    .$call(selectForShare),
)

const insertFresh = preparedRowsReturning<StandingMatchesTable>()((db, rows) =>
  db
    .insertInto('standing_matches')
    .values(rows)
    .onConflict(conflict => conflict.doNothing())
    .returning(['search_id', 'post_id']),
)

/**
 * Stores matches, each search and post once, and takes posts out of the outbox. The caller holds the posts and the searches. Returns
 * the matches that were not there.
 */
export async function recordMatches(
  db: Db,
  matches: readonly StandingMatchesTable[],
  doneIds: readonly string[],
): Promise<Pick<StandingMatchesTable, 'search_id' | 'post_id'>[]> {
  const [fresh] = await together(
    matches.length > 0 ? insertFresh(db, matches) : Promise.resolve([]),
    removeAll(db, doneIds, {}),
  )
  return fresh
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
