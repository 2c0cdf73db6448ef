// Finds the newest posts that match a search, with the words that rank them and their texts.
import { type RawBuilder, sql } from 'kysely'
import type { SearchTerm } from '../../domain/text/search-text.ts'
import type { Dialect } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'
import { inWindow, type ListFilter, latest, matching } from './list-filter.ts'

/** A matching post, and the words and stems that rank it. */
export type Match = { seq: number; headline: string; stemmed: string }

/** The newest posts that match, newest first. */
export async function newestMatches(
  db: Db,
  dialect: Dialect,
  filter: ListFilter,
  terms: readonly SearchTerm[],
  limit: number,
): Promise<Match[]> {
  return (await newest<Match>(dialect, filter, terms, limit, sql`, listing.headline, listing.stemmed`).execute(db)).rows
}

/** The soonest of the `among` newest posts that match, by the first occurrence that is not over and is in the window. */
export async function soonestMatches(
  db: Db,
  dialect: Dialect,
  filter: ListFilter,
  terms: readonly SearchTerm[],
  { among, limit }: { among: number; limit: number },
): Promise<{ seq: number }[]> {
  const { rows } = await sql<{ seq: number }>`
    select found.seq from (${newest(dialect, filter, terms, among, sql``)}) found
    order by coalesce((
      select min(occurrences.starts_at) from occurrences
      where occurrences.listing_seq = found.seq and ${inWindow(filter, filter.now)}), ${latest}), found.seq
    limit ${limit}`.execute(db)
  return rows
}

function newest<Row>(
  dialect: Dialect,
  filter: ListFilter,
  terms: readonly SearchTerm[],
  limit: number,
  more: RawBuilder<unknown>,
): RawBuilder<Row> {
  return sql<Row>`
    select listing.seq${more} from ${matching(dialect, filter, undefined, terms)}
    order by ${dialect.searchIndex.newest} limit ${limit}`
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
