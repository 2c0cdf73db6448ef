// How alike two texts are, and the keys by which texts that are alike find one another without comparing all of them.
import { hash } from 'node:crypto'
import { type SiteId, siteIds } from '../contract/site-ids.ts'
import type { PostText } from '../domain/post-text.ts'
import { searchWords } from '../domain/words.ts'
import { duplicateText } from './prefilter/fingerprint.ts'

/** Words that a shingle is made of. */
const shingleWords = 3
/** A text with fewer words has too little in it to be like another by more than chance. */
const leastWords = 8
/** From this share of common shingles on (Jaccard), one text is a near-duplicate of the other. */
export const nearDuplicateFrom = 0.7
/** Texts that share 0.7 of their shingles share a band with probability 0.88, at 0.8 with 0.97, at 0.3 with 0.13. */
const bands = 5
const rows = 3
const keyBits = 52

/** What near-duplicates are compared by: the shingles of title and body, hashed to 32 bits with a sign. */
export type Shingles = ReadonlySet<number>

/** The shingles of a text in the form that duplicates are compared by (`duplicateText`). */
export function shinglesOf(normalText: string): Shingles {
  const words = wordsOf(normalText)
  const shingles = new Set<number>()
  if (words.length < leastWords) return shingles
  for (let i = 0; i + shingleWords <= words.length; i++) shingles.add(shingle(words, i))
  return shingles
}

/** Words up to this length are never cut. */
const surelyWhole = 64

/** The words of a normal text as searching finds them. */
function wordsOf(normalText: string): readonly string[] {
  // In plain text nothing is left to fold.
  const plain = /^[a-z0-9 ]*$/.test(normalText)
    ? normalText.split(' ')
    : /^[a-z0-9 +#]*$/.test(normalText)
      ? normalText.match(/[a-z0-9]+/g)
      : null
  return plain?.every(word => word.length <= surelyWhole) ? plain : searchWords(normalText)
}

/** The share of shingles that two texts have in common: 0 to 1. */
export function likeness(a: Shingles, b: Shingles): number {
  let common = 0
  for (const shingle of a) if (b.has(shingle)) common++
  const all = a.size + b.size - common
  return all === 0 ? 0 : common / all
}

/** What a text is to each of others: the same in normal form, a near-duplicate, or neither. */
export type Likeness = 'same' | 'near' | null

/** Compares a text with others; the cost grows with the length of all of them. */
export function compareTexts(text: PostText, others: readonly PostText[]): Likeness[] {
  const normalText = duplicateText(text)
  const shingles = shinglesOf(normalText)
  return others.map(other => {
    const otherText = duplicateText(other)
    if (otherText === normalText) return 'same'
    return likeness(shingles, shinglesOf(otherText)) >= nearDuplicateFrom ? 'near' : null
  })
}

/**
 * The keys under which a text in its normal form is looked up on its site: one for each band of its MinHash signature and,
 * where `whole` asks for it, one of the whole text; integers below 2^52. Two texts that are alike most likely share a key.
 */
export function nearDuplicateKeys(site: SiteId, normalText: string, shingles: Shingles, whole: boolean): number[] {
  const keys = whole ? [textKey(`${site} text ${normalText}`)] : []
  if (shingles.size === 0) return keys
  const signature = minHash(shingles, bands * rows)
  const place = siteIds.indexOf(site) * bands
  for (let band = 0; band < bands; band++)
    keys.push(bandKey(place + band, signature.subarray(band * rows, (band + 1) * rows)))
  return keys
}

function textKey(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, keyBits / 4), 16)
}

/** Mixes the values of a band to a key: who forces two keys to meet wins a comparison of two texts, no more. */
function bandKey(place: number, values: Uint32Array): number {
  let high = place
  let low = ~place
  for (let i = 0; i < values.length; i++) {
    high = mixed(high ^ values[i]!, i)
    low = mixed(low ^ values[i]!, rows + i)
  }
  return (high >>> (64 - keyBits)) * 2 ** 32 + low
}

/** FNV-1a over the UTF-16 units of the words from `first` on, with a space between them. */
function shingle(words: readonly string[], first: number): number {
  const space = 0x20
  let value = 0x811c9dc5
  for (let i = first; i < first + shingleWords; i++) {
    const word = words[i] as string
    if (i > first) value = Math.imul(value ^ space, 0x01000193)
    for (let j = 0; j < word.length; j++) value = Math.imul(value ^ word.charCodeAt(j), 0x01000193)
  }
  // V8 keeps a number with a sign without allocating for it.
  return value
}

function minHash(shingles: Shingles, size: number): Uint32Array {
  const least = new Uint32Array(size).fill(0xffffffff)
  for (const shingle of shingles)
    for (let i = 0; i < size; i++) {
      const value = mixed(shingle, i)
      if (value < least[i]!) least[i] = value
    }
  return least
}

/** The hash functions of the signature: murmur3's finaliser over the shingle and the number of the function. */
function mixed(shingle: number, i: number): number {
  let value = shingle ^ Math.imul(i + 1, 0x9e3779b1)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
