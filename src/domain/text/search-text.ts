// The words that both databases index, and the grammar of search queries (contract.md §6).
import { languageOf, stemInto, stemToken, stemTokens } from './stems.ts'
import { fold, searchWords, writtenWords } from './words.ts'

/** `stems`: tokens for the other forms of the word; none for a phrase, a prefix or an exact word. */
export type SearchTerm = { words: readonly string[]; prefix: boolean; not: boolean; stems: readonly string[] }
/** The indexed words of a post. */
export type IndexWords = {
  title: readonly string[]
  topics: readonly string[]
  body: readonly string[]
  /** A token for the stem of each word. */
  stems: readonly string[]
  /** Title and topics with stems for words, for ranking; null for a language without a stemmer. */
  stemmed: { language: string; title: readonly string[]; topics: readonly string[] } | null
}
export type SearchDocument = IndexWords & { tags: readonly string[] }

/** Positions of one word that are indexed: the smaller limit of the two databases, so that both find the same phrases. */
const positionsOfAWord = 255
/** Words of one text that are indexed, for the same reason. Only a very long text without spaces has more. */
const wordsOfAText = 14_000
/** Separates topics, and replaces a word past its last indexed position; no query can contain it. */
export const gap = '·'

/** The texts of a post; details are indexed with the body. */
type Texts = { title: string | null; topics: readonly string[]; body: string; details?: string | null }

/** The index words of texts. The cost grows with their length. */
export function indexWords(texts: Texts): IndexWords {
  const wholeBody = texts.details ? `${texts.body}\n${texts.details}` : texts.body
  const seen = new Map<string, number>()
  const words = (text: string) =>
    searchWords(text)
      .slice(0, wordsOfAText)
      .map(word => {
        const times = (seen.get(word) ?? 0) + 1
        seen.set(word, times)
        return times <= positionsOfAWord ? word : gap
      })
  const title = words(texts.title ?? '')
  const topics = eachTopic(texts.topics.map(words))
  const body = words(wholeBody)
  const language = languageOf(seen)
  if (!language) return { title, topics, body, stems: [], stemmed: null }
  const stems = new Set<string>()
  const stemmed = (text: string) =>
    writtenWords(text)
      .slice(0, wordsOfAText)
      .flatMap(word => {
        const stem = stemInto(language, word)
        if (stem === null) return searchWords(word)
        stems.add(stemToken(language, stem))
        return stem
      })
  const headline = { language, title: stemmed(texts.title ?? ''), topics: eachTopic(texts.topics.map(stemmed)) }
  stemmed(wholeBody)
  return { title, topics, body, stems: [...stems], stemmed: headline }
}

function eachTopic(topics: readonly string[][]): string[] {
  return topics.flatMap((words, i) => (i > 0 ? [gap, ...words] : words))
}

/** The search document of texts and the tags by which lists filter. */
export function documentOf(texts: Texts, tags: readonly string[]): SearchDocument {
  return { ...indexWords(texts), tags }
}

/** The word for a tag such as `country=DE` in the index: no typed word is equal to it or begins it. */
export function tagToken(tag: string): string {
  return `·${tag.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '·')}`
}

/** The most words of a query that are searched in other forms too, since each is stemmed in many languages. */
const stemmedWords = 8

/**
 * Reads a query: words joined by AND, "double quotes" for a phrase, -word to exclude, a trailing * for a prefix. A word also means
 * its other forms, unless it is in quotes. Parts without a word give no term.
 */
export function parseQuery(query: string): SearchTerm[] {
  const terms: SearchTerm[] = []
  let stemmed = 0
  const typed = query.toWellFormed().replace(/[“”„‟«»＂]/g, '"')
  for (const [, minus, quoted, bare] of typed.matchAll(/(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/gu)) {
    const not = minus === '-'
    const prefix = bare?.endsWith('*') ?? false
    const groups = quoted !== undefined || not ? [searchWords(quoted ?? bare ?? '')] : wordGroups(bare ?? '')
    const asked = groups.filter(words => words.length > 0)
    const written = bare === undefined ? [] : writtenWords(bare)
    for (const [i, words] of asked.entries()) {
      const ofPrefix = prefix && i === asked.length - 1
      const word = words.length === 1 && !ofPrefix ? written.find(word => fold(word) === words[0]) : undefined
      const stems = word === undefined || stemmed === stemmedWords ? [] : stemTokens(word)
      if (stems.length > 0) stemmed++
      terms.push({ words, prefix: ofPrefix, not, stems })
    }
  }
  return terms
}

/** The same terms without other forms. An excluded word stays excluded in every form. */
export function exactly(terms: readonly SearchTerm[]): SearchTerm[] {
  return terms.map(term => (term.not ? term : { ...term, stems: [] }))
}

/** The terms of one typed word: its parts between punctuation, each a phrase where its script has no spaces. */
function wordGroups(typed: string): string[][] {
  return fold(typed)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map(searchWords)
}
