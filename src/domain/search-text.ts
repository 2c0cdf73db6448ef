// Words as both databases index them, and the grammar of what people type into a search box (contract.md §6).

export type SearchTerm = { words: readonly string[]; prefix: boolean; not: boolean }
export type SearchDocument = {
  title: readonly string[]
  topics: readonly string[]
  body: readonly string[]
  tags: readonly string[]
}

const maxWordLength = 64

/** Scripts written without spaces: every character is a word of its own, and a run of them in a query is a phrase. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}])+/gu

/** Folds case and diacritics: "Café" and "CAFE" are one word. Marks stay in scripts where they carry the vowels. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
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
/** Stands where a word has been said too often to be kept; nobody can type it. */
export const worn = '·'

/** A document out of texts: title, topics, body, and the tags that lists filter by. */
export function documentOf(
  texts: { title: string; topics: readonly string[]; body: string },
  tags: readonly string[],
): SearchDocument {
  const seen = new Map<string, number>()
  const words = (text: string) =>
    searchWords(text).map(word => {
      const times = (seen.get(word) ?? 0) + 1
      seen.set(word, times)
      return times <= positionsOfAWord ? word : worn
    })
  return { title: words(texts.title), topics: texts.topics.flatMap(words), body: words(texts.body), tags }
}

/** The word that stands for a tag such as `country=DE` in the index: no typed word can be equal to it. */
export function tagToken(tag: string): string {
  return `·${tag.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '·')}`
}

/**
 * Reads a typed query: words joined by AND, "double quotes" a phrase, -word excludes, a trailing * is a prefix.
 * Nothing typed is an error: what has no word in it asks for nothing (contract.md §6).
 */
export function parseQuery(query: string): SearchTerm[] {
  const terms: SearchTerm[] = []
  for (const [, minus, quoted, bare] of query.matchAll(/(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/gu)) {
    const not = minus === '-'
    if (quoted !== undefined) {
      const words = searchWords(quoted)
      if (words.length > 0) terms.push({ words, prefix: false, not })
      continue
    }
    const typed = bare ?? ''
    const words = searchWords(typed)
    if (words.length === 0) continue
    const prefix = typed.endsWith('*')
    const oneTerm = words.length > 1 && (unspaced.test(typed) || not)
    if (oneTerm) terms.push({ words, prefix, not })
    else
      for (const [i, word] of words.entries())
        terms.push({ words: [word], prefix: prefix && i === words.length - 1, not })
  }
  return terms
}
