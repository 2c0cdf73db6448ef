// Finds the newest posts that match a search, with the words that rank them and their texts.
import { type RawBuilder, sql } from 'kysely'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { SearchClause } from '../../domain/text/search-text.ts'
import type { Dialect } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'
import { earliest, inWindow, type ListFilter, latest, matching } from './list-filter.ts'

/** A matching post, and the words and stems that rank it. */
export type Match = { seq: number; headline: string; stemmed: string }

/** The newest posts that match, newest first; with `before` only those with a smaller sequence number. */
export async function newestMatches(
  db: Db,
  dialect: Dialect,
  filter: ListFilter,
  clauses: readonly SearchClause[],
  limit: number,
  before?: number,
): Promise<Match[]> {
  const page = newest<Match>(dialect, filter, clauses, { limit, before }, sql`, listing.headline, listing.stemmed`)
  return (await page.execute(db)).rows
}

/**
 * Of the `among` newest posts that match, those with one of these texts in their headline, newest first. The database leaves the others
 * out: to hand over a row costs more than to find it.
 */
export async function headlineMatches(
  db: Db,
  dialect: Dialect,
  filter: ListFilter,
  clauses: readonly SearchClause[],
  { among, texts }: { among: number; texts: readonly string[] },
): Promise<Match[]> {
  const columns = sql`, listing.headline, listing.stemmed`
  const page = newest(dialect, filter, clauses, { limit: among, before: undefined }, columns)
  const holds = texts.map(text => sql`found.headline like ${`%${text}%`}`)
  const { rows } = await sql<Match>`
    select found.seq, found.headline, found.stemmed from (${page}) found
    where ${sql.join(holds, sql` or `)} order by found.seq desc`.execute(db)
  return rows
}

/** Up to `limit` of the newest posts that match, with their prices in the smallest unit; the filter has a currency. */
export async function pricedMatches(
  db: Db,
  dialect: Dialect,
  filter: ListFilter,
  clauses: readonly SearchClause[],
  limit: number,
  before?: number,
): Promise<{ seq: number; price: number }[]> {
  const page = newest<{ seq: number; price: number }>(dialect, filter, clauses, { limit, before }, sql`, listing.price`)
  return (await page.execute(db)).rows
}

/** A match and the start that orders it, epoch milliseconds. */
export type SoonestMatch = { seq: number; startsAt: number }

/**
 * The soonest of the `among` newest posts that match, by the first occurrence that is not over at `asOf` (epoch ms) and is in the
 * window; after a match, and below the sequence number `before`.
 */
export async function soonestMatches(
  db: Db,
  dialect: Dialect,
  filter: ListFilter,
  clauses: readonly SearchClause[],
  page: { among: number; limit: number; asOf: number; before?: number | undefined; after?: SoonestMatch | undefined },
): Promise<SoonestMatch[]> {
  const { among, limit, asOf, before, after = { startsAt: earliest, seq: -1 } } = page
  const { rows } = await sql<SoonestMatch>`
    select page.seq, page."startsAt" from (
      select found.seq, coalesce((
        select min(occurrences.starts_at) from occurrences
        where occurrences.listing_seq = found.seq and ${inWindow(filter, asOf)}), ${sql.lit(latest)}) as "startsAt"
      from (${newest(dialect, filter, clauses, { limit: among, before }, sql``)}) found) page
    where (page."startsAt", page.seq) > (${after.startsAt}, ${after.seq})
    order by page."startsAt", page.seq
    limit ${limit}`.execute(db)
  return rows
}

function newest<Row>(
  dialect: Dialect,
  filter: ListFilter,
  clauses: readonly SearchClause[],
  { limit, before }: { limit: number; before: number | undefined },
  more: RawBuilder<unknown>,
): RawBuilder<Row> {
  return sql<Row>`
    select listing.seq${more} from ${matching(dialect, filter, before, clauses)}
    order by ${dialect.searchIndex.newest} limit ${limit}`
}

/** The sequence number of the newest post of a site; 0 without a post. */
export async function newestSeq(db: Db, site: SiteId): Promise<number> {
  const [row] = await db
    .selectFrom('listing')
    .select('seq')
    .where('site', '=', site)
    .orderBy('seq', 'desc')
    .limit(1)
    .execute()
  return row?.seq ?? 0
}

/** The words of title and topics of the newest posts of a site, each post as one text. */
export async function newestHeadlines(db: Db, site: SiteId, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('listing')
    .select('headline')
    .where('site', '=', site)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ headline }) => headline)
}

/** The texts of the listed posts with these sequence numbers, in the same order. */
export async function listedTexts(db: Db, seqs: readonly number[]): Promise<{ seq: number; json: string }[]> {
  if (seqs.length === 0) return []
  const rows = await db.selectFrom('listing_texts').selectAll().where('listing_seq', 'in', seqs).execute()
  const bySeq = new Map(rows.map(row => [row.listing_seq, row.public_json]))
  return seqs.flatMap(seq => {
    const json = bySeq.get(seq)
    return json === undefined ? [] : [{ seq, json }]
  })
}
