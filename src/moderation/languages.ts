// Detects the language of a text by its script and its commonest words.
import { commonWords } from '../domain/text/common-words.ts'
import { isPlain } from './prefilter/fold.ts'

/** ISO 639-1 codes of the languages with a list of words. */
const codes: Readonly<Record<string, string>> = {
  English: 'en',
  German: 'de',
  Spanish: 'es',
  French: 'fr',
  Portuguese: 'pt',
  Italian: 'it',
  Dutch: 'nl',
  Swedish: 'sv',
  Danish: 'da',
  Polish: 'pl',
  Czech: 'cs',
  Finnish: 'fi',
  Turkish: 'tr',
  Romanian: 'ro',
  Hungarian: 'hu',
  Vietnamese: 'vi',
  Indonesian: 'id',
  Welsh: 'cy',
  Croatian: 'hr',
}

/**
 * More words of languages that would be taken for their neighbours. They are not among the common words of the search, whose index
 * would have to be made again.
 */
export const furtherWords: Readonly<Record<string, string>> = {
  German:
    'ich zwei wer vom keine nur wenn haben bitte hab kein mir geht sich noch einem drei ohne dann beim schon dass mehr sagt jetzt heute keiner jeden leute meine jeder mein kommen mich kann ihn ihre woche wieder unter damit stunde weil danach wurde',
  Spanish:
    'sin ya hasta quien yo nadie asi tambien cuando despues tiene alguien hoy cuatro tengo puede estan verdad pero siempre luego muy eso otra donde mi si le sus este esto',
  French:
    'je ne se il mais si bien elle meme comme deux tout qu ca fait mon avant ont moi apres sans trois jusqu aussi ils rien chaque salle quelqu jour quand semaine fois chez vos ici sous quatre jamais heure donc mois depuis leur besoin suis encore faut etait ceux',
}

const languages = Object.entries({ ...commonWords.covered, ...commonWords.foreign }).map(([name, list]) => ({
  code: codes[name]!,
  words: `${list} ${furtherWords[name] ?? ''}`.trim().split(' '),
}))

/** The languages of each known word, by their index in the list. */
const lexicon = new Map<string, number[]>()
for (const [language, { words }] of languages.entries())
  for (const word of new Set(words)) lexicon.set(word, [...(lexicon.get(word) ?? []), language])

/** Whether a word, in lower case without accents, is among the commonest of any known language. */
export function isCommonWord(word: string): boolean {
  return lexicon.has(word)
}

/** Scripts, each with the language that is most written in it. Latin text is detected by its words. */
const scripts: readonly (readonly [pattern: RegExp, code: string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu, 'ja'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Thai}/gu, 'th'],
]
/** Letters of Persian that Arabic does not have. */
const persian = /[پچژگ]/u

/** Up to this share of the letters may be in another script: names, a motto, a translated title. */
const foreignLetters = 0.25
/** The least share of known words that identifies a language; most texts reach 0.3 in their own. */
const knownShare = 0.1
/** From this number of words on, a single known word may be chance. */
const wordsForTwoHits = 7
/** The share of kana that makes a text Japanese: Chinese has none, and almost every Japanese text has some. */
const kanaOfJapanese = 0.15

/** A folded text without its links, which are in no language. */
export function withoutAddresses(folded: string): string {
  if (!folded.includes('http') && !folded.includes('www.')) return folded
  return folded.replace(/(?:https?:\/\/|www\.)\S{1,500}/gu, ' ')
}

/**
 * Counts the words of a part of a text and gives its language (ISO 639-1): none where no known language is clear, several where they have
 * equally many known words, in the order of the list.
 */
export type PartReader = (start: number, end: number) => { words: number; languages: () => string[] }

/**
 * Reads the languages of the parts of a text. A text of only numbers and symbols counts as `en`, since it has nothing to misread.
 * `folded` is text in lower case without marks (prefilter/fold.ts). Words of plain text are looked up once for all parts.
 */
