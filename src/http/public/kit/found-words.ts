// SearchMarks the words of a search in the texts of its results.
import { type FindWords, type Span, wordFinder } from '../../../domain/text/found-words.ts'
import { parseQuery } from '../../../domain/text/search-text.ts'
import { type Html, html } from './html.ts'
import { excerpt } from './prose.ts'

/** How much of a text is looked at for the words, and how much of it stands before the first of them, in code units. */
const [lookedAt, before] = [4_000, 60]

/** SearchMarks texts; `language` is that of the text, BCP 47. */
export type SearchMarks = {
  /** A text with its found words marked. */
  all(text: string, language: string | undefined): Html
  /** An excerpt of a text that has its first found word. */
  excerpt(text: string, language: string | undefined, length?: number): Html
}

/** The marks of a query, as typed. */
export function marksOf(q: string): SearchMarks {
  const find = wordFinder(parseQuery(q))
  const all: SearchMarks['all'] = (text, language) => marked(text, find(text, language))
  return {
    all,
    excerpt(text, language, length) {
      const start = startOf(text, find, language, length)
      return html`${start > 0 && '…'}${all(excerpt(text.slice(start), length), language)}`
    },
  }
}

/** Where an excerpt has to begin to have the first found word: at the beginning where that has one. */
function startOf(text: string, find: FindWords, language: string | undefined, length?: number): number {
  if (find(excerpt(text, length), language).length > 0) return 0
  const [first] = find(text.slice(0, lookedAt), language)
  if (!first) return 0
  const from = Math.max(0, first.from - before)
  const space = text.slice(from, first.from).search(/\s/)
  return space === -1 ? first.from : from + space + 1
}

function marked(text: string, spans: readonly Span[]): Html {
  const parts: (string | Html)[] = []
  let end = 0
  for (const { from, to } of spans) {
    parts.push(text.slice(end, from), html`<mark>${text.slice(from, to)}</mark>`)
    end = to
  }
  parts.push(text.slice(end))
  return html`${parts}`
}
