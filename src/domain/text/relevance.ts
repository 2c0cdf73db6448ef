// Ranks posts for a query by where its words occur, not by how often (contract.md §6).
import { gap, type IndexWords, type SearchTerm } from './search-text.ts'
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
 * order, or has all of them. Then comes the sum over the terms. The body of every match has the terms that the headline lacks.
 */
export function scorer(terms: readonly SearchTerm[]): (headline: string) => number {
  const wanted = terms.filter(term => !term.not)
  if (wanted.length === 0) return () => 0
  const parts = wanted.map(({ words, prefix }) => ` ${words.join(' ')}${prefix ? '' : ' '}`)
  // Words are letters, digits and marks, so they need no escaping in an expression.
  const query = wanted.map(({ words, prefix }) => words.join(' ') + (prefix ? '[^ ]*' : '')).join(' ')
  const justQuery = new RegExp(`^ ${query} $`)
  const sideBySide = new RegExp(` ${query} `)
  const several = wanted.flatMap(({ words }) => words).length > 1
  return headline => {
    const titleEnd = headline.indexOf('\n')
    const title = headline.slice(0, titleEnd)
    let points = 0
    let inTitle = 0
    for (const part of parts) {
      if (title.includes(part)) {
        inTitle++
        points += weights.title
      }
      if (headline.includes(part, titleEnd)) points += weights.topics
    }
    if (inTitle < parts.length) return points
    return points + titleLevel * (justQuery.test(title) ? 3 : several && sideBySide.test(title) ? 2 : 1)
  }
}

/** The headline in stems, after a line with their language; empty where there are no stems. */
export function stemmedHeadlineOf({ stemmed }: IndexWords): string {
  return stemmed ? `${stemmed.language}\n${headlineOf(stemmed)}` : ''
}

/**
 * Scores posts that hold a word in another form; larger is better. Terms with stems are compared with the stems of the post, in its
 * language; phrases, prefixes and other terms with its words.
 */
export function stemmedScorer(terms: readonly SearchTerm[]): (post: { headline: string; stemmed: string }) => number {
  const loose = terms.filter(({ stems }) => stems.length > 0)
  const strict = scorer(terms.filter(({ stems }) => stems.length === 0))
  const byLanguage = new Map<string, (headline: string) => number>()
  return ({ headline, stemmed }) => {
    const languageEnd = stemmed.indexOf('\n')
    const language = stemmed.slice(0, languageEnd)
    const score = byLanguage.get(language) ?? scorer(loose.map(term => inLanguage(term, language)))
    byLanguage.set(language, score)
    return score(stemmed.slice(languageEnd + 1)) + strict(headline)
  }
}

function inLanguage(term: SearchTerm, language: string): SearchTerm {
  const start = stemToken(language, '')
  const stem = term.stems.find(token => token.startsWith(start))?.slice(start.length)
  return stem === undefined ? term : { ...term, words: [stem] }
}
