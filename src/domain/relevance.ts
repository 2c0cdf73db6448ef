// How well a post answers a query: by where its words stand, never by how often (contract.md §6).
import { type SearchDocument, type SearchTerm, worn } from './search-text.ts'

/** The words that ranking reads, as one text: those of the title, then those of each topic between two marks. */
export function headlineOf({ title, topics }: Pick<SearchDocument, 'title' | 'topics'>): string {
  const words = title.filter(word => word !== worn).join(' ')
  return `${words}\n${worn}${topics.join(' ').replaceAll(` ${worn} `, worn)}${worn}`
}

/** How a topic stands in a headline, and nothing else does. */
export function topicMark(topic: string): string {
  return `${worn}${topic.replaceAll('-', ' ')}${worn}`
}

/** Larger is better: first what the title says as a whole, then where each term stands. Equal ones go newest first. */
export type Relevance = { title: 0 | 1 | 2 | 3; terms: number }

const weights = { title: 4, topics: 2 } as const

type Step = { word: string; prefix: boolean }

/**
 * Scores a headline. `title` is 3 when the title is just the query, 2 when it holds the query's words side by side in
 * order, 1 when it holds all of them, else 0. `terms` adds up 4 for a term in the title and 2 for one in the topics; every
 * match has the others in its body.
 */
export function relevance(terms: readonly SearchTerm[], headline: string): Relevance {
  const wanted = terms.filter(term => !term.not)
  if (wanted.length === 0) return { title: 0, terms: 0 }
  const [titleText = '', topicsText = ''] = headline.split('\n')
  const title = titleText.split(' ')
  const topics = topicsText.split(worn).map(topic => topic.split(' '))
  let sum = 0
  let inTitle = 0
  for (const term of wanted) {
    const steps = stepsOf(term)
    if (runAt(title, steps) >= 0) {
      inTitle++
      sum += weights.title
    }
    if (topics.some(topic => runAt(topic, steps) >= 0)) sum += weights.topics
  }
  if (inTitle < wanted.length) return { title: 0, terms: sum }
  const whole = wanted.flatMap(stepsOf)
  const at = runAt(title, whole)
  const level = at < 0 ? 1 : whole.length === title.length ? 3 : wanted.length > 1 || whole.length > 1 ? 2 : 1
  return { title: level, terms: sum }
}

/** Orders by relevance, best first; 0 for equals. */
export function byRelevance(a: Relevance, b: Relevance): number {
  return b.title - a.title || b.terms - a.terms
}

function stepsOf({ words, prefix }: SearchTerm): Step[] {
  return words.map((word, i) => ({ word, prefix: prefix && i === words.length - 1 }))
}

/** Where the steps stand side by side among words; -1 where they do not. */
function runAt(words: readonly string[], steps: readonly Step[]): number {
  for (let at = 0; at + steps.length <= words.length; at++)
    if (steps.every(({ word, prefix }, i) => (prefix ? words[at + i]?.startsWith(word) : words[at + i] === word)))
      return at
  return -1
}
