// The hashed n-grams of a piece of text: what the heads of the embedded model are trained on and read by.

/** Features that are there, with how much each weighs. */
export type SparseVector = { readonly places: Uint32Array; readonly values: Float32Array }

/** Places that the n-grams of a text fall on, and how often. */
export type Counts = { readonly places: Uint32Array; readonly counts: Uint16Array }

/** How rare the n-grams of each place are, as a weight: rare ones tell more. Zero for those seen in one text or none. */
export type Rarity = Float32Array

/** A word or sign of a text: the places of the n-grams in it, and the hash that the next word's pair begins with. */
export type Token = { readonly places: Uint32Array; readonly word: string; readonly hash: number }

/** Places of one family of n-grams: words, characters, words beside their site. A power of two. */
const buckets = 2 ** 16
const families = 3
/** Places in all. */
export const featureCount = families * buckets

const longestWord = 40
const characterSizes = { least: 2, most: 5 }
const tokenPattern = /[\p{L}\p{M}\p{N}'’]+|[^\s\p{L}\p{M}\p{N}]/gu
const digits = /\p{Nd}/gu
/** Tokens that are kept ready for the next text; common words are most of a text. */
const kept = 20_000

const seeds = { word: 0x811c9dc5, character: 0x2c1b3c6d, site: 0x297a2d39 }

/** The tokens of a text of a site, in the form that the model reads: compatibility forms resolved, lower case, every digit alike. */
export function tokensOf(text: string, site: string): Token[] {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('’', "'").replace(digits, '0')
  const ready = readyOf(site)
  return (plain.match(tokenPattern) ?? []).map(found => {
    const word = found.slice(0, longestWord)
    const known = ready.get(word)
    if (known) return known
    const token = tokenOf(word, site)
    if (ready.size >= kept) ready.clear()
    ready.set(word, token)
    return token
  })
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
  const padded = ` ${word} `
  const { least, most } = characterSizes
  for (let start = 0; start < padded.length - 1; start++) {
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

/** How often each n-gram stands in some tokens, pairs of neighbours included. */
export function countsOf(tokens: readonly Token[]): Counts {
  const touched: number[] = []
  const add = (place: number) => {
    if (tally[place] === 0) touched.push(place)
    if (tally[place]! < mostOfOne) tally[place]!++
  }
  let before: Token | undefined
  for (const token of tokens) {
    for (const place of token.places) add(place)
    if (before) add(place(0, extended(step(before.hash, 32), token.word)))
    before = token
  }
  const places = Uint32Array.from(touched)
  const counts = Uint16Array.from(touched, place => tally[place]!)
  for (const place of touched) tally[place] = 0
  return { places, counts }
}

/** A text as a vector: how often each n-gram stands there, damped, times its rarity; every family of length 1. */
export function vectorOf({ places, counts }: Counts, rarity: Rarity): SparseVector {
  const values = new Float32Array(places.length)
  const squares = new Float64Array(families)
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!
    const value = (1 + Math.log(counts[i]!)) * rarity[place]!
    values[i] = value
    squares[Math.floor(place / buckets)]! += value * value
  }
  const scales = squares.map(sum => (sum > 0 ? 1 / Math.sqrt(sum) : 0))
  for (let i = 0; i < places.length; i++) values[i]! *= scales[Math.floor(places[i]! / buckets)]!
  return { places, values }
}

/** The rarity of every place, from the texts of the training. */
export function rarityOf(texts: readonly Counts[]): Rarity {
  const seenIn = new Uint32Array(featureCount)
  for (const { places } of texts) for (const place of places) seenIn[place]!++
  return Float32Array.from(seenIn, n => (n < 2 ? 0 : 1 + Math.log((1 + texts.length) / (1 + n))))
}

function place(family: number, hash: number): number {
  return family * buckets + (mixed(hash) & (buckets - 1))
}

/** One more UTF-16 unit of an FNV-1a hash. */
function step(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193)
}

function extended(hash: number, text: string): number {
  let value = hash
  for (let i = 0; i < text.length; i++) value = step(value, text.charCodeAt(i))
  return value
}

/** The bits of a hash spread (the finalizer of MurmurHash3): the low ones of FNV are poor. */
function mixed(hash: number): number {
  let value = hash
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}
