// How well a post answers a query: by where its words stand, never by how often (contract.md §6).
import { gap, type IndexWords, type SearchTerm } from './search-text.ts'
import { stemToken } from './stems.ts'

/**
 * The words that ranking reads, as one text: a line for the title, then one for each topic. Each word stands between two
 * spaces, so that words side by side are found as a part of the text.
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

/** Points for a term that the title holds, and for one that a topic holds. */
const weights = { title: 4, topics: 2 } as const
/** What the title says as a whole outweighs all the points that 200 characters of terms can get. */
const titleLevel = 10_000

/**
 * Scores headlines for a query; larger is better. First what the title says as a whole: just the query, its words side by
 * side in order, or all of them. Then the sum over the terms. Every match has the other terms in its body.
 */
export function scorer(terms: readonly SearchTerm[]): (headline: string) => number {
  const wanted = terms.filter(term => !term.not)
  if (wanted.length === 0) return () => 0
  const parts = wanted.map(({ words, prefix }) => ` ${words.join(' ')}${prefix ? '' : ' '}`)
  // Words are letters, digits and marks, so none of them means anything in an expression.
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

/** The same with stems for words, after the language of the stems; empty where there are none. */
export function stemmedHeadlineOf({ stemmed }: IndexWords): string {
  return stemmed ? `${stemmed.language}\n${headlineOf(stemmed)}` : ''
}

/**
 * Scores posts that hold a word in another form: larger is better. What is meant in any form is looked for among stems, in the
 * language of the post; phrases, prefixes and the rest among the words themselves.
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
