// Tells whether the built-in rules can read a text: whether it is in a language that they have words for.
import { commonWords } from '../domain/common-words.ts'
import { isPlain } from './prefilter/fold.ts'

/** What the rules can make of the language of a text. `unread` names what they cannot read. */
export type LanguageReading = {
  /** Null when the rules can read the text, else what they cannot read: `a script` or `a language`. */
  unread: 'a script' | 'a language' | null
  /** The text, or a good part of it, may be in another covered language than English. */
  european: boolean
  japanese: boolean
}

const { covered, foreign } = commonWords
const languages = [...Object.entries(covered), ...Object.entries(foreign)].map(([name, list]) => ({
  words: list.split(' '),
  isCovered: name in covered,
}))
const english = 0

/** The languages that a word is known in, by their place in the list. */
const lexicon = new Map<string, number[]>()
for (const [language, { words }] of languages.entries())
  for (const word of new Set(words)) lexicon.set(word, [...(lexicon.get(word) ?? []), language])

/** Up to this share of the letters may stand in a script that the rules cannot read: names, a motto, a translated title. */
const foreignLetters = 0.25
/** So large a share of known words in the best language makes a text readable; a text in any language reaches 0.3 easily. */
const knownShare = 0.1
/** From so many words on, a single known one may be chance. */
const wordsForTwoHits = 7

/** So many words of another language in an English text make it worth reading in that language too. */
const ownWordsForMixed = 3

/** A folded text without its links, which are in no language. */
export function withoutAddresses(folded: string): string {
  return folded.replace(/(?:https?:\/\/|www\.)\S{1,500}/gu, ' ')
}

/** Whether the rules can read the folded text, and which word lists to read it with. Text of numbers and symbols alone counts as read. */
export function readingOf(folded: string): LanguageReading {
  const plain = isPlain(folded)
  if (plain ? !/[a-z]/.test(folded) : !/\p{L}/u.test(folded)) return { unread: null, european: false, japanese: false }
  if (plain) return readingOfLatin(folded.match(/[a-z]{2,}/g) ?? [], false)
  const letters = count(folded, /\p{L}/gu)
  const latin = count(folded, /\p{Script=Latin}/gu)
  const kana = count(folded, /[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu)
  const han = count(folded, /\p{Script=Han}/gu)
  // Chinese writes no kana; Japanese of any length hardly does without.
  const japaneseLetters = kana > 0 && kana >= (kana + han) * 0.15 ? kana + han : 0
  const japanese = japaneseLetters > 0
  if (letters - latin - japaneseLetters > letters * foreignLetters)
    return { unread: 'a script', european: true, japanese }
  if (japaneseLetters > letters * 0.3) return { unread: null, european: true, japanese }
  return readingOfLatin(folded.match(/\p{Script=Latin}{2,}/gu) ?? [], japanese)
}

/** The same by the words of a text. Single letters are words in too many languages to tell one from another. */
function readingOfLatin(tokens: readonly string[], japanese: boolean): LanguageReading {
  const hits = languages.map(() => 0)
  const ownHits = languages.map(() => 0)
  for (const token of tokens) {
    const known = lexicon.get(token) ?? []
    for (const language of known) {
      hits[language]!++
      if (known[0] !== english) ownHits[language]!++
    }
  }
  const most = Math.max(...hits)
  const best = most === 0 ? -1 : hits.indexOf(most)
  const european =
    best !== english || languages.some((_, i) => languages[i]!.isCovered && ownHits[i]! >= ownWordsForMixed)
  const needed = Math.max(tokens.length * knownShare, tokens.length >= wordsForTwoHits ? 2 : 1)
  const isKnown = (languages[best]?.isCovered ?? false) && most >= needed
  return { unread: isKnown ? null : 'a language', european, japanese }
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
