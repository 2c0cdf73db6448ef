// Measures how alike two texts are, and makes the keys by which near-duplicates are found without comparing all texts.
import { hash } from 'node:crypto'
import type { SiteId } from '../contract/sites/site-ids.ts'
import { siteRow } from '../contract/sites.ts'
import type { PostText } from '../domain/posts/post-text.ts'
import { searchWords } from '../domain/text/words.ts'
import { duplicateText } from './prefilter/fingerprint.ts'

/** A text with fewer words has no shingles: it could be like another by chance. */
const leastWords = 8
/**
 * The share of common shingles (Jaccard) from which on two texts are near-duplicates. With one word in ten replaced a text keeps
 * about 0.76 of them, with one in seven 0.67; two unrelated texts share less than 0.1.
 */
export const nearDuplicateFrom = 0.6
/** Texts with one word in ten replaced share a band with probability 0.85, with one in twenty 0.99; unrelated texts almost never. */
const bands = 5
const rows = 3
const keyBits = 52

/** The words and pairs of neighbours of title and body, hashed to 32 bits with a sign, by which texts are compared. */
export type Shingles = ReadonlySet<number>

/** The shingles of a text in its normal form (`duplicateText`). */
export function shinglesOf(normalText: string): Shingles {
  const words = wordsOf(normalText)
  return new Set([...shinglesInOrder(words, 1), ...shinglesInOrder(words, 2)])
}

/** The shingles of `size` words in the order of the text, with repetitions. */
function shinglesInOrder(words: readonly string[], size: number): Int32Array {
  if (words.length < leastWords) return new Int32Array()
  const shingles = new Int32Array(words.length - size + 1)
  for (let i = 0; i < shingles.length; i++) shingles[i] = shingle(words, i, size)
  return shingles
}

/** Words up to this length are never cut. */
const surelyWhole = 64

/** The words of a normal text, as in the search index. */
function wordsOf(normalText: string): readonly string[] {
  // Plain text needs no folding.
  const plain = /^[a-z0-9 ]*$/.test(normalText)
    ? normalText.split(' ')
    : /^[a-z0-9 +#]*$/.test(normalText)
      ? normalText.match(/[a-z0-9]+/g)
      : null
  return plain?.every(word => word.length <= surelyWhole) ? plain : searchWords(normalText)
}

/** The share of common shingles: 0 to 1. */
export function likeness(a: Shingles, b: Shingles): number {
  let common = 0
  for (const shingle of a) if (b.has(shingle)) common++
  const all = a.size + b.size - common
  return all === 0 ? 0 : common / all
}

/** How a text relates to another: the same in normal form, a near-duplicate, or neither. */
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
 * The keys of a normal text for look-up on its site: one for each band of its MinHash signature and, with `whole`, one of the
 * whole text; integers below 2^52. Near-duplicates most likely share a key.
 */
export function nearDuplicateKeys(site: SiteId, normalText: string, whole: boolean): number[] {
  const keys = whole ? [textKey(`${site} text ${normalText}`)] : []
  // Single words would give unrelated texts common keys.
  const shingles = shinglesInOrder(wordsOf(normalText), 2)
  if (shingles.length === 0) return keys
  const signature = minHash(shingles, bands * rows)
  const place = siteRow(site).number * bands
  for (let band = 0; band < bands; band++)
    keys.push(bandKey(place + band, signature.subarray(band * rows, (band + 1) * rows)))
  return keys
}

function textKey(text: string): number {
  return Number.parseInt(hash('sha256', text).slice(0, keyBits / 4), 16)
}

/** Mixes the values of a band into a key. A forced collision of two keys only costs one comparison of two texts. */
function bandKey(place: number, values: Uint32Array): number {
  let high = place
  let low = ~place
  for (let i = 0; i < values.length; i++) {
    high = mixed(high ^ values[i]!, i)
    low = mixed(low ^ values[i]!, rows + i)
  }
  return (high >>> (64 - keyBits)) * 2 ** 32 + low
}

/** FNV-1a over the UTF-16 units of `size` words from `first` on, with a space between them. */
function shingle(words: readonly string[], first: number, size: number): number {
  const space = 0x20
  let value = 0x811c9dc5
  for (let i = first; i < first + size; i++) {
    const word = words[i] as string
    if (i > first) value = Math.imul(value ^ space, 0x01000193)
    for (let j = 0; j < word.length; j++) value = Math.imul(value ^ word.charCodeAt(j), 0x01000193)
  }
  return value
}

function minHash(shingles: Int32Array, size: number): Uint32Array {
  const least = new Uint32Array(size).fill(0xffffffff)
  for (let i = 0; i < size; i++)
    for (let at = 0; at < shingles.length; at++) {
      const value = mixed(shingles[at]!, i)
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
