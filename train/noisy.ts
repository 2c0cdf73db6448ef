// Copies of texts with words spelled as people spell them who hurry, or who hide them from a filter.
import { numbersOf } from '../src/moderation/embedded/logistic.ts'

type Spelling = (word: string, random: () => number) => string

const at = (word: string, random: () => number) => 1 + Math.floor(random() * Math.max(1, word.length - 2))
const inside =
  (sign: string): Spelling =>
  (word, random) => {
    const place = at(word, random)
    return `${word.slice(0, place)}${sign}${word.slice(place)}`
  }

/** Spellings by family. The training uses all but those of `heldBack`, which only measure. */
export const spellings: Readonly<Record<string, Spelling>> = {
  'two letters swapped': (word, random) => {
    const place = Math.min(at(word, random), word.length - 2)
    return `${word.slice(0, place)}${word[place + 1]}${word[place]}${word.slice(place + 2)}`
  },
  'a letter dropped': (word, random) => {
    const place = at(word, random)
    return word.slice(0, place) + word.slice(place + 1)
  },
  'a vowel dropped': word => word.replace(/(?<=\p{L})[aeiou](?=\p{L})/iu, ''),
  'a vowel as a star': word => word.replace(/(?<=\p{L})[aeiou](?=\p{L})/iu, '*'),
  'a letter doubled': (word, random) => {
    const place = at(word, random)
    return word.slice(0, place) + word[place] + word.slice(place)
  },
  'every letter doubled': word => [...word].map(letter => letter + letter).join(''),
  'a hyphen inside': inside('-'),
  'a full stop inside': inside('.'),
  'an underscore inside': inside('_'),
  'a space inside': inside(' '),
  'an emoji inside': inside('\u{1F525}'),
}

/** Families that no training text has, so that their figures tell of spellings that nobody thought of. */
export const heldBack: readonly string[] = ['a full stop inside', 'an emoji inside', 'a letter dropped']

const taught = Object.keys(spellings).filter(family => !heldBack.includes(family))

/** A text with a share of its longer words in one spelling. */
export function spelled(text: string, family: string, share: number, seed: number): string {
  const random = numbersOf(seed)
  const spelling = spellings[family]!
  return text.replace(/\p{L}{4,}/gu, word => (random() < share ? spelling(word, random) : word))
}

/** A copy of a training text in a spelling that its number chooses. */
export function noisyCopy(text: string, seed: number): string {
  const random = numbersOf(seed)
  const family = taught[Math.floor(random() * taught.length)]!
  return spelled(text, family, 0.25 + random() * 0.75, seed + 1)
}
