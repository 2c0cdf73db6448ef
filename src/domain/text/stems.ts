// The stems of words in the language of a text, so that "toaster" finds "toasters".
import { LRUCache } from 'lru-cache'
import { newStemmer, type Stemmer } from 'snowball-stemmers'
import { commonWords } from './common-words.ts'
import { searchWords } from './words.ts'

/** The languages with a stemmer: ISO 639-1 code and name of the stemmer. */
export const stemLanguages = {
  en: 'english',
  de: 'german',
  es: 'spanish',
  fr: 'french',
  pt: 'portuguese',
  it: 'italian',
  nl: 'dutch',
  sv: 'swedish',
  da: 'danish',
  cs: 'czech',
  fi: 'finnish',
  tr: 'turkish',
  ro: 'romanian',
  hu: 'hungarian',
  ru: 'russian',
  ar: 'arabic',
  hy: 'armenian',
  ta: 'tamil',
} as const
const languages = stemLanguages
export type Language = keyof typeof languages

const codes = Object.keys(languages) as Language[]
const otherScripts = [
  ['ru', /^[\u0430-\u0451]+$/],
  ['ar', /^[\u0621-\u0652]+$/],
  ['hy', /^[\u0561-\u0587]+$/],
  ['ta', /^[\u0b80-\u0bff]+$/],
] as const satisfies [Language, RegExp][]
const latin = codes.filter(code => !otherScripts.some(([other]) => other === code))

/** The names of the languages of Latin letters that have a common word, with or without a stemmer. */
const byWord = new Map<string, string[]>()
for (const [name, words] of Object.entries({ ...commonWords.covered, ...commonWords.foreign }))
  for (const word of new Set(words.split(' '))) byWord.set(word, [...(byWord.get(word) ?? []), name.toLowerCase()])

/** The languages that a word may belong to by its letters. */
function languagesOf(word: string): readonly Language[] {
  if (/^\p{Script=Latin}+$/u.test(word)) return latin
  return otherScripts.filter(([, letters]) => letters.test(word)).map(([code]) => code)
}

/** The language of a text with these folded words and their counts; null for a language without a stemmer. */
export function languageOf(words: ReadonlyMap<string, number>): Language | null {
  const byLanguage = new Map<Language, number>()
  const hits = new Map<string, number>()
  for (const [word, times] of words) {
    const [first] = languagesOf(word)
    if (first) byLanguage.set(first, (byLanguage.get(first) ?? 0) + times)
    for (const name of byWord.get(word) ?? []) hits.set(name, (hits.get(name) ?? 0) + times)
  }
  const script = mostOf(byLanguage)
  if (script !== latin[0]) return script
  const name = mostOf(hits)
  return name === null ? 'en' : (codes.find(code => languages[code] === name) ?? null)
}

function mostOf<Key>(counts: ReadonlyMap<Key, number>): Key | null {
  let most: [Key | null, number] = [null, 0]
  for (const each of counts) if (each[1] > most[1]) most = each
  return most[0]
}

const stemmers = new Map<Language, Stemmer>()
/** Stems by language and word, since the same words come again and again. */
const known = new LRUCache<string, string>({ max: 20_000 })
const [shortest, longest] = [3, 40]

/** The folded stem of a lower-case word with its diacritics; null for a word of other letters or too short or long. */
export function stemInto(language: Language, word: string): string | null {
  if (word.length < shortest || word.length > longest || !languagesOf(word).includes(language)) return null
  const key = language + word
  const before = known.get(key)
  if (before !== undefined) return before
  const stemmer = stemmers.get(language) ?? newStemmer(languages[language])
  stemmers.set(language, stemmer)
  // The stemmer does not know ё, and most people write е instead.
  const folded = searchWords(stemmer.stem(word.replaceAll('ё', 'е')))
  const stem = folded.length === 1 ? (folded[0] as string) : searchWords(word).join('')
  known.set(key, stem)
  return stem
}

/** The token for a stem in the index: no query can contain it, and no two languages share it. */
export function stemToken(language: string, stem: string): string {
  return `≈${language}≈${stem}`
}

/** The tokens for all forms of a word, one for each language that the word may belong to. */
export function stemTokens(word: string): string[] {
  return languagesOf(word).flatMap(language => {
    const stem = stemInto(language, word)
    return stem === null ? [] : stemToken(language, stem)
  })
}
