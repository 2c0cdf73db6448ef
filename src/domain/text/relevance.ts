// Ranks posts for a query by where its words occur, not by how often (contract.md §6).
import { gap, hasForms, type IndexWords, pairsOf, type SearchClause, type SearchTerm } from './search-text.ts'
import { stemToken } from './stems.ts'

/**
 * The words that ranking reads, as one text: a line for the title, then a line for each topic. Each word has a space on both
 * sides, so that a phrase is found as a substring.
 */
export function headlineOf({ title, topics }: Pick<IndexWords, 'title' | 'topics'>): string {
  const words = title.filter(word => word !== gap)
  return [
    words.join(' '),
    ...topics
      .join(' ')
      .split(gap)
      .map(topic => topic.trim()),
  ]
    .map(line => ` ${line} `)
    .join('\n')
}

/** Points for a term in the title, and for a term in a topic. */
const weights = { title: 4, topics: 2 } as const
/** The weight of a match of the whole title: more than all points of the terms in a query of 200 characters. */
const titleLevel = 10_000

/**
 * Scores headlines for a query; larger is better. First comes the title as a whole: it is the query, has its words side by side in
 * order, or has all of them. Then comes the sum over the clauses. The body of every match has the clauses that the headline lacks.
 */
export function scorer(clauses: readonly SearchClause[]): (headline: string) => number {
  const wanted = clauses.filter(({ not }) => !not)
  if (wanted.length === 0) return () => 0
  const tests = wanted.map(({ any }) => any.map(terms => terms.map(standsIn)))
  const holds = (test: (typeof tests)[number], text: string) => test.some(terms => terms.every(isIn => isIn(text)))
  const several = wanted.reduce((sum, { any }) => sum + Math.min(...any.map(wordCount)), 0) > 1
  return headline => {
    const titleEnd = headline.indexOf('\n')
    const title = headline.slice(0, titleEnd)
    const topics = headline.slice(titleEnd)
    let points = 0
    let inTitle = 0
    for (const test of tests) {
      if (holds(test, title)) {
        inTitle++
        points += weights.title
      }
      if (holds(test, topics)) points += weights.topics
    }
    if (inTitle < tests.length) return points
    return points + titleLevel * titleRank(title.slice(1, -1).split(' '), wanted, several)
  }
}

/**
 * Texts of which every headline with a score above zero holds one. Words have letters, digits and marks only, so that the texts are no
 * patterns of `like`.
 */
export function scoringTexts(clauses: readonly SearchClause[]): string[] {
  const terms = clauses.filter(({ not }) => !not).flatMap(({ any }) => any.flat())
  return [
    ...new Set(terms.map(({ words, prefix, within }) => partOf(within === null ? words : words.slice(0, 1), prefix))),
  ]
}

const partOf = (words: readonly string[], prefix: boolean) => ` ${words.join(' ')}${prefix ? '' : ' '}`

const wordCount = (terms: readonly SearchTerm[]) => terms.reduce((sum, { words }) => sum + words.length, 0)

/** Whether the lines of a headline hold a term. */
function standsIn({ words, prefix, within }: SearchTerm): (text: string) => boolean {
  const part = partOf(words, prefix)
  if (within === null) return text => text.includes(part)
  return text => isNear(wordsIn(text), words, within)
}

/** The words of lines, with a gap between two lines, as they stand in the index. */
const wordsIn = (text: string) =>
  text.split('\n').flatMap(line => [...line.split(' ').filter(word => word !== ''), gap])

function isNear(line: readonly string[], words: readonly string[], within: number): boolean {
  return pairsOf(words).every(([one, other]) =>
    line.some((word, i) => word === one && line.slice(Math.max(0, i - within), i + within + 1).includes(other)),
  )
}

/** 3: the title is the query. 2: it has the words of the query side by side. 1: it has them. Alternatives count as either. */
function titleRank(title: readonly string[], wanted: readonly SearchClause[], several: boolean): number {
  // Positions in the title at which the clauses so far may end. An expression with alternatives could take exponential time.
  const ends = (from: readonly number[]) =>
    wanted.reduce<readonly number[]>(
      (starts, { any }) => [...new Set(any.flatMap(terms => starts.flatMap(at => endOf(title, terms, at))))],
      from,
    )
  if (ends([0]).includes(title.length)) return 3
  return several && ends(title.map((_, i) => i)).length > 0 ? 2 : 1
}

/** The position after the words of the terms, if they stand at this one. */
function endOf(title: readonly string[], terms: readonly SearchTerm[], at: number): number[] {
  let next = at
  for (const { words, prefix } of terms)
    for (const [i, word] of words.entries()) {
      const open = prefix && i === words.length - 1
      const here = title[next++]
      if (here === undefined || (open ? !here.startsWith(word) : here !== word)) return []
    }
  return [next]
}

/** The headline in stems, after a line with their language; empty where there are no stems. */
export function stemmedHeadlineOf({ stemmed }: IndexWords): string {
  return stemmed ? `${stemmed.language}\n${headlineOf(stemmed)}` : ''
}

/**
 * Scores posts that hold a word in another form; larger is better. Clauses with stems are compared with the stems of the post, in
 * its language; others with its words.
 */
export function stemmedScorer(
  clauses: readonly SearchClause[],
): (post: { headline: string; stemmed: string }) => number {
  const loose = clauses.filter(clause => !clause.not && hasForms(clause))
  const strict = scorer(clauses.filter(clause => !hasForms(clause)))
  const byLanguage = new Map<string, (headline: string) => number>()
  return ({ headline, stemmed }) => {
    const languageEnd = stemmed.indexOf('\n')
    const language = stemmed.slice(0, languageEnd)
    const score = byLanguage.get(language) ?? scorer(loose.map(clause => inLanguage(clause, language)))
    byLanguage.set(language, score)
    return score(stemmed.slice(languageEnd + 1)) + strict(headline)
  }
}

function inLanguage({ any, not }: SearchClause, language: string): SearchClause {
  const start = stemToken(language, '')
  const stemOf = (term: SearchTerm) => {
    const stem = term.stems.find(token => token.startsWith(start))?.slice(start.length)
    return stem === undefined ? term : { ...term, words: [stem] }
  }
  return { any: any.map(terms => terms.map(stemOf)), not }
}
