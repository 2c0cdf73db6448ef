// What lists and search show: published posts until they expire, with the full-text index beside them.
import { type Insertable, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { SiteId } from '../contract/site-ids.ts'
import { listingTags } from '../domain/publication.ts'
import type { SearchDocument, SearchTerm } from '../domain/search-text.ts'
import type { Dialect } from './dialect.ts'
import { prepared } from './prepared.ts'
import type { Database, ListingTable } from './schema.ts'

type Db = Kysely<Database>

/** Which posts a list shows. Times are epoch milliseconds. */
export type ListFilter = {
  site: SiteId
  now: number
  topic?: string | undefined
  country?: string | undefined
  state?: string | undefined
  city?: number | undefined
  startsAfter?: number | undefined
  startsBefore?: number | undefined
}

export type ListOrder = 'newest' | 'soonest'

/** Where the next page begins: after this row, in the order of the list. */
export type ListPosition = { seq: number; startsAt: number }

export type ListedPost = { seq: number; startsAt: number; json: string }

/** Adds a published post to lists and search. The sequence number it got. */
export async function addListing(
  db: Db,
  dialect: Dialect,
  row: Omit<Insertable<ListingTable>, 'seq'>,
  document: SearchDocument,
): Promise<number> {
  const [inserted] = await insert(db, row as Required<typeof row>)
  if (!inserted) throw new Error(`post ${row.post_id} could not be listed`)
  await dialect.searchIndex.add(db, inserted.seq, document)
  return inserted.seq
}

/** Adds several published posts to lists and search, in the order given. */
export async function addListings(
  db: Db,
  dialect: Dialect,
  posts: readonly { row: Omit<Insertable<ListingTable>, 'seq'>; document: SearchDocument }[],
): Promise<void> {
  if (posts.length === 0) return
  const inserted = await db
    .insertInto('listing')
    .values(posts.map(({ row }) => row))
    .returning(['seq', 'post_id'])
    .execute()
  // Rows come back in any order.
  const seqs = new Map(inserted.map(({ seq, post_id }) => [post_id, seq]))
  const documents = posts.map(({ row, document }) => {
    const seq = seqs.get(row.post_id)
    if (seq === undefined) throw new Error(`post ${row.post_id} could not be listed`)
    return { seq, document }
  })
  await dialect.searchIndex.addAll(db, documents)
}

const insert = prepared<Omit<Required<Insertable<ListingTable>>, 'seq'>>()((db, p) =>
  db
    .insertInto('listing')
    .values({
      post_id: p('post_id'),
      site: p('site'),
      starts_at: p('starts_at'),
      ends_at: p('ends_at'),
      expires_at: p('expires_at'),
      country: p('country'),
      state: p('state'),
      city: p('city'),
      lat: p('lat'),
      lon: p('lon'),
      public_json: p('public_json'),
    })
    .returning('seq'),
)

/** Shows another text of a listed post, in the place it has; false when it is not listed. */
export async function replaceListing(
  db: Db,
  dialect: Dialect,
  row: Omit<Insertable<ListingTable>, 'seq'>,
  document: SearchDocument,
): Promise<boolean> {
  const { post_id, ...change } = row
  const listed = await db
    .updateTable('listing')
    .set(change)
    .where('post_id', '=', post_id)
    .returning('seq')
    .executeTakeFirst()
  if (!listed) return false
  await dialect.searchIndex.remove(db, listed.seq)
  await dialect.searchIndex.add(db, listed.seq, document)
  return true
}

/** Takes a post out of lists and search; nothing happens when it is not there. */
export async function removeListing(db: Db, dialect: Dialect, postId: string): Promise<void> {
  const row = await db.deleteFrom('listing').where('post_id', '=', postId).returning('seq').executeTakeFirst()
  if (row) await dialect.searchIndex.remove(db, row.seq)
}

/** Takes up to `limit` posts that have expired out of lists and search. How many. */
export async function removeExpired(db: Db, dialect: Dialect, now: number, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('listing')
    .select(['seq', 'post_id'])
    .where('expires_at', '<=', now)
    .limit(limit)
    .execute()
  for (const row of rows) await removeListing(db, dialect, row.post_id)
  return rows.length
}

type Listing = SelectQueryBuilder<Database, 'listing', { seq: number; startsAt: number; json: string }>

/** One page of a list: a keyset on the sequence or on the start time, never an offset. */
export async function listPage(
  db: Db,
  dialect: Dialect,
  filter: ListFilter,
  page: { order: ListOrder; after: ListPosition | null; limit: number },
): Promise<ListedPost[]> {
  const tags = filterTags(filter)
  const narrowed = tags.length > 1 ? matching(db, dialect, { terms: [], tags }) : listingQuery(db)
  let query = within(narrowed, filter)
  const { order, after } = page
  if (order === 'newest') {
    if (after) query = query.where('listing.seq', '<', after.seq)
    query = query.orderBy('listing.seq', 'desc')
  } else {
    if (after)
      query = query.where(
        sql<boolean>`(listing.starts_at > ${after.startsAt} or (listing.starts_at = ${after.startsAt} and listing.seq > ${after.seq}))`,
      )
    query = query.orderBy('listing.starts_at').orderBy('listing.seq')
  }
  return query.limit(page.limit).execute()
}

/** Sequence numbers and starts of the newest posts that match, newest first. */
export async function newestMatches(
  db: Db,
  dialect: Dialect,
  filter: ListFilter,
  terms: readonly SearchTerm[],
  limit: number,
): Promise<number[]> {
  const rows = await within(matching(db, dialect, { terms, tags: filterTags(filter) }), filter)
    .clearSelect()
    .select('listing.seq')
    .orderBy(dialect.searchIndex.seq, 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => row.seq)
}

/** The listed posts with these sequence numbers, in the order asked for. */
export async function listedBySeq(db: Db, seqs: readonly number[]): Promise<ListedPost[]> {
  if (seqs.length === 0) return []
  const rows = await listingQuery(db).where('listing.seq', 'in', seqs).execute()
  const bySeq = new Map(rows.map(row => [row.seq, row]))
  return seqs.flatMap(seq => bySeq.get(seq) ?? [])
}

const json = prepared<{ id: string }>()((db, p) =>
  db.selectFrom('posts').select(['public_json', 'status', 'published_at', 'site']).where('id', '=', p('id')),
)

/** What anyone may see of a post: its text while published, and whether it once was. */
export async function publicPost(
  db: Db,
  id: string,
): Promise<{ json: string | null; published: boolean; everPublished: boolean; site: SiteId } | undefined> {
  const [row] = await json(db, { id })
  if (!row) return undefined
  const published = row.status === 'published'
  return {
    json: published ? row.public_json : null,
    published,
    everPublished: row.published_at !== null,
    site: row.site,
  }
}

function listingQuery(db: Db): Listing {
  return db
    .selectFrom('listing')
    .select(['listing.seq', sql<number>`coalesce(listing.starts_at, 0)`.as('startsAt'), 'listing.public_json as json'])
}

function matching(db: Db, dialect: Dialect, match: { terms: readonly SearchTerm[]; tags: readonly string[] }): Listing {
  const { searchIndex } = dialect
  return listingQuery(db)
    .innerJoin(sql<Record<string, never>>`listing_search`.as('listing_search'), join =>
      join.on(sql<boolean>`${searchIndex.seq} = listing.seq`),
    )
    .where(searchIndex.match(match)) as unknown as Listing
}

function within(query: Listing, filter: ListFilter): Listing {
  const { site, now, startsAfter, startsBefore } = filter
  let narrowed = query
    .where('listing.site', '=', site)
    .where(sql<boolean>`(listing.expires_at is null or listing.expires_at > ${now})`)
  if (startsAfter !== undefined) narrowed = narrowed.where('listing.starts_at', '>=', startsAfter)
  if (startsBefore !== undefined) narrowed = narrowed.where('listing.starts_at', '<', startsBefore)
  return narrowed
}

function filterTags(filter: ListFilter): string[] {
  const { site, topic, country, state, city } = filter
  return listingTags({
    site,
    topics: topic ? [topic] : [],
    country: country ?? null,
    state: state ?? null,
    city: city ?? null,
  })
}
