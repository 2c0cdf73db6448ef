// How many listed posts have a topic or lie in a place: changes are appended with each publication, and added up by the sweep.
import { type Kysely, sql } from 'kysely'
import type { SiteId } from '../../contract/site-ids.ts'
import { type CountedTag, countedTags, type ListingRow, type TagKind } from '../../domain/publication.ts'
import type { Dialect } from '../database/dialect.ts'
import { selectForClaim } from '../database/locks.ts'
import { preparedRows } from '../database/prepared.ts'
import type { Database } from '../database/schema.ts'

type Db = Kysely<Database>
type Change = CountedTag & { site: SiteId; posts: number }

/** A listed post that came (1) or went (-1). */
type Listed = Pick<ListingRow, 'site' | 'tags' | 'area'> & { posts: 1 | -1 }

const columns = 5

const insertChanges = preparedRows<Change>()(['site', 'kind', 'within', 'name', 'posts'], (db, rows) =>
  db.insertInto('tag_changes').values(rows),
)

/** Notes that posts came or went: in rows of its own, since two publications must not wait for one count. */
export async function noteTags(db: Db, listed: readonly Listed[]): Promise<void> {
  const changes = changesOf(listed)
  if (changes.length > 0) await insertChanges(db, changes)
}

/** As `noteTags` for many posts, whose counts it may hold until the transaction ends. */
export async function countTags(db: Db, dialect: Dialect, listed: readonly Listed[]): Promise<void> {
  await addToCounts(db, dialect, changesOf(listed))
}

/** Adds up to `limit` changes to the counts. How many. */
export async function addTagChanges(db: Db, dialect: Dialect, limit: number): Promise<number> {
  const claimed = db.selectFrom('tag_changes').select('seq').orderBy('seq').limit(limit).$call(selectForClaim)
  const changes = await db
    .deleteFrom('tag_changes')
    .where('seq', 'in', claimed)
    .returning(['site', 'kind', 'within', 'name', 'posts'])
    .execute()
  await addToCounts(db, dialect, summed(changes))
  return changes.length
}

async function addToCounts(db: Db, dialect: Dialect, changes: readonly Change[]): Promise<void> {
  const fitting = Math.floor(dialect.maxParameters / columns)
  for (let i = 0; i < changes.length; i += fitting)
    await db
      .insertInto('tag_counts')
      .values(changes.slice(i, i + fitting))
      .onConflict(conflict =>
        conflict
          .columns(['site', 'kind', 'within', 'name'])
          .doUpdateSet({ posts: sql<number>`tag_counts.posts + excluded.posts` }),
      )
      .execute()
}

function changesOf(listed: readonly Listed[]): Change[] {
  return summed(listed.flatMap(({ site, posts, ...row }) => countedTags(row).map(tag => ({ ...tag, site, posts }))))
}

/** One change a tag, none where they cancel out; in one order, so that two processes that add them never wait for each other in a ring. */
function summed(changes: readonly Change[]): Change[] {
  const sums = new Map<string, Change>()
  for (const change of changes) {
    const key = [change.site, change.kind, change.within, change.name].join('\n')
    sums.set(key, { ...change, posts: change.posts + (sums.get(key)?.posts ?? 0) })
  }
  return [...sums]
    .filter(([, { posts }]) => posts !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, sum]) => sum)
}

/** A tag and the posts that have it; `within` is what a state or a city lies in. */
export type TagCount = { name: string; within: string; posts: number }

/**
 * The tags of a kind with the most posts, those with the most first; inside one place where that is given. What it costs does not grow with the number of
 * posts or tags: the counts are read in their order, and the changes since the last sweep are few.
 */
export async function mostUsedTags(
  db: Db,
  of: { site: SiteId; kind: TagKind; within?: string },
  limit: number,
): Promise<TagCount[]> {
  const { site, kind, within } = of
  const wanted = sql`site = ${site} and kind = ${kind} and ${within === undefined ? sql`1 = 1` : sql`within = ${within}`}`
  const { rows } = await sql<TagCount>`
    select name, within, sum(posts) as posts from (
      select * from (
        select name, within, posts from tag_counts where ${wanted} order by posts desc, name desc limit ${limit}) most
      union all
      select name, within, posts from tag_changes where ${wanted}
    ) found
    group by name, within having sum(posts) > 0 order by 3 desc, name limit ${limit}`.execute(db)
  return rows.map(row => ({ ...row, posts: Number(row.posts) }))
}
