// Words as both databases index them, and the grammar of what people type into a search box (contract.md §6).

export type SearchTerm = { words: readonly string[]; prefix: boolean; not: boolean }
export type SearchDocument = {
  title: readonly string[]
  topics: readonly string[]
  body: readonly string[]
  tags: readonly string[]
}

const maxWordLength = 64

/** In scripts written without spaces every character is a word of its own, and a run of them in a query is a phrase. */
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}])+/gu

/**
 * Folds case and diacritics: "Café" and "CAFE" are one word. Vowel points of Hebrew and Arabic go, since most people leave
 * them out; marks stay in scripts where they carry the vowels. What is invisible inside a word goes too.
 */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g, '')
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('đ', 'd')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ς', 'σ')
    .replace(/(?<=[\p{L}\p{N}])['’ʼ](?=[\p{L}\p{N}])/gu, '')
    .normalize('NFC')
}

/** The words of a text in order, folded: what is indexed and what is compared. */
export function searchWords(text: string): string[] {
  return (fold(text).match(pieces) ?? []).map(word => word.slice(0, maxWordLength)).map(word => word.toWellFormed())
}

/** Positions of one word that an index keeps: the smaller limit of the databases, so that both find the same phrases. */
const positionsOfAWord = 255
/** Words of one text that are indexed, for the same reason; no shape but a very long text without spaces has more. */
const wordsOfAText = 14_000
/** Stands between topics, and where a word comes once more after its last position that is kept; nobody can type it. */
export const gap = '·'

/** A document out of texts: title, topics, body, and the tags that lists filter by. */
export function documentOf(
  texts: { title: string; topics: readonly string[]; body: string },
  tags: readonly string[],
): SearchDocument {
  const seen = new Map<string, number>()
  const words = (text: string) =>
    searchWords(text)
      .slice(0, wordsOfAText)
      .map(word => {
        const times = (seen.get(word) ?? 0) + 1
        seen.set(word, times)
        return times <= positionsOfAWord ? word : gap
      })
  const title = words(texts.title)
  const topics = texts.topics.flatMap((topic, i) => (i > 0 ? [gap, ...words(topic)] : words(topic)))
  return { title, topics, body: words(texts.body), tags }
}

/** The word that stands for a tag such as `country=DE` in the index: no typed word is equal to it or begins it. */
export function tagToken(tag: string): string {
  return `·${tag.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '·')}`
}

/**
 * Reads a typed query: words joined by AND, "double quotes" a phrase, -word excludes, a trailing * is a prefix.
 * Nothing typed is an error: what has no word in it asks for nothing (contract.md §6).
 */
export function parseQuery(query: string): SearchTerm[] {
  const terms: SearchTerm[] = []
  const typed = query.toWellFormed().replace(/[“”„‟«»＂]/g, '"')
  for (const [, minus, quoted, bare] of typed.matchAll(/(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/gu)) {
    const not = minus === '-'
    const prefix = bare?.endsWith('*') ?? false
    const groups = quoted !== undefined || not ? [searchWords(quoted ?? bare ?? '')] : wordGroups(bare ?? '')
    const asked = groups.filter(words => words.length > 0)
    for (const [i, words] of asked.entries()) terms.push({ words, prefix: prefix && i === asked.length - 1, not })
  }
  return terms
}

/** What one typed word asks for: each part between punctuation, as a phrase where its script writes without spaces. */
function wordGroups(typed: string): string[][] {
  return fold(typed)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map(searchWords)
}
