// Whether the indexed words of one post hold what a query asks for: what both indexes answer for all posts, without an index.
import { type IndexWords, pairsOf, type SearchClause, type SearchTerm } from './search-text.ts'

/** The indexed words of a post, ready for many queries: those of each text in order, with where each stands, and the stems. */
export type ReadWords = { texts: readonly ReadText[]; stems: ReadonlySet<string> }
type ReadText = { words: readonly string[]; at: ReadonlyMap<string, readonly number[]> }

/** Reads the words of a post once. */
export function readWords(of: IndexWords): ReadWords {
  return { texts: [of.title, of.topics, of.body].map(readText), stems: new Set(of.stems) }
}

function readText(words: readonly string[]): ReadText {
  const at = new Map<string, number[]>()
  for (const [i, word] of words.entries()) {
    const known = at.get(word)
    if (known) known.push(i)
    else at.set(word, [i])
  }
  return { words, at }
}

/** Whether a post has every clause of a query, as `match` of the search index says it (contract.md §6). */
export function holds(clauses: readonly SearchClause[], post: ReadWords): boolean {
  return clauses.every(({ any, not }) => any.some(terms => terms.every(term => hasTerm(term, post))) !== not)
}

function hasTerm(term: SearchTerm, { texts, stems }: ReadWords): boolean {
  if (term.stems.some(stem => stems.has(stem))) return true
  const { within } = term
  if (within === null) return texts.some(text => hasPhrase(term, text))
  return texts.some(text => pairsOf(term.words).every(pair => isNear(pair, within, text)))
}

function hasPhrase({ words, prefix }: SearchTerm, text: ReadText): boolean {
  const [first, ...others] = words
  if (first === undefined) return false
  const last = others.at(-1)
  const begins = (i: number) => prefix && text.words[i]?.startsWith(last ?? first) === true
  if (last === undefined && prefix) return text.at.has(first) || text.words.some((_, i) => begins(i))
  const follows = (from: number) =>
    others.every((word, i) => text.words[from + i + 1] === word || (i === others.length - 1 && begins(from + i + 1)))
  return (text.at.get(first) ?? []).some(follows)
}

function isNear([one, other]: readonly [string, string], within: number, { at }: ReadText): boolean {
  const others = at.get(other)
  if (!others) return false
  return (at.get(one) ?? []).some(i => others.some(j => i !== j && Math.abs(i - j) <= within))
}
