// What lists and search show: published posts until they expire, with the full-text index beside them.
import { type Insertable, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { SiteId } from '../contract/site-ids.ts'
import { type Circle, onSphere, type Point } from '../domain/geo.ts'
import type { PostFacts } from '../domain/post.ts'
import { listingTags } from '../domain/publication.ts'
import { headlineOf } from '../domain/relevance.ts'
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
  /** Only posts with an occurrence that is not over and starts in this window. */
  startsAfter?: number | undefined
  startsBefore?: number | undefined
  near?: Circle | undefined
}

export type ListOrder = 'newest' | 'soonest'

/** Where the next page begins: after this row, in the order of the list. */
export type ListPosition = { seq: number; startsAt: number }

/**
 * A page of a list. `asOf` is the instant that a walk through the soonest posts shows from its first page to its last, so that
 * an occurrence that ends on the way does not move its post to another page; without it, now.
 */
export type ListPage = { order: ListOrder; after: ListPosition | null; limit: number; asOf?: number }

/** `startsAt` is the occurrence that orders the post where the order is soonest first, else 0. */
export type ListedPost = { seq: number; startsAt: number; json: string }

/** What is given of a post that is listed: columns, and its occurrences; the rest is derived. */
export type NewListing = Omit<Insertable<ListingTable>, 'seq' | keyof Derived> & { times: readonly Times[] }

type Times = PostFacts['times'][number]
type Derived = Pick<ListingTable, 'headline' | 'x' | 'y' | 'z'>

/** Columns that follow from the document and the place. */
export function derivedColumns(document: SearchDocument, place: Point | null): Derived {
  return { headline: headlineOf(document), ...(place ? onSphere(place) : { x: null, y: null, z: null }) }
}

function columnsOf({ times: _, ...row }: NewListing, document: SearchDocument) {
  const { lat = null, lon = null } = row
  return { ...row, ...derivedColumns(document, lat === null || lon === null ? null : { lat, lon }) }
}

/** Adds a published post to lists and search. The sequence number it got. */
export async function addListing(db: Db, dialect: Dialect, row: NewListing, document: SearchDocument): Promise<number> {
  const [inserted] = await insert(db, columnsOf(row, document) as Required<ReturnType<typeof columnsOf>>)
  if (!inserted) throw new Error(`post ${row.post_id} could not be listed`)
  await dialect.searchIndex.add(db, inserted.seq, document)
  await insertOccurrences(db, dialect, [{ seq: inserted.seq, site: row.site, times: row.times }])
  return inserted.seq
}

/** Adds several published posts to lists and search, in the order given. */
export async function addListings(
  db: Db,
  dialect: Dialect,
  posts: readonly { row: NewListing; document: SearchDocument }[],
): Promise<void> {
  if (posts.length === 0) return
  const inserted = await db
    .insertInto('listing')
    .values(posts.map(({ row, document }) => columnsOf(row, document)))
    .returning(['seq', 'post_id'])
    .execute()
  // Rows come back in any order.
  const seqs = new Map(inserted.map(({ seq, post_id }) => [post_id, seq]))
  const listed = posts.map(({ row, document }) => {
    const seq = seqs.get(row.post_id)
    if (seq === undefined) throw new Error(`post ${row.post_id} could not be listed`)
    return { seq, site: row.site, times: row.times, document }
  })
  await dialect.searchIndex.addAll(db, listed)
  await insertOccurrences(db, dialect, listed)
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
      headline: p('headline'),
      x: p('x'),
      y: p('y'),
      z: p('z'),
    })
    .returning('seq'),
)

