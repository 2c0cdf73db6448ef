// Says why a search finds nothing: words that were meant as operators, filters that exclude all, and misspelt words.
import { limits } from '../../contract/limits.ts'
import type { SearchQuery } from '../../contract/operations/search.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { counted, grouped } from '../../contract/words.ts'
import { show } from '../../domain/shape.ts'
import { exactly, type SearchClause } from '../../domain/text/search-text.ts'
import { meantWord } from '../../domain/text/spelling.ts'
import { newestHeadlines, newestMatches } from '../../store/lists/search-matches.ts'
import type { Platform } from '../platform.ts'
import { searchClauses } from './list-filter.ts'

/** Clauses of a query that are looked up one by one. */
const clausesLookedUp = 8

export const boundReached = `These are the newest ${grouped(limits.searchCandidates)} that match; narrow the query to see others.`

/** The sentences about a search without a match. It asks the index a few times more, and only then. */
export async function emptyHint(platform: Platform, site: SiteId, query: SearchQuery): Promise<string> {
  const clauses = searchClauses(query.q)
  const { q = '', order, limit, cursor, ...filters } = query
  const names = Object.keys(filters)
  const hints = operatorHints(q, clauses)
  const without = names.length > 0 ? await found(platform, site, clauses, limits.pageMax + 1) : 0
  if (without > 0) {
    const posts = without > limits.pageMax ? `More than ${limits.pageMax} posts` : counted(without, 'post')
    hints.push(`${posts} ${without === 1 ? 'matches' : 'match'} without the filters (${names.join(', ')}).`)
  } else hints.push(...(await wordHints(platform, site, clauses)))
  return hints.join(' ')
}

const found = async ({ db, dialect, now }: Platform, site: SiteId, clauses: readonly SearchClause[], limit: number) =>
  (await newestMatches(db, dialect, { site, now: now() }, clauses, limit)).length

const operators: Record<string, string> = {
  AND: '"AND" is read as a word; words are joined by AND without it.',
  NOT: '"NOT" is read as a word; write -word to exclude a word.',
  OR: '"OR" is read as a word here; it joins two terms beside it that are not excluded.',
  NEAR: '"NEAR" is read as a word; write "two words"~5 for words so near.',
}

/** The operators of other engines, and OR beside no term, where the query has them as words. */
function operatorHints(q: string, clauses: readonly SearchClause[]): string[] {
  const words = new Set(clauses.flatMap(({ any }) => any.flatMap(terms => terms.flatMap(term => term.words))))
  const typed = new Set(q.replace(/"[^"]*"?/g, ' ').split(/[\s(]+/))
  return Object.entries(operators)
    .filter(([name]) => typed.has(name) && words.has(name.toLowerCase()))
    .map(([, text]) => text)
}

/** The query with other words for those that no post has; null where no word is like them. */
export async function meantQuery(platform: Platform, site: SiteId, { q = '' }: SearchQuery): Promise<string | null> {
  const { unknown } = await unknownClauses(platform, site, searchClauses(q))
  if (unknown.length === 0) return null
  const headlines = await newestHeadlines(platform.db, site, limits.searchCandidates)
  const words = exactly(unknown).flatMap(({ any }) => any.flat().flatMap(term => term.words))
  const meant = words.reduce((text, word) => {
    const other = meantWord(word, headlines)
    return other === undefined ? text : text.replaceAll(new RegExp(RegExp.escape(word), 'giu'), () => other)
  }, q)
  return meant === q ? null : meant
}

async function unknownClauses(platform: Platform, site: SiteId, clauses: readonly SearchClause[]) {
  const wanted = clauses.filter(({ not }) => !not).slice(0, clausesLookedUp)
  const unknown: SearchClause[] = []
  for (const clause of wanted) if ((await found(platform, site, [clause], 1)) === 0) unknown.push(clause)
  return { wanted, unknown }
}

/** Which parts of the query no post has, and the words that may be meant. */
async function wordHints(platform: Platform, site: SiteId, clauses: readonly SearchClause[]): Promise<string[]> {
  const { wanted, unknown } = await unknownClauses(platform, site, clauses)
  if (wanted.length > 1 && unknown.length === 0)
    return ['Posts have each part of the query, but none has all of them; OR between two words finds either.']
  if (unknown.length === 0) return []
  const headlines = await newestHeadlines(platform.db, site, limits.searchCandidates)
  return exactly(unknown).map(({ any }) => {
    const words = any.flat().map(({ words }) => words.join(' '))
    const meant = any
      .flat()
      .flatMap(term => (term.words.length === 1 ? (meantWord(term.words[0] ?? '', headlines) ?? []) : []))
    const none = `No post has ${words.map(show).join(' or ')}`
    return meant.length > 0 ? `${none}; did you mean ${meant.map(show).join(' or ')}?` : `${none}.`
  })
}
