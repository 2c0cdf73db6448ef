// The hashed n-grams of a text: the features of the embedded model.

/** The features of a text, each with its weight. */
export type SparseVector = { readonly places: Uint32Array; readonly values: Float32Array }

/** The places of the n-grams of a text, and how often each occurs. */
export type Counts = { readonly places: Uint32Array; readonly counts: Uint16Array }

/** The rarity of the n-grams of each place, as a weight. Zero for those in at most one text of the training. */
export type Rarity = Float32Array

/** A word or sign of a text: the places of its n-grams, and its hash, from which that of a pair with the next word is made. */
export type Token = { readonly places: Uint32Array; readonly word: string; readonly hash: number }

/** Places of one family of n-grams: words, characters, words beside their site. A power of two. */
const bucketBits = 16
const buckets = 2 ** bucketBits
export const families = 3
/** Places in all. */
export const featureCount = families * buckets

const longestWord = 40
const characterSizes = { least: 2, most: 5 }
/** A sign of Chinese or Japanese says as much as a few letters. */
const unspacedSizes = { least: 1, most: 2 }
/** The signs of Chinese and Japanese, which are written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const tokenPattern = /[\p{L}\p{M}\p{N}'’]+|[^\s\p{L}\p{M}\p{N}]/gu
/** The same, with the signs of Chinese and Japanese apart from other letters. */
const mixedPattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]+|[\p{L}\p{M}\p{N}'’]+|[^\s\p{L}\p{M}\p{N}]/gu
const digits = /\p{Nd}/gu
/** How many tokens are cached for the next texts; common words are most of a text. */
const kept = 20_000

const seeds = { word: 0x811c9dc5, character: 0x2c1b3c6d, site: 0x297a2d39 }

/** The tokens of a text of a site: compatibility forms resolved, lower case, every digit as 0. */
export function tokensOf(text: string, site: string): Token[] {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('’', "'").replace(digits, '0')
  const ready = readyOf(site)
  return wordsOf(plain).map(found => {
    const word = found.slice(0, longestWord)
    const known = ready.get(word)
    if (known) return known
    // A slice would keep its whole text in memory for as long as the word is kept.
    const own = Buffer.from(word, 'utf16le').toString('utf16le')
    const token = tokenOf(own, site)
    if (ready.size >= kept) ready.clear()
    ready.set(own, token)
    return token
  })
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })

/** The words and signs of a text. Chinese and Japanese have no spaces between words, and ICU has a list of their words. */
function wordsOf(plain: string): string[] {
  if (!unspaced.test(plain)) return plain.match(tokenPattern) ?? []
  return (plain.match(mixedPattern) ?? []).flatMap(word =>
    unspaced.test(word) ? Array.from(segmenter.segment(word), ({ segment }) => segment) : [word],
  )
}

const readyBySite = new Map<string, Map<string, Token>>()

function readyOf(site: string): Map<string, Token> {
  const ready = readyBySite.get(site) ?? new Map<string, Token>()
  readyBySite.set(site, ready)
  return ready
}

function tokenOf(word: string, site: string): Token {
  const hash = extended(seeds.word, word)
  const places = [place(0, hash), place(2, extended(extended(seeds.site, site), word))]
  const isUnspaced = unspaced.test(word)
  const padded = isUnspaced ? word : ` ${word} `
  const { least, most } = isUnspaced ? unspacedSizes : characterSizes
  for (let start = 0; start <= padded.length - least; start++) {
    let characters = seeds.character
    const end = Math.min(padded.length, start + most)
    for (let at = start; at < end; at++) {
      characters = step(characters, padded.charCodeAt(at))
      if (at - start + 1 >= least) places.push(place(1, characters))
    }
  }
  return { places: Uint32Array.from(places), word, hash }
}

const tally = new Uint16Array(featureCount)
const mostOfOne = 2 ** 16 - 1

/** How often each n-gram occurs in tokens, pairs of neighbours included. */
export function countsOf(tokens: readonly Token[]): Counts {
  const touched: number[] = []
  const add = (place: number) => {
    if (tally[place] === 0) touched.push(place)
    if (tally[place]! < mostOfOne) tally[place]!++
  }
  let before: Token | undefined
  for (const token of tokens) {
    for (const place of token.places) add(place)
    if (before) add(pairPlace(before, token))
    before = token
  }
  const places = Uint32Array.from(touched)
  const counts = Uint16Array.from(touched, place => tally[place]!)
  for (const place of touched) tally[place] = 0
  return { places, counts }
}

/** The place of the pair of two neighbours. */
export function pairPlace(before: Token, { word }: Token): number {
  return place(0, extended(step(before.hash, 32), word))
}

/** The damped counts up to this one are made once. */
const readyCounts = 256
const logarithms = Float64Array.from({ length: readyCounts }, (_, count) => 1 + Math.log(count))

/** A count, damped: 1 + its logarithm. */
export function damped(count: number): number {
  return count < readyCounts ? logarithms[count]! : 1 + Math.log(Math.min(count, mostOfOne))
}

/** The vector of a text: the damped count of each n-gram times its rarity; every family of length 1. */
export function vectorOf({ places, counts }: Counts, rarity: Rarity): SparseVector {
  return {
    places,
    values: scaled(
      places,
      Float32Array.from(counts, (count, i) => damped(count) * rarity[places[i]!]!),
    ),
  }
}

/** Values, scaled so that every family has length 1. Changes the values. */
export function scaled(places: Uint32Array, values: Float32Array): Float32Array {
  const squares = new Float64Array(families)
  for (let i = 0; i < places.length; i++) squares[familyOf(places[i]!)]! += values[i]! ** 2
  const scales = scalesOf(squares)
  for (let i = 0; i < places.length; i++) values[i]! *= scales[familyOf(places[i]!)]!
  return values
}

/** The factor by which the values of each family are scaled to length 1; `squares` are the sums of their squares. */
export function scalesOf(squares: Float64Array): Float64Array {
  return squares.map(sum => (sum > 0 ? 1 / Math.sqrt(sum) : 0))
}

/** The rarity of every place, from the texts of the training. */
export function rarityOf(texts: readonly Counts[]): Rarity {
  const seenIn = new Uint32Array(featureCount)
  for (const { places } of texts) for (const place of places) seenIn[place]!++
  return Float32Array.from(seenIn, n => (n < 2 ? 0 : 1 + Math.log((1 + texts.length) / (1 + n))))
}

export function familyOf(place: number): number {
  return place >>> bucketBits
}

function place(family: number, hash: number): number {
  return family * buckets + (mixed(hash) & (buckets - 1))
}

/** An FNV-1a hash with one more UTF-16 unit. */
function step(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

function extended(hash: number, text: string): number {
  let value = hash
  for (let i = 0; i < text.length; i++) value = step(value, text.charCodeAt(i))
  return value
}

/** A hash with its bits spread by the finalizer of MurmurHash3, since the low bits of FNV are poor. */
function mixed(hash: number): number {
  let value = hash
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
