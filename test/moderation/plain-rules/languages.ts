// Tells the language of a text by its script and its commonest words, the plain way: each part of the text is read by itself.
import { commonWords } from '../../../src/domain/text/common-words.ts'
import { packagedModel } from '../../../src/moderation/embedded/packaged-model.ts'
import { sentencesOf } from '../../../src/moderation/embedded/windows.ts'
import { isInAnother } from '../../../src/moderation/found-language.ts'
import { codes, furtherWords, isWrittenIn, neighbours, ownLetters } from '../../../src/moderation/languages.ts'

const languages = Object.entries({ ...commonWords.covered, ...commonWords.foreign, ...neighbours }).map(
  ([name, list]) => ({
    code: codes[name]!,
    words: `${list} ${furtherWords[name] ?? ''}`.trim().split(' '),
  }),
)

/** The languages of each word, as indexes of `languages`. */
const lexicon = new Map<string, number[]>()
for (const [language, { words }] of languages.entries())
  for (const word of new Set(words)) lexicon.set(word, [...(lexicon.get(word) ?? []), language])

/** The language of each script, or the commonest language in it. Words tell the languages in Latin script apart. */
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
/** The largest share of letters that may be in another script: names, a motto, a translated title. */
const foreignLetters = 0.25
/** The least share of known words that tells the language; a text in any language reaches 0.3 easily. */
const knownShare = 0.1
/** From this number of words on, a single known word may be chance. */
const wordsForTwoHits = 7
/** The least share of kana in Japanese. Chinese has no kana. */
const kanaOfJapanese = 0.15

/** A folded text without its links, which are in no language. */
function withoutAddresses(folded: string): string {
  return folded.replace(/(?:https?:\/\/|www\.)\S{1,500}/gu, ' ')
}

/**
 * The languages of a text (ISO 639-1): none if no known language is clear, several if they have as many words. A text of only numbers
 * and symbols counts as `en`, since it has nothing to misread. `folded` is text in lower case without marks (prefilter/fold.ts).
 */
function languagesOf(folded: string): string[] {
  const letters = count(folded, /\p{L}/gu)
  if (letters === 0) return ['en']
  const latin = count(folded, /\p{Script=Latin}/gu)
  if (letters - latin > letters * foreignLetters) return languagesOfScript(folded)
  return languagesOfWords(folded.match(/\p{Script=Latin}{2,}/gu) ?? [])
}

function languagesOfScript(text: string): string[] {
  const [kana, han] = [count(text, scripts[0]![0]), count(text, scripts[1]![0])]
  if (kana > 0 && kana >= (kana + han) * kanaOfJapanese) return ['ja']
  const counts = scripts.map(([pattern, code]) => ({ code, letters: count(text, pattern) }))
  const { code, letters } = counts.reduce((most, each) => (each.letters > most.letters ? each : most))
  if (letters === 0) return []
  const other = ownLetters.find(([script, own]) => script === code && count(text, own) >= letters / 100)
  if (other) return [other[2]]
  const hardSigns = count(text, /ъ/gu)
  return [code === 'ru' && !/[ыэ]/u.test(text) && hardSigns >= 3 && hardSigns >= letters * 0.008 ? 'bg' : code]
}

/** Single letters are words in too many languages to tell one from another. */
function languagesOfWords(tokens: readonly string[]): string[] {
  const hits = languages.map(() => 0)
  for (const token of tokens) for (const language of lexicon.get(token) ?? []) hits[language]!++
  const most = Math.max(...hits)
  const needed = Math.max(tokens.length * knownShare, tokens.length >= wordsForTwoHits ? 2 : 1)
  if (most < needed) return []
  return languages.filter((_, language) => hits[language] === most).map(({ code }) => code)
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}

/** The least number of words at which a sentence may count as another language than the rest. */
const wordsOfSentence = 6

/** Whether the packaged model judges a text well enough to publish it, by its language and by those of its sentences. */
export function judgesLanguageOf(folded: string, written: string): boolean {
  const { languages, languageHeads = {} } = packagedModel().model.settings
  const text = withoutAddresses(folded)
  const found = languagesOf(text)
  const [first] = found
  if (first === undefined || !languages.includes(first)) return false
  if (Object.hasOwn(languageHeads, first) && found.some(each => !languages.includes(each))) return false
  if (!isWrittenIn(first, written)) return false
  return sentencesOf(text).every(({ start, end }) => {
    const sentence = text.slice(start, end)
    if ((sentence.match(/[\p{L}\p{M}]+/gu)?.length ?? 0) < wordsOfSentence) return true
    const own = languagesOf(sentence)
    if (own.length === 0) return !isInAnother(first, sentence)
    return own.includes(first) || (first === 'ja' && own[0] === 'zh')
  })
}