/** Writes when listed posts take place. */
export async function insertOccurrences(
  db: Db,
  dialect: Dialect,
  posts: readonly { seq: number; site: SiteId; times: readonly Times[] }[],
): Promise<void> {
  const rows = posts.flatMap(({ seq, site, times }) =>
    times.map(({ startsAt, endsAt }) => ({ listing_seq: seq, site, starts_at: startsAt, ends_at: endsAt })),
  )
  const fitting = Math.floor(dialect.maxParameters / 4)
  for (let i = 0; i < rows.length; i += fitting)
    await db
      .insertInto('occurrences')
      .values(rows.slice(i, i + fitting))
      .execute()
}

/** Shows another text of a listed post, in the place it has; false when it is not listed. */
export async function replaceListing(
  db: Db,
  dialect: Dialect,
  row: NewListing,
  document: SearchDocument,
): Promise<boolean> {
  const { post_id, ...change } = columnsOf(row, document)
  const listed = await db
    .updateTable('listing')
    .set(change)
    .where('post_id', '=', post_id)
    .returning('seq')
    .executeTakeFirst()
  if (!listed) return false
  const { seq } = listed
  await dialect.searchIndex.remove(db, seq)
  await dialect.searchIndex.add(db, seq, document)
  await db.deleteFrom('occurrences').where('listing_seq', '=', seq).execute()
  await insertOccurrences(db, dialect, [{ seq, site: row.site, times: row.times }])
  return true
}

