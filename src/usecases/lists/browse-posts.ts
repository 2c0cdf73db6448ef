// Reading what is public: pages of posts and search.
import { limits } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import { byRelevance, relevance } from '../../domain/relevance.ts'
import { parseQuery } from '../../domain/search-text.ts'
import { lastEnd, listedBySeq, listPage, newestMatches, nextStarts } from '../../store/listing/listing.ts'
import type { Platform } from '../platform.ts'
import { type ListQuery, listFilter, readCursor, refuseForeignFilters, writeCursor } from './list-filter.ts'

export type { ListQuery } from './list-filter.ts'

export type Page = { items: string[]; nextCursor: string | null }

/** One page of published posts. Throws `invalid` for a cursor of another list. */
export async function browsePosts(platform: Platform, site: SiteId, query: ListQuery): Promise<Page> {
  refuseForeignFilters(query)
  const order = query.order ?? 'newest'
  const limit = query.limit ?? limits.pageDefault
  const filter = listFilter(site, platform.now(), query)
  const after = query.cursor === undefined ? null : readCursor(query.cursor, order)
  const asOf = order === 'newest' ? 0 : (after?.asOf ?? (await lastEnd(platform.db, filter.now)))
  const found = await listPage(platform.db, platform.dialect, filter, { order, after, asOf, limit: limit + 1 })
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return {
    items: items.map(item => item.json),
    nextCursor: found.length > limit && last ? writeCursor(last, order, asOf) : null,
  }
}

/** Posts that match, best first among the newest that match (contract.md §6); as texts. */
export async function searchPosts(
  platform: Platform,
  site: SiteId,
  query: ListQuery & { q?: string },
): Promise<string[]> {
  const { db, dialect } = platform
  const filter = listFilter(site, platform.now(), query)
  const terms = parseQuery(query.q ?? '')
  if ((query.q ?? '').trim() !== '' && terms.length === 0) return []
  const newest = await newestMatches(db, dialect, filter, terms, limits.searchCandidates)
  const seqs = newest.map(({ seq }) => seq)
  const ordered =
    query.order === 'newest'
      ? seqs
      : query.order === 'soonest'
        ? soonestFirst(seqs, await nextStarts(db, seqs, filter))
        : newest
            .map(({ seq, headline }) => ({ seq, score: relevance(terms, headline) }))
            .sort((a, b) => byRelevance(a.score, b.score) || b.seq - a.seq)
            .map(({ seq }) => seq)
  return (await listedBySeq(db, ordered.slice(0, query.limit ?? limits.pageDefault))).map(row => row.json)
}

function soonestFirst(seqs: readonly number[], starts: ReadonlyMap<number, number>): number[] {
  const startOf = (seq: number) => starts.get(seq) ?? Number.MAX_SAFE_INTEGER
  return [...seqs].sort((a, b) => startOf(a) - startOf(b) || a - b)
}

/** The problem of a post that nobody but its owning key may see. */
export function notPublic(id: string, everPublished: boolean): Problem {
  return everPublished
    ? new Problem('gone', `The post ${id} was public and is no longer.`)
    : new Problem('not_found', `There is no public post ${id}.`)
}
