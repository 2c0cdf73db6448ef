// Counts the listed posts of each topic and place: a publication appends changes, and the sweep adds them to the counts. An event that
// has ended counts until the sweep removes it from the lists.
import { sql } from 'kysely'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { type CountedTag, countedTags, type ListingRow, type TagKind } from '../../domain/posts/publication.ts'
import { selectForClaim } from '../database/locks.ts'
import { preparedRows } from '../database/prepared.ts'
import type { Db } from '../database/schema.ts'

type Change = CountedTag & { site: SiteId; posts: number }

/** A post that was listed (1) or removed from lists (-1). */
type Listed = Pick<ListingRow, 'site' | 'tags' | 'area'> & { posts: 1 | -1 }

const insertChanges = preparedRows<Change>()((db, rows) => db.insertInto('tag_changes').values(rows))

/** Appends the changes of posts that were listed or removed, so that no two publications wait for the same count. */
export async function noteTags(db: Db, listed: readonly Listed[]): Promise<void> {
  const changes = changesOf(listed)
  if (changes.length > 0) await insertChanges(db, changes)
}

/** Adds many posts to the counts directly, and locks those counts until the transaction ends. */
export async function countTags(db: Db, listed: readonly Listed[]): Promise<void> {
  await addAll(db, changesOf(listed))
}

/** Moves up to `limit` changes into the counts; returns how many. */
export async function addTagChanges(db: Db, limit: number): Promise<number> {
  const claimed = db.selectFrom('tag_changes').select('seq').orderBy('seq').limit(limit).$call(selectForClaim)
  const changes = await db
    .deleteFrom('tag_changes')
    .where('seq', 'in', claimed)
    .returning(['site', 'kind', 'within', 'name', 'posts'])
    .execute()
  await addAll(db, summed(changes))
  return changes.length
}

const addAll = preparedRows<Change>()((db, rows) =>
  db
    .insertInto('tag_counts')
    .values(rows)
    .onConflict(conflict =>
      conflict
        .columns(['site', 'kind', 'within', 'name'])
        .doUpdateSet({ posts: sql<number>`tag_counts.posts + excluded.posts` }),
    ),
)

function changesOf(listed: readonly Listed[]): Change[] {
  return summed(listed.flatMap(({ site, posts, ...row }) => countedTags(row).map(tag => ({ ...tag, site, posts }))))
}

/** One change for each tag, none if changes cancel out; sorted, so that two processes that add them never deadlock. */
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

/** A tag and the number of its posts; `within` is the area that a state or a city lies in. */
export type TagCount = { name: string; within: string; posts: number }

/**
 * The tags of a kind with the most posts, most first; only those inside one place if `within` is given. The cost does not grow
 * with the number of posts or tags: counts are read in their order, and there are few changes since the last sweep.
 */
export async function mostUsedTags(
  db: Db,
  of: { site: SiteId; kind: TagKind; within?: string },
  limit: number,
): Promise<TagCount[]> {
  const { site, kind, within } = of
  const wanted = sql`site = ${site} and kind = ${kind} and ${within === undefined ? sql`1 = 1` : sql`within = ${within}`}`
  // Changes that are not in the counts yet can lift a tag into the first `limit` or drop one out, so one more row is read for each.
  const { rows } = await sql<TagCount>`
    select name, within, sum(posts) as posts from (
      select * from (
        select * from (
          select name, within, posts from tag_counts where ${wanted} order by posts desc, name desc
          limit ${limit} + (select count(*) from tag_changes where ${wanted})) most
        union
        select name, within, posts from tag_counts where ${wanted} and (within, name) in (
          select within, name from tag_changes where ${wanted})) counted
      union all
      select name, within, posts from tag_changes where ${wanted}
    ) found
    group by name, within having sum(posts) > 0 order by 3 desc, name limit ${limit}`.execute(db)
  return rows.map(row => ({ ...row, posts: Number(row.posts) }))
}

/** The numbers of posts of these tags of a kind, by name; none for tags without posts. Found by the key of the counts. */
export async function countsOf(
  db: Db,
  { site, kind }: { site: SiteId; kind: TagKind },
  tags: readonly { within: string; name: string }[],
): Promise<Map<string, number>> {
  if (tags.length === 0) return new Map()
  const pairs = sql.join(tags.map(({ within, name }) => sql`(${within}, ${name})`))
  const wanted = sql`site = ${site} and kind = ${kind} and (within, name) in (values ${pairs})`
  const { rows } = await sql<{ name: string; posts: number }>`
    select name, sum(posts) as posts from (
      select name, posts from tag_counts where ${wanted}
      union all select name, posts from tag_changes where ${wanted}) found
    group by name having sum(posts) > 0`.execute(db)
  return new Map(rows.map(({ name, posts }) => [name, Number(posts)]))
}
