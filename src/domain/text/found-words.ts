// Finds in a text the words that a search is for, as they are written there: with case, diacritics and other forms.
import type { SearchClause, SearchTerm } from './search-text.ts'
import { stemInto, stemLanguages, stemToken } from './stems.ts'
import { searchWords, tokensIn } from './words.ts'

/** Where a found word stands: code units of the text, `to` not included. */
export type Span = { from: number; to: number }

/** Finds the words of a search in a text. `language`: BCP 47, for their other forms. Overlapping words are one span. */
export type FindWords = (text: string, language?: string) => Span[]

type Token = Span & { text: string }

/** A finder for clauses; what a post must not have is not looked for. */
export function wordFinder(clauses: readonly SearchClause[]): FindWords {
  const terms = clauses.filter(({ not }) => !not).flatMap(({ any }) => any.flat())
  const phrases = terms.filter(({ words, within }) => words.length > 1 && within === null)
  const single = terms
    .filter(term => !phrases.includes(term))
    .flatMap(term => term.words.map(word => ({ ...term, words: [word] })))
  // The same words come again and again.
  const folded = remembered(searchWords)
  const found = remembered((key: string) => {
    const [text = '', language = ''] = key.split('\n')
    return single.some(term => isWord(folded(text), text, term, language))
  })
  return (text, language = '') => {
    const tokens = tokensIn(text)
    const code = language.split('-', 1)[0]?.toLowerCase() ?? ''
    const words = tokens.filter(token => found(`${token.text}\n${code}`))
    return joined([...words, ...phrases.flatMap(phrase => phrasesIn(tokens, folded, phrase))])
  }
}

function remembered<Result>(make: (text: string) => Result): (text: string) => Result {
  const made = new Map<string, Result>()
  return text => {
    const known = made.get(text)
    if (known !== undefined) return known
    const result = make(text)
    made.set(text, result)
    return result
  }
}

/** Whether a written word, folded into `words`, is the word of a term, begins with it, or is another form of it. */
function isWord(
  words: readonly string[],
  written: string,
  { words: [word = ''], prefix, stems }: SearchTerm,
  language: string,
): boolean {
  if (words.some(each => each === word || (prefix && each.startsWith(word)))) return true
  if (stems.length === 0 || !(language in stemLanguages)) return false
  const stem = stemInto(language as keyof typeof stemLanguages, written.normalize('NFKC').toLowerCase())
  return stem !== null && stems.includes(stemToken(language, stem))
}

function phrasesIn(
  tokens: readonly Token[],
  folded: (text: string) => string[],
  { words, prefix }: SearchTerm,
): Span[] {
  const last = words.length - 1
  return tokens.flatMap(({ from }, at) => {
    const found: string[] = []
    let end = at
    for (; end < tokens.length && found.length < words.length; end++) {
      found.push(...folded(tokens[end]!.text))
      // Nearly every token ends here.
      if (found[0] !== words[0]) return []
    }
    const isThere = words.every((word, i) => (prefix && i === last ? found[i]?.startsWith(word) : found[i] === word))
    return isThere ? { from, to: tokens[end - 1]!.to } : []
  })
}

function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else all.push({ from: span.from, to: span.to })
  }
  return all
}
