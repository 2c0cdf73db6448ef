// Adds published posts to lists and search, replaces their texts there, and removes them.
import type { Insertable } from 'kysely'
import { onSphere, type SpherePoint } from '../../domain/places/geo.ts'
import type { ListingRow } from '../../domain/posts/publication.ts'
import { headlineOf, stemmedHeadlineOf } from '../../domain/text/relevance.ts'
import type { SearchDocument } from '../../domain/text/search-text.ts'
import type { Dialect } from '../database/dialect.ts'
import { preparedRows, preparedRowsReturning, together } from '../database/prepared.ts'
import type { Db, ListingTable, ListingTextsTable, OccurrencesTable } from '../database/schema.ts'
import { readRowTags, rowTags, tagMarks } from './row-tags.ts'
import { countTags, noteTags } from './tag-counts.ts'

/** The rows of a publication in lists and search. */
export type NewListing = { row: ListingRow; document: SearchDocument }
type Listed = { seq: number; row: ListingRow }
type Columns = Required<Omit<Insertable<ListingTable>, 'seq'>>

const nowhere: { [axis in keyof SpherePoint]: null } = { x: null, y: null, z: null }

function columnsOf({ row, document }: NewListing): Columns {
  const { post_id, site, starts_at, expires_at, changed_at, area, place, price } = row
  const point = place ? onSphere(place) : nowhere
  const asked = { currency: price?.currency ?? null, price: price?.units ?? null }
  const own = { post_id, site, starts_at, expires_at, changed_at, area, ...asked }
  return { ...own, tags: rowTags(row.tags), ...headlines(document), ...point }
}

const headlines = (document: SearchDocument) => ({
  headline: headlineOf(document),
  stemmed: stemmedHeadlineOf(document),
})

/** Adds posts that are published now to lists and search, in the order given. Returns their sequence numbers there. */
export async function addPublished(db: Db, dialect: Dialect, posts: readonly NewListing[]): Promise<number[]> {
  const listed = await insertListings(db, posts)
  const changes = listed.map(({ row }) => ({ ...row, posts: 1 as const }))
  await together(noteTags(db, changes), insertTexts(db, listed), insertOccurrences(db, listed))
  await dialect.searchIndex.addAll(db, listed)
  return listed.map(({ seq }) => seq)
}

/** As `addPublished`, for many posts: it counts their tags at once, and locks those counts until the transaction ends. */
export async function addListings(db: Db, dialect: Dialect, posts: readonly NewListing[]): Promise<void> {
  if (posts.length === 0) return
  const listed = await insertListings(db, posts)
  await insertTexts(db, listed)
  await countTags(
    db,
    listed.map(({ row }) => ({ ...row, posts: 1 })),
  )
  await dialect.searchIndex.addAll(db, listed)
  await insertOccurrences(db, listed)
}

const insert = preparedRowsReturning<Columns>()((db, rows) =>
  db.insertInto('listing').values(rows).returning(['seq', 'post_id']),
)

async function insertListings(db: Db, posts: readonly NewListing[]) {
  const inserted = await insert(db, posts.map(columnsOf))
  // The database may return rows in any order.
  const seqs = new Map(inserted.map(({ seq, post_id }) => [post_id, seq]))
  return posts.map(({ row, document }) => {
    const seq = seqs.get(row.post_id)
    if (seq === undefined) throw new Error(`post ${row.post_id} could not be listed`)
    return { seq, site: row.site, row, document }
  })
}

const insertJson = preparedRows<ListingTextsTable>()((db, rows) => db.insertInto('listing_texts').values(rows))

const insertTexts = (db: Db, posts: readonly Listed[]) =>
  insertJson(
    db,
    posts.map(({ seq, row }) => ({ listing_seq: seq, public_json: row.public_json })),
  )

const insertTimes = preparedRows<OccurrencesTable>()((db, rows) => db.insertInto('occurrences').values(rows))

/** Inserts the occurrences of listed posts, with the columns that lists by time filter by. */
async function insertOccurrences(db: Db, posts: readonly Listed[]): Promise<void> {
  const rows = posts.flatMap(({ seq, row }): OccurrencesTable[] => {
    const of = { site: row.site, marks: tagMarks(row.tags), ...(row.place ? onSphere(row.place) : nowhere) }
    return row.times.map(({ startsAt, endsAt, days }) => ({
      ...{ listing_seq: seq, starts_at: startsAt, ends_at: endsAt, first_day: days.from, last_day: days.to },
      ...of,
    }))
  })
  await insertTimes(db, rows)
}

/** Replaces the text of a listed post in its position. Returns the former tags and area; undefined if the post is not listed. */
export async function replaceListing(
  db: Db,
  dialect: Dialect,
  row: ListingRow,
  document: SearchDocument,
): Promise<Pick<ListingRow, 'tags' | 'area'> | undefined> {
  const { post_id, ...change } = columnsOf({ row, document })
  // No lock here: the caller holds the lock of the post.
  const before = await db
    .selectFrom('listing')
    .select(['seq', 'tags', 'area'])
    .where('post_id', '=', post_id)
    .executeTakeFirst()
  if (!before) return undefined
  const { seq } = before
  await db.updateTable('listing').set(change).where('seq', '=', seq).execute()
  if (before.tags !== change.tags || before.area !== change.area)
    await noteTags(db, [
      { site: row.site, tags: readRowTags(before.tags), area: before.area, posts: -1 },
      { ...row, posts: 1 },
    ])
  await db.updateTable('listing_texts').set({ public_json: row.public_json }).where('listing_seq', '=', seq).execute()
  await dialect.searchIndex.remove(db, { seq, site: row.site })
  await dialect.searchIndex.add(db, { seq, site: row.site, document })
  await db.deleteFrom('occurrences').where('listing_seq', '=', seq).execute()
  await insertOccurrences(db, [{ seq, row }])
  return { tags: readRowTags(before.tags), area: before.area }
}

/** Removes a post from lists and search. Returns its former tags and area; undefined if it was not listed. */
export async function removeListing(
  db: Db,
  dialect: Dialect,
  postId: string,
): Promise<Pick<ListingRow, 'tags' | 'area'> | undefined> {
  const row = await db
    .deleteFrom('listing')
    .where('post_id', '=', postId)
    .returning(['seq', 'site', 'tags', 'area'])
    .executeTakeFirst()
  if (!row) return undefined
  await dialect.searchIndex.remove(db, row)
  const listed = { tags: readRowTags(row.tags), area: row.area }
  await noteTags(db, [{ site: row.site, ...listed, posts: -1 }])
  return listed
}
