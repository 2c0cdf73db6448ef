// The words of a text: folded for the search index, and as they are written.

const maxWordLength = 64

/** Letters of the scripts that are written without spaces, for use in a character class. */
export const spacelessLetters = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map(script => `\\p{Script=${script}}`)
  .join('')

/** In such scripts every character is a word of its own, and a run of them in a query is a phrase. */
const pieces = new RegExp(`[${spacelessLetters}]\\p{M}*|(?:(?![${spacelessLetters}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')

/**
 * Folds case and diacritics: "Café" and "CAFE" are one word. Vowel points of Hebrew and Arabic go, since most people leave
 * them out; marks stay in scripts where they carry the vowels. Invisible characters inside a word go too.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g, '')
    .replace(invisible, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('đ', 'd')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('ς', 'σ')
    .replace(innerApostrophe, '')
    .normalize('NFC')
}

const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
const innerApostrophe = /(?<=[\p{L}\p{N}])['’ʼ](?=[\p{L}\p{N}])/gu

const joiner = `${invisible.source}|${innerApostrophe.source}`
const asWritten = new RegExp(
  `[${spacelessLetters}]\\p{M}*|(?:(?![${spacelessLetters}])[\\p{L}\\p{N}\\p{M}]|(?<=[\\p{L}\\p{N}\\p{M}])(?:${joiner})(?=[\\p{L}\\p{N}]))+`,
  'gu',
)

/** The words of a text where they stand in it: code units, `to` not included. */
export function tokensIn(text: string): { text: string; from: number; to: number }[] {
  return [...text.matchAll(asWritten)].map(({ 0: word, index }) => ({
    text: word,
    from: index,
    to: index + word.length,
  }))
}

/** The words of a text in order, with their diacritics, which stemmers read. */
export function writtenWords(text: string): string[] {
  const clean = text.normalize('NFKC').replace(invisible, '').toLowerCase().replace(innerApostrophe, '')
  return clean.match(pieces) ?? []
}

/** The words of a text in order, folded, for indexing and comparing. */
export function searchWords(text: string): string[] {
  return (fold(text).match(pieces) ?? []).map(word => word.slice(0, maxWordLength)).map(word => word.toWellFormed())
}
