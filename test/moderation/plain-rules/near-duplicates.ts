// The similarity of two texts, and the keys by which similar texts find each other without comparing all texts.
import type { SiteId } from '../../../src/contract/sites/site-ids.ts'
import { siteRow } from '../../../src/contract/sites.ts'
import { sha256 } from '../../../src/domain/ids.ts'
import { searchWords } from '../../../src/domain/text/words.ts'

/** The number of words in a shingle of a key: single words would give unrelated texts common keys. */
const shingleWords = 2
/** A text with fewer words is similar to another only by chance. */
const leastWords = 8
const bands = 5
const rows = 3
const hashBits = 13 * 4

/** What the keys are made from: the pairs of neighbouring words of title and body, hashed to 32 bits. */
export type Shingles = ReadonlySet<number>

/** The shingles of a text in the form in which duplicates are compared (`duplicateText`). */
export function shinglesOf(normalText: string): Shingles {
  const words = searchWords(normalText)
  const shingles = new Set<number>()
  if (words.length < leastWords) return shingles
  for (let i = 0; i + shingleWords <= words.length; i++) shingles.add(shingle(words, i))
  return shingles
}

/**
 * The keys under which the form of a text is looked up on its site: one for each band of its MinHash signature, and one for the
 * whole text if `whole` asks for it; integers below 2^52. Two similar texts most likely share at least one key.
 */
export function copyKeys(site: SiteId, normalText: string, shingles: Shingles, whole: boolean): number[] {
  const keys = whole ? [key(`${site} text ${normalText}`)] : []
  if (shingles.size === 0) return keys
  const signature = minHash(shingles, bands * rows)
  for (let band = 0; band < bands; band++)
    keys.push(bandKey(siteRow(site).number * bands + band, signature.slice(band * rows, (band + 1) * rows)))
  return keys
}

function key(text: string): number {
  return Number.parseInt(sha256(text).slice(0, hashBits / 4), 16)
}

function bandKey(place: number, values: readonly number[]): number {
  const mixedFrom = (start: number, of: number) => values.reduce((key, value, i) => mixed(key ^ value, of + i), start)
  return Math.floor(mixedFrom(place, 0) / 2 ** (64 - hashBits)) * 2 ** 32 + mixedFrom(~place, rows)
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
  return value >>> 0
}

function minHash(shingles: Shingles, size: number): number[] {
  const least = new Array<number>(size).fill(0xffffffff)
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
