// What lists and search show: published posts until they expire, with the full-text index beside them.
import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely'
import type { SiteId } from '../../contract/site-ids.ts'
import { subdivisionsIn } from '../../domain/countries.ts'
import { type Circle, onSphere, type Point } from '../../domain/geo.ts'
import type { PostFacts } from '../../domain/post.ts'
import { listingTags } from '../../domain/publication.ts'
import { headlineOf, topicMark } from '../../domain/relevance.ts'
import type { SearchDocument, SearchTerm } from '../../domain/search-text.ts'
import type { Dialect } from '../database/dialect.ts'
import { prepared } from '../database/prepared.ts'
import type { Database, ListingTable } from '../database/schema.ts'

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

/** Rows that a narrowed list looks at in its order before it asks the index for all that match. */
const walkedRows = 2_000

/**
 * One page of a list: a keyset on the sequence or on the start time, never an offset. What many posts match is found by walking
 * a bounded way in the order of the list, what few match by the index: neither grows with the number of posts.
 */
export async function listPage(db: Db, dialect: Dialect, filter: ListFilter, page: ListPage): Promise<ListedPost[]> {
  const narrowed = isNarrow(filter) || (page.order === 'newest' && isWindowed(filter))
  const walked = await walkedPage(db, filter, page, narrowed ? walkedRows : null)
  if (!narrowed || walked.length === page.limit) return walked
  return isNarrow(filter) ? matchingPage(db, dialect, filter, page) : startingPage(db, filter, page)
}

/** The page as far as `rows` rows of the order lead, or all of it. */
async function walkedPage(db: Db, filter: ListFilter, page: ListPage, rows: number | null): Promise<ListedPost[]> {
  const bound = rows === null ? sql`` : sql`limit ${rows}`
  const way =
    page.order === 'newest'
      ? sql`select seq, 0 as starts_at from listing where site = ${filter.site} and ${after(page, 'seq')} order by seq desc ${bound}`
      : sql`select listing_seq as seq, starts_at from occurrences where occurrences.site = ${filter.site} and ${nextOccurrence(filter, page)} order by starts_at, listing_seq ${bound}`
  const order = page.order === 'newest' ? sql`way.seq desc` : sql`way.starts_at, way.seq`
  return run(
    db,
    sql`select listing.seq, way.starts_at as "startsAt", listing.public_json as json
      from (${way}) way cross join listing
      where listing.seq = way.seq and ${shown(filter, page)} and ${narrow(filter)}
      order by ${order} limit ${page.limit}`,
  )
}

/** The page out of everything that matches, by the index. */
async function matchingPage(
  db: Db,
  { searchIndex }: Dialect,
  filter: ListFilter,
  page: ListPage,
): Promise<ListedPost[]> {
  const matches = searchIndex.match({ terms: [], tags: filterTags(filter), anyOf: filter.near?.cells })
  const found = sql`listing.seq = ${searchIndex.seq} and ${matches} and ${shown(filter, page)} and ${narrow(filter)}`
  if (page.order === 'newest')
    return run(
      db,
      sql`select listing.seq, 0 as "startsAt", listing.public_json as json
        from listing_search cross join listing
        where ${found} and ${after(page, 'listing.seq')} order by ${searchIndex.newestOfFew} limit ${page.limit}`,
    )
  // An expression keeps databases from walking in this order: few rows match. Their site is among the tags; asking for it once
  // more would offer the index by site, which leads to all posts.
  return run(
    db,
    sql`select listing.seq, occurrences.starts_at as "startsAt", listing.public_json as json
      from listing_search cross join occurrences cross join listing
      where occurrences.listing_seq = ${searchIndex.seq} and ${nextOccurrence(filter, page)} and ${found}
      order by occurrences.starts_at + 0, listing.seq limit ${page.limit}`,
  )
}

/** The page of the newest posts with an occurrence in a window that few posts have. */
async function startingPage(db: Db, filter: ListFilter, page: ListPage): Promise<ListedPost[]> {
  return run(
    db,
    sql`select listing.seq, 0 as "startsAt", listing.public_json as json
      from (select distinct listing_seq as seq from occurrences where site = ${filter.site} and ${inWindow(filter, filter.now)}) found
      cross join listing
      where listing.seq = found.seq and ${notExpired(filter)} and ${after(page, 'listing.seq')}
      order by listing.seq + 0 desc limit ${page.limit}`,
  )
}

async function run(db: Db, query: RawBuilder<unknown>): Promise<ListedPost[]> {
  return (await (query as RawBuilder<ListedPost>).execute(db)).rows
}

type Condition = RawBuilder<unknown>
const both = (...conditions: Condition[]): Condition => sql`(${sql.join(conditions, sql` and `)})`
const always: Condition = sql`1 = 1`

function after({ after }: ListPage, seq: 'seq' | 'listing.seq'): Condition {
  return after ? sql`${sql.ref(seq)} < ${after.seq}` : always
}

