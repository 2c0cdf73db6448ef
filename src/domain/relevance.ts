// How well a post answers a query: by where its words stand, never by how often (contract.md §6).
import { gap, type SearchDocument, type SearchTerm } from './search-text.ts'

/**
 * The words that ranking reads, as one text: a line for the title, then one for each topic. Each word stands between two
 * spaces, so that words side by side are found as a part of the text.
 */
export function headlineOf({ title, topics }: Pick<SearchDocument, 'title' | 'topics'>): string {
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