export function partReader(folded: string): PartReader {
  if (isPlain(folded)) return plainPartReader(folded)
  return (start, end) => {
    const part = folded.slice(start, end)
    return { words: count(part, /[\p{L}\p{M}]+/gu), languages: () => languagesOfAny(part) }
  }
}

/** The language of a whole folded text, as `partReader` gives it. */
export function languageOf(folded: string): string | null {
  return partReader(folded)(0, folded.length).languages()[0] ?? null
}

function languagesOfAny(folded: string): string[] {
  const letters = count(folded, /\p{L}/gu)
  if (letters === 0) return ['en']
  const latin = count(folded, /\p{Script=Latin}/gu)
  if (letters - latin > letters * foreignLetters) return languagesOfScript(folded)
  return languagesOfWords((folded.match(/\p{Script=Latin}{2,}/gu) ?? []).map(languagesOfWord))
}

function languagesOfScript(text: string): string[] {
  const [kana, han] = [count(text, scripts[0]![0]), count(text, scripts[1]![0])]
  if (kana > 0 && kana >= (kana + han) * kanaOfJapanese) return ['ja']
  const counts = scripts.map(([pattern, code]) => ({ code, letters: count(text, pattern) }))
  const { code, letters } = counts.reduce((most, each) => (each.letters > most.letters ? each : most))
  if (letters === 0) return []
  return [code === 'ar' && persian.test(text) ? 'fa' : code]
}

/** The languages of a known word, by their index in the list. */
type Known = readonly number[]

const inNone: Known = []

function languagesOfWord(word: string): Known {
  return lexicon.get(word) ?? inNone
}

function languagesOfWords(words: readonly Known[]): string[] {
  const hits = new Array<number>(languages.length).fill(0)
  for (const known of words) for (const language of known) hits[language]!++
  const most = Math.max(...hits)
  const needed = Math.max(words.length * knownShare, words.length >= wordsForTwoHits ? 2 : 1)
  return most >= needed ? languages.filter((_, i) => hits[i] === most).map(({ code }) => code) : []
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

// ---- plain text -----------------------------------------------------------------------------------------------------

/** The words of a plain text, in order; `known` is null for single letters, which are words in too many languages. */
type PlainWords = { starts: number[]; ends: number[]; known: (Known | null)[] }

function plainPartReader(text: string): PartReader {
  const words = plainWordsOf(text)
  return (start, end) => {
    const from = placeOfFirst(words.ends, start + 1)
    const to = placeOfFirst(words.starts, end)
    const isCut = from < to && (words.starts[from]! < start || words.ends[to - 1]! > end)
    const known = isCut ? plainWordsOf(text.slice(start, end)).known : words.known.slice(from, to)
    return { words: known.length, languages: () => languagesOfPlain(known) }
  }
}

/** The index of the first of ascending numbers that is `least` or more; their count where none is. */
function placeOfFirst(numbers: readonly number[], least: number): number {
  let from = 0
  let to = numbers.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (numbers[middle]! < least) from = middle + 1
    else to = middle
  }
  return from
}

function languagesOfPlain(words: readonly (Known | null)[]): string[] {
  return words.length === 0 ? ['en'] : languagesOfWords(words.filter(known => known !== null))
}

/** Plain text has only letters of ASCII. */
function plainWordsOf(text: string): PlainWords {
  const words: PlainWords = { starts: [], ends: [], known: [] }
  for (let at = 0; at < text.length; at++) {
    if (!isAsciiLetter(text.charCodeAt(at))) continue
    const start = at
    while (isAsciiLetter(text.charCodeAt(at))) at++
    words.starts.push(start)
    words.ends.push(at)
    words.known.push(at - start < 2 ? null : languagesOfWord(text.slice(start, at)))
  }
  return words
}

/** Also false for NaN, the code past the end of a text. */
function isAsciiLetter(code: number): boolean {
  const small = code | 0x20
  return small >= 0x61 && small <= 0x7a
}
