// The key by which names of places are compared and indexed.

const unfoldedLetters: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
}

/**
 * The key by which a place name is compared and indexed: without compatibility forms, case, diacritics and punctuation, words one
 * space apart. Vowel signs of Indic scripts and the voicing marks of kana stay: without them different names would be equal.
 */
export function placeNameKey(name: string): string {
  // Most names are plain words, and the steps below are slow when all places are loaded.
  if (/^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/.test(name)) return name.toLowerCase()
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0640]/g, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[æœøłđðþħŧς]/g, letter => unfoldedLetters[letter] ?? letter)
    .replace(/['’‘`´ʹʻʼʽʾʿ\u200b-\u200f]/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}

/** Whether a place has a name, among all of its names. */
export function isCalled({ names }: { names: readonly string[] }, name: string): boolean {
  const key = placeNameKey(name)
  return names.some(own => placeNameKey(own) === key)
}