/** Forgets occurrences that ended before an instant: nothing asks for them, and lists need not step over them. */
export async function forgetOccurrences(db: Db, before: number): Promise<void> {
  await db.deleteFrom('occurrences').where('ends_at', '<=', before).execute()
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
export async function listPage(db: Db, dialect: Dialect, filter: ListFilter, page: ListPage): Promise<ListedPost[]> {
  const { order, after, limit } = page
  if (order === 'soonest') return soonestPage(db, dialect, filter, page)
  const listed = listingQuery(db)
  let query = within(isNarrow(filter) ? matching(listed, dialect, filter, []) : listed, filter)
  if (after) query = query.where('listing.seq', '<', after.seq)
  return query.orderBy('listing.seq', 'desc').limit(limit).execute()
}

/** As `listPage`, by the first occurrence of each post that is not over and lies in the window. */
async function soonestPage(
  db: Db,
  dialect: Dialect,
  filter: ListFilter,
  { after, limit, asOf = filter.now }: ListPage,
): Promise<ListedPost[]> {
  const { startsAfter, startsBefore, ...rest } = filter
  const earlier = sql<boolean>`exists (
    select 1 from occurrences earlier
    where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at
      and earlier.ends_at > ${asOf} and earlier.starts_at >= ${startsAfter ?? earliest})`
  let query = db
    .selectFrom('occurrences')
    .innerJoin('listing', 'listing.seq', 'occurrences.listing_seq')
    .select(['listing.seq', 'occurrences.starts_at as startsAt', 'listing.public_json as json'])
    .where('occurrences.site', '=', filter.site)
    .where('occurrences.ends_at', '>', asOf)
    .where(sql<boolean>`not ${earlier}`)
  if (startsAfter !== undefined) query = query.where('occurrences.starts_at', '>=', startsAfter)
  if (startsBefore !== undefined) query = query.where('occurrences.starts_at', '<', startsBefore)
  if (after)
    query = query.where(
      sql<boolean>`(occurrences.starts_at, occurrences.listing_seq) > (${after.startsAt}, ${after.seq})`,
    )
  const listed = query as unknown as Listing
  return within(isNarrow(filter) ? matching(listed, dialect, filter, []) : listed, rest)
    .orderBy('occurrences.starts_at' as never)
    .orderBy('occurrences.listing_seq' as never)
    .limit(limit)
    .execute()
}

const ended = prepared<{ now: number }>()((db, p) =>
  db
    .selectFrom('occurrences')
    .select(max => max.fn.max('ends_at').as('at'))
    .where('ends_at', '<=', p('now')),
)

/** When an occurrence last ended, epoch ms, 0 when none has: between then and now lists by time have not changed by themselves. */
export async function lastEnd(db: Db, now: number): Promise<number> {
  return (await ended(db, { now }))[0]?.at ?? 0
}

/** Sequence numbers of the newest posts that match, newest first, with the words that rank them. */
export async function newestMatches(
  db: Db,
  dialect: Dialect,
  filter: ListFilter,
  terms: readonly SearchTerm[],
  limit: number,
): Promise<{ seq: number; headline: string }[]> {
  return within(matching(listingQuery(db), dialect, filter, terms), filter)
    .clearSelect()
    .select(['listing.seq', 'listing.headline'])
    .orderBy(dialect.searchIndex.seq, 'desc')
    .limit(limit)
    .execute()
}

/** When the first occurrence of each of these posts starts that is not over and lies in the window of the filter. */
export async function nextStarts(
  db: Db,
  seqs: readonly number[],
  { now, startsAfter, startsBefore }: ListFilter,
): Promise<Map<number, number>> {
  if (seqs.length === 0) return new Map()
  const rows = await db
    .selectFrom('occurrences')
    .select(['listing_seq', sql<number>`min(starts_at)`.as('startsAt')])
    .where('listing_seq', 'in', seqs)
    .where('ends_at', '>', now)
    .where('starts_at', '>=', startsAfter ?? earliest)
    .where('starts_at', '<', startsBefore ?? latest)
    .groupBy('listing_seq')
    .execute()
  return new Map(rows.map(row => [row.listing_seq, row.startsAt]))
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

/** What a JavaScript date can hold. */
const [earliest, latest] = [-8.64e15, 8.64e15]

function listingQuery(db: Db): Listing {
  return db.selectFrom('listing').select(['listing.seq', sql<number>`0`.as('startsAt'), 'listing.public_json as json'])
}

function matching(query: Listing, { searchIndex }: Dialect, filter: ListFilter, terms: readonly SearchTerm[]): Listing {
  return query
    .innerJoin(sql<Record<string, never>>`listing_search`.as('listing_search'), join =>
      join.on(sql<boolean>`${searchIndex.seq} = listing.seq`),
    )
    .where(searchIndex.match({ terms, tags: filterTags(filter), anyOf: filter.near?.cells })) as unknown as Listing
}

function within(query: Listing, filter: ListFilter): Listing {
  const { site, now, startsAfter, startsBefore, near } = filter
  let narrowed = query
    .where('listing.site', '=', site)
    .where(sql<boolean>`(listing.expires_at is null or listing.expires_at > ${now})`)
  if (startsAfter !== undefined || startsBefore !== undefined)
    narrowed = narrowed.where(
      sql<boolean>`exists (
        select 1 from occurrences
        where occurrences.listing_seq = listing.seq and occurrences.ends_at > ${now}
          and occurrences.starts_at >= ${startsAfter ?? earliest} and occurrences.starts_at < ${startsBefore ?? latest})`,
    )
  if (near) narrowed = narrowed.where(inCircle(near))
  return narrowed
}

/** The square of the straight line to the centre: sums and products alone, so that databases agree to the last bit. */
function inCircle({ centre, chordSquared }: Circle) {
  const squared = (axis: 'x' | 'y' | 'z') => {
    const step = sql`(${sql.ref(`listing.${axis}`)} - ${centre[axis]})`
    return sql`${step} * ${step}`
  }
  return sql<boolean>`${squared('x')} + ${squared('y')} + ${squared('z')} <= ${chordSquared}`
}

/** Whether a list asks for more than a site: then the index finds it. */
function isNarrow({ topic, country, state, city, near }: ListFilter): boolean {
  return [topic, country, state, city, near].some(given => given !== undefined)
}

function filterTags({ site, topic, country, state, city }: ListFilter): string[] {
  return listingTags({
    site,
    topics: topic === undefined ? [] : [topic],
    country: country ?? null,
    state: state ?? null,
    city: city ?? null,
    point: null,
  })
}
