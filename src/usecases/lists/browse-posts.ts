// Reads public posts: pages of lists, and search.
import { limits } from '../../contract/limits.ts'
import type { ListQuery } from '../../contract/operations/posts.ts'
import type { SearchQuery } from '../../contract/operations/search.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { scorer, stemmedScorer } from '../../domain/text/relevance.ts'
import { exactly, type SearchTerm } from '../../domain/text/search-text.ts'
import type { ListFilter } from '../../store/lists/list-filter.ts'
import { lastEnd, listPage } from '../../store/lists/list-pages.ts'
import { listedTexts, type Match, newestMatches, soonestMatches } from '../../store/lists/search-matches.ts'
import type { Platform } from '../platform.ts'
import { withDistances } from './distances.ts'
import { listFilter, readCursor, refuseForeignFilters, searchTerms, writeCursor } from './list-filter.ts'

/** `items` are stored texts: the caller fills in the addresses of all of them at once. */
export type PostsPage = { items: string[]; nextCursor: string | null }

/** One page of published posts. Throws `invalid` for a cursor of another list. */
export async function browsePosts(platform: Platform, site: SiteId, query: ListQuery): Promise<PostsPage> {
  refuseForeignFilters(query)
  const order = query.order ?? 'newest'
  const limit = query.limit ?? limits.pageDefault
  const filter = await listFilter(platform, site, query)
  const after = query.cursor === undefined ? null : readCursor(query.cursor, order)
  const asOf = order === 'newest' ? 0 : (after?.asOf ?? (await lastEnd(platform.db, filter.now)))
  const found = await listPage(platform.db, platform.dialect, filter, { order, after, asOf, limit: limit + 1 })
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return {
    items: await withDistances(platform.db, filter.near, items),
    nextCursor: found.length > limit && last ? writeCursor(last, order, asOf) : null,
  }
}

/** The stored texts of matching posts, the best first among the newest matches (contract.md §6). */
export async function searchPosts(platform: Platform, site: SiteId, query: SearchQuery): Promise<string[]> {
  const { db, dialect } = platform
  const filter = await listFilter(platform, site, query)
  const terms = searchTerms(query.q)
  const limit = query.limit ?? limits.pageDefault
  const order = query.order ?? (terms.some(term => !term.not) ? 'best' : 'newest')
  const among = limits.searchCandidates
  const found =
    order === 'newest'
      ? await newestMatches(db, dialect, filter, terms, limit)
      : order === 'soonest'
        ? await soonestMatches(db, dialect, filter, terms, { among, limit })
        : await bestMatches(platform, filter, terms, { among, limit })
  const seqs = found.map(({ seq }) => seq)
  return withDistances(db, filter.near, await listedTexts(db, seqs))
}

/** Exact matches come before posts with other forms of the words, which are searched only to fill the page. */
async function bestMatches(
  { db, dialect }: Platform,
  filter: ListFilter,
  terms: readonly SearchTerm[],
  { among, limit }: { among: number; limit: number },
): Promise<Pick<Match, 'seq'>[]> {
  const score = scorer(terms)
  const exact = await newestMatches(db, dialect, filter, exactly(terms), among)
  const best = bestFirst(exact, ({ headline }) => score(headline)).slice(0, limit)
  if (best.length === limit || !terms.some(({ not, stems }) => !not && stems.length > 0)) return best
  const seen = new Set(exact.map(({ seq }) => seq))
  const others = (await newestMatches(db, dialect, filter, terms, among)).filter(({ seq }) => !seen.has(seq))
  return [...best, ...bestFirst(others, stemmedScorer(terms))].slice(0, limit)
}

/** Matches with equal scores keep their order, newest first. */
function bestFirst(found: readonly Match[], score: (match: Match) => number): Match[] {
  const scored = found.map(match => ({ match, score: score(match) }))
  return scored.sort((a, b) => b.score - a.score).map(({ match }) => match)
}