/** Occurrences that order their posts: the first that is not over as of the page and lies in the window, past its position. */
function nextOccurrence(filter: ListFilter, { after, asOf = filter.now }: ListPage): Condition {
  const { startsAfter = earliest } = filter
  // A value, not a condition: it is looked up row by row, where "not exists" may be answered by reading the whole table.
  const first = sql`coalesce((
    select 1 from occurrences earlier
    where earlier.listing_seq = occurrences.listing_seq and earlier.starts_at < occurrences.starts_at
      and earlier.ends_at > ${asOf} and earlier.starts_at >= ${startsAfter} limit 1), 0) = 0`
  const beyond = after
    ? sql`(occurrences.starts_at, occurrences.listing_seq) > (${after.startsAt}, ${after.seq})`
    : always
  return both(inWindow(filter, asOf), beyond, first)
}

function inWindow({ startsAfter, startsBefore }: ListFilter, asOf: number): Condition {
  return both(
    sql`occurrences.ends_at > ${asOf}`,
    startsAfter === undefined ? always : sql`occurrences.starts_at >= ${startsAfter}`,
    startsBefore === undefined ? always : sql`occurrences.starts_at < ${startsBefore}`,
  )
}

function notExpired({ now }: ListFilter): Condition {
  return sql`(listing.expires_at is null or listing.expires_at > ${now})`
}

/** Conditions on the row that no index has to know; where the order is by time, the window is in the order already. */
function shown(filter: ListFilter, { order }: Pick<ListPage, 'order'>): Condition {
  const windowed = order === 'newest' && isWindowed(filter)
  const starts = sql`exists (
    select 1 from occurrences where occurrences.listing_seq = listing.seq and ${inWindow(filter, filter.now)})`
  return both(sql`listing.site = ${filter.site}`, notExpired(filter), windowed ? starts : always)
}

/** What narrows a list, as conditions on the row. */
function narrow({ topic, country, state, city, near }: ListFilter): Condition {
  return both(
    country === undefined ? always : sql`listing.country = ${country}`,
    state === undefined ? always : sql`listing.state in (${sql.join(subdivisionsIn(state))})`,
    city === undefined ? always : sql`listing.city = ${city}`,
    topic === undefined ? always : sql`listing.headline like ${`%${topicMark(topic)}%`}`,
    near === undefined ? always : inCircle(near),
  )
}

/** The square of the straight line to the centre: sums and products alone, so that databases agree to the last bit. */
function inCircle({ centre, chordSquared }: Circle): Condition {
  const squared = (axis: 'x' | 'y' | 'z') => {
    const step = sql`(${sql.ref(`listing.${axis}`)} - ${centre[axis]})`
    return sql`${step} * ${step}`
  }
  return sql`${squared('x')} + ${squared('y')} + ${squared('z')} <= ${chordSquared}`
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
  { searchIndex }: Dialect,
  filter: ListFilter,
  terms: readonly SearchTerm[],
  limit: number,
): Promise<{ seq: number; headline: string }[]> {
  const matches = searchIndex.match({ terms, tags: filterTags(filter), anyOf: filter.near?.cells })
  const near = filter.near ? inCircle(filter.near) : always
  const query = sql<{ seq: number; headline: string }>`
    select listing.seq, listing.headline from listing_search cross join listing
    where listing.seq = ${searchIndex.seq} and ${matches} and ${shown(filter, { order: 'newest' })} and ${near}
    order by ${searchIndex.seq} desc limit ${limit}`
  return (await query.execute(db)).rows
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
  const rows = await db
    .selectFrom('listing')
    .select(['seq', sql<number>`0`.as('startsAt'), 'public_json as json'])
    .where('seq', 'in', seqs)
    .execute()
  const bySeq = new Map(rows.map(row => [row.seq, row]))
  return seqs.flatMap(seq => bySeq.get(seq) ?? [])
}

const json = prepared<{ id: string }>()((db, p) =>
  db.selectFrom('posts').select(['public_json', 'status', 'published_at', 'site', 'key_id']).where('id', '=', p('id')),
)

/** What anyone may see of a post: its text while published, and whether it once was. */
export async function publicPost(
  db: Db,
  id: string,
): Promise<
  { json: string | null; published: boolean; everPublished: boolean; site: SiteId; keyId: string } | undefined
> {
  const [row] = await json(db, { id })
  if (!row) return undefined
  const published = row.status === 'published'
  return {
    json: published ? row.public_json : null,
    published,
    everPublished: row.published_at !== null,
    site: row.site,
    keyId: row.key_id,
  }
}

/** What a JavaScript date can hold. */
const [earliest, latest] = [-8.64e15, 8.64e15]

/** Whether a list asks for more than a site: then the index finds it. */
function isNarrow({ topic, country, state, city, near }: ListFilter): boolean {
  return [topic, country, state, city, near].some(given => given !== undefined)
}

function isWindowed({ startsAfter, startsBefore }: ListFilter): boolean {
  return startsAfter !== undefined || startsBefore !== undefined
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
