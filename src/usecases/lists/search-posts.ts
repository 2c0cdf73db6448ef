// Finds the posts that a search means, a page at a time, the best of the newest matches first (contract.md §6).
import { limits } from '../../contract/limits.ts'
import type { SearchQuery } from '../../contract/operations/search.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { scorer, scoringTexts, stemmedScorer } from '../../domain/text/relevance.ts'
import { exactly, hasForms, type SearchClause } from '../../domain/text/search-text.ts'
import type { ListFilter } from '../../store/lists/list-filter.ts'
import type { ListOrder } from '../../store/lists/list-pages.ts'
import {
  headlineMatches,
  listedTexts,
  type Match,
  newestMatches,
  newestSeq,
  pricedMatches,
  type SoonestMatch,
  soonestMatches,
} from '../../store/lists/search-matches.ts'
import type { Platform } from '../platform.ts'
import { withDistances } from './distances.ts'
import { listFilter, searchClauses } from './list-filter.ts'

/** `best`: by relevance; the others by date or by price. */
export type SearchOrder = 'best' | ListOrder

/**
 * Where a page ends. All pages of a walk search below the sequence number `top`, so that a post that is published meanwhile moves
 * none. `exact` (0 or 1) and `rank` are those of the last post: its score, its start in epoch milliseconds, or its price, negative
 * where the cheapest comes first. `shown` counts the
 * posts so far; `asOf` is the time of the first page.
 */
export type SearchPosition = { top: number; asOf: number; exact: number; rank: number; seq: number; shown: number }

/** `items` are stored texts. `bounded`: the walk ends here because only so many of the newest matches are ranked. */
export type SearchPage = { items: string[]; next: SearchPosition | null; bounded: boolean }

type Ranked = Pick<SearchPosition, 'exact' | 'rank' | 'seq'>

type Asked = {
  filter: ListFilter
  clauses: readonly SearchClause[]
  after: SearchPosition | null
  /** One more than the page, to see whether there is another. */
  limit: number
}

/** The order of a search: as asked, else by relevance, or newest first where no word is asked for. */
function orderOf(query: SearchQuery, clauses: readonly SearchClause[]): SearchOrder {
  return query.order ?? (clauses.some(({ not }) => !not) ? 'best' : 'newest')
}

/** One page of a search, from the top or after a position of the same search. Throws `invalid`. */
export async function searchPage(
  platform: Platform,
  site: SiteId,
  query: SearchQuery,
  after: SearchPosition | null,
): Promise<SearchPage> {
  const { db } = platform
  const filter = await listFilter(platform, site, query)
  const clauses = searchClauses(query.q)
  const pageLimit = query.limit ?? limits.pageDefault
  const pageOf = {
    ...{ best: bestPage, newest: newestPage, soonest: soonestPage },
    ...{ cheapest: pricePage(1), dearest: pricePage(-1) },
  }[orderOf(query, clauses)]
  const found = await pageOf(platform, { filter, clauses, after, limit: pageLimit + 1 })
  const page = found.slice(0, pageLimit)
  const shown = (after?.shown ?? 0) + page.length
  const last = page.at(-1)
  const texts = await listedTexts(
    db,
    page.map(({ seq }) => seq),
  )
  const items = await withDistances(db, filter.near, texts)
  if (found.length <= pageLimit || !last) return { items, next: null, bounded: shown >= limits.searchCandidates }
  const top = after?.top ?? (await newestSeq(db, site)) + 1
  return { items, next: { ...last, top, asOf: after?.asOf ?? filter.now, shown }, bounded: false }
}

async function newestPage({ db, dialect }: Platform, { filter, clauses, after, limit }: Asked): Promise<Ranked[]> {
  const left = limits.searchCandidates - (after?.shown ?? 0)
  const found = await newestMatches(db, dialect, filter, clauses, Math.min(limit, left), after?.seq)
  return found.map(({ seq }) => ({ exact: 0, rank: 0, seq }))
}

async function soonestPage({ db, dialect }: Platform, { filter, clauses, after, limit }: Asked): Promise<Ranked[]> {
  const last: SoonestMatch | undefined = after ? { startsAt: after.rank, seq: after.seq } : undefined
  const walk = { among: limits.searchCandidates, asOf: after?.asOf ?? filter.now, before: after?.top }
  const found = await soonestMatches(db, dialect, filter, clauses, { ...walk, limit, after: last })
  return found.map(({ seq, startsAt }) => ({ exact: 0, rank: startsAt, seq }))
}

/** The newest matches by their prices: `sign` 1 has the cheapest first, -1 the dearest; equal prices newest first. */
function pricePage(sign: 1 | -1) {
  return async ({ db, dialect }: Platform, { filter, clauses, after, limit }: Asked): Promise<Ranked[]> => {
    const found = await pricedMatches(db, dialect, filter, clauses, limits.searchCandidates, after?.top)
    return found
      .map(({ seq, price }) => ({ exact: 0, rank: -sign * price, seq }))
      .filter(match => after === null || inOrder(after, match) < 0)
      .sort(inOrder)
      .slice(0, limit)
  }
}

/** Exact matches come before posts with other forms of the words, which are searched only to fill the page. */
async function bestPage(platform: Platform, asked: Asked): Promise<Ranked[]> {
  const { filter, clauses, after, limit } = asked
  const matches = (asked: readonly SearchClause[]) =>
    newestMatches(platform.db, platform.dialect, filter, asked, limits.searchCandidates, after?.top)
  const score = scorer(clauses)
  const exact = await exactMatches(platform, asked)
  const best = ranked(exact, 1, ({ headline }) => score(headline), after).slice(0, limit)
  if (best.length === limit || !clauses.some(clause => !clause.not && hasForms(clause))) return best
  const seen = new Set(exact.map(({ seq }) => seq))
  const others = (await matches(clauses)).filter(({ seq }) => !seen.has(seq))
  return [...best, ...ranked(others, 0, stemmedScorer(clauses), after)].slice(0, limit)
}

/** More texts than these take longer to compare in the database than the rows that they leave out. */
const mostTexts = 6

/**
 * The exact matches that a page can have. A first page has the newest ones and, of the others that are ranked, those whose headline gives
 * them a score: any other comes after all the newest.
 */
async function exactMatches({ db, dialect }: Platform, { filter, clauses, after, limit }: Asked): Promise<Match[]> {
  const asked = exactly(clauses)
  const among = limits.searchCandidates
  const texts = scoringTexts(asked)
  if (after || texts.length > mostTexts) return newestMatches(db, dialect, filter, asked, among, after?.top)
  const newest = await newestMatches(db, dialect, filter, asked, limit)
  if (newest.length < limit) return newest
  const scoring = await headlineMatches(db, dialect, filter, asked, { among, texts })
  const oldest = newest.at(-1)?.seq ?? 0
  return [...newest, ...scoring.filter(({ seq }) => seq < oldest)]
}

/** The matches behind a position, the best first; equal scores newest first. */
function ranked(
  found: readonly Match[],
  exact: number,
  score: (match: Match) => number,
  after: SearchPosition | null,
): Ranked[] {
  const scored = found.map(match => ({ exact, rank: score(match), seq: match.seq }))
  return scored.filter(match => after === null || inOrder(after, match) < 0).sort(inOrder)
}

const inOrder = (a: Ranked, b: Ranked) => b.exact - a.exact || b.rank - a.rank || b.seq - a.seq
