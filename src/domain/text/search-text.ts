// The words that both databases index, and the grammar of search queries (contract.md §6).
import { languageOf, stemInto, stemToken, stemTokens } from './stems.ts'
import { fold, searchWords, writtenWords } from './words.ts'

/**
 * Words that stand side by side, or with `within` each at most so many words from the next, in any order, in one of title, topics
 * and body. `stems`: tokens for the
 * other forms of a single word; none for a phrase, a prefix or an exact word.
 */
export type SearchTerm = { words: readonly string[]; prefix: boolean; within: number | null; stems: readonly string[] }
/** A part of a query: a post has to have all terms of one of the alternatives, or with `not` of none. */
export type SearchClause = { any: readonly (readonly SearchTerm[])[]; not: boolean }
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
/** The most pairs of words in a query that are searched within a distance, since a database may ask for each distance apart. */
const nearPairs = 8
/** The largest N of "two words"~N; a larger one means this. */
const withinMax = 20

/** A part of a query as typed, with the words of each term in it. */
type Typed = { bare: string | undefined; words: string[][]; not: boolean; prefix: boolean; within: number | null }

/**
 * Reads a query: words joined by AND, OR between two terms, "double quotes" for a phrase, "double quotes"~5 for words so near,
 * -word to exclude, a trailing * for a prefix. A word also means its other forms, unless it is in quotes. OR binds tighter than
 * AND; elsewhere than between two terms it is a word. Parts without a word give no term.
 */
export function parseQuery(query: string): SearchClause[] {
  const clauses: { any: SearchTerm[][]; not: boolean }[] = []
  const typed = typedParts(query)
  const left = { stems: stemmedWords, pairs: nearPairs }
  let joined = false
  for (const [i, part] of typed.entries()) {
    const [before, next] = [typed[i - 1], typed[i + 1]]
    if (isOr(part) && !joined && before && next && !before.not && !next.not) {
      joined = true
      continue
    }
    const terms = termsOf(part, left)
    if (joined) clauses.at(-1)?.any.push(terms)
    else if (part.not || isJoined(typed, i)) clauses.push({ any: [terms], not: part.not })
    else clauses.push(...terms.map(term => ({ any: [[term]], not: false })))
    joined = false
  }
  return clauses
}

/** Whether the part after this one is OR, and joins the two parts around it. */
function isJoined(typed: readonly Typed[], i: number): boolean {
  const after = typed[i + 2]
  return isOr(typed[i + 1]) && after !== undefined && !after.not
}

const isOr = (part: Typed | undefined) => part?.bare === 'OR' && !part.not

function typedParts(query: string): Typed[] {
  const text = query.toWellFormed().replace(/[“”„‟«»＂]/g, '"')
  const parts = text.matchAll(/(-?)(?:"([^"]*)(?:"(?:~(\d{1,3})(?![^\s"]))?|$)|([^\s"]+))/gu)
  return [...parts].flatMap(([, minus, quoted, apart, bare]) => {
    const not = minus === '-'
    const groups = quoted !== undefined || not ? [searchWords(quoted ?? bare ?? '')] : wordGroups(bare ?? '')
    const words = groups.filter(group => group.length > 0)
    const within = apart === undefined ? null : Math.min(withinMax, Math.max(1, Number(apart)))
    return words.length === 0 ? [] : [{ bare, words, not, within, prefix: bare?.endsWith('*') ?? false }]
  })
}

/** The terms of a part. `left` is what the query may still have; past it a word has no other forms, and "…"~N is a phrase. */
function termsOf({ bare, words: groups, prefix, within }: Typed, left: { stems: number; pairs: number }): SearchTerm[] {
  const written = bare === undefined ? [] : writtenWords(bare)
  return groups.map((words, i) => {
    const ofPrefix = prefix && i === groups.length - 1
    if (within !== null) {
      const different = words.filter((word, at) => word !== words[at - 1])
      if (different.length === 1) return { words: different, prefix: false, within: null, stems: [] }
      if (different.length - 1 <= left.pairs) {
        left.pairs -= different.length - 1
        return { words: different, prefix: false, within, stems: [] }
      }
    }
    const word = words.length === 1 && !ofPrefix ? written.find(each => fold(each) === words[0]) : undefined
    const stems = word === undefined || left.stems === 0 ? [] : stemTokens(word)
    if (stems.length > 0) left.stems--
    return { words, prefix: ofPrefix, within: null, stems }
  })
}

/** The pairs of neighbours in a term with `within`. */
export function pairsOf(words: readonly string[]): [string, string][] {
  return words.slice(1).map((word, i) => [words[i] as string, word])
}

/** The same clauses without other forms. An excluded word stays excluded in every form. */
export function exactly(clauses: readonly SearchClause[]): SearchClause[] {
  return clauses.map(({ any, not }) => ({
    any: not ? any : any.map(terms => terms.map(term => ({ ...term, stems: [] }))),
    not,
  }))
}

/** Whether a clause matches other forms of a word too. */
export function hasForms({ any }: SearchClause): boolean {
  return any.some(terms => terms.some(({ stems }) => stems.length > 0))
}

/** The terms of one typed word: its parts between punctuation, each a phrase where its script has no spaces. */
function wordGroups(typed: string): string[][] {
  return fold(typed)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map(searchWords)
}
