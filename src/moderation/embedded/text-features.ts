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
const families = 3
/** Places in all. */
export const featureCount = families * buckets

const longestWord = 40
const characterSizes = { least: 2, most: 5 }
const tokenPattern = /[\p{L}\p{M}\p{N}'’]+|[^\s\p{L}\p{M}\p{N}]/gu
const digits = /\p{Nd}/gu
/** How many tokens are cached for the next texts; common words are most of a text. */
const kept = 20_000

const seeds = { word: 0x811c9dc5, character: 0x2c1b3c6d, site: 0x297a2d39 }

/** The tokens of a text of a site: compatibility forms resolved, lower case, every digit as 0. */
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

function pairPlace(before: Token, { word }: Token): number {
  return place(0, extended(step(before.hash, 32), word))
}

/** The vector of a text: the damped count of each n-gram times its rarity; every family of length 1. */
export function vectorOf({ places, counts }: Counts, rarity: Rarity): SparseVector {
  const values = new Float32Array(places.length)
  const squares = new Float64Array(families)
  for (let i = 0; i < places.length; i++) {
    const place = places[i]!
    const value = (1 + Math.log(counts[i]!)) * rarity[place]!
    values[i] = value
    squares[place >>> bucketBits]! += value * value
  }
  scale(places, values, places.length, squares)
  return { places, values }
}

/** 1 + the logarithm of a count, for the counts that most places have. */
const damping = Float64Array.from({ length: 256 }, (_, count) => 1 + Math.log(count))
/** While a text is read: the number of each of its places, from 1. */
const numbers = new Uint32Array(featureCount)

/**
 * A function that makes the vector of the sentences `from` (included) to `to`: that of `vectorOf(countsOf(…))` with another order
 * of places. Each n-gram is hashed and counted once, so a sentence in several runs costs little more. A vector is valid until the
 * next call.
 */
export function runsOf(
  sentences: readonly (readonly Token[])[],
  rarity: Rarity,
): (from: number, to: number) => SparseVector {
  const all = sentences.flat()
  const most = all.reduce((sum, token) => sum + token.places.length + 1, 0)
  // Indexed by the number of a place in this text.
  const placeOf = new Uint32Array(most)
  const rare = new Float32Array(most)
  const counts = new Uint32Array(most)
  // The numbers in all sentences, one sentence after another, and their counts; `begins` has the index where each sentence begins.
  const found = new Uint32Array(most)
  const times = new Uint32Array(most)
  const begins = new Uint32Array(sentences.length + 1)
  // The pair of the first word of a sentence with the last word before it, and the sentence of that word.
  const joints = new Int32Array(sentences.length).fill(-1)
  const joined = new Int32Array(sentences.length).fill(-1)
  let known = 0
  const numberOf = (place: number) => {
    const number = numbers[place]!
    if (number > 0) return number - 1
    numbers[place] = known + 1
    placeOf[known] = place
    rare[known] = rarity[place]!
    return known++
  }
  let end = 0
  let last = -1
  for (let at = 0; at < sentences.length; at++) {
    const tokens = sentences[at]!
    const begin = end
    begins[at] = begin
    const add = (number: number) => {
      if (counts[number]!++ === 0) found[end++] = number
    }
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!
      const { places } = token
      for (let j = 0; j < places.length; j++) add(numberOf(places[j]!))
      if (i > 0) add(numberOf(pairPlace(tokens[i - 1]!, token)))
    }
    for (let i = begin; i < end; i++) {
      times[i] = counts[found[i]!]!
      counts[found[i]!] = 0
    }
    if (tokens.length === 0) continue
    if (last >= 0) {
      joints[at] = numberOf(pairPlace(sentences[last]!.at(-1)!, tokens[0]!))
      joined[at] = last
    }
    last = at
  }
  begins[sentences.length] = end
  for (let i = 0; i < known; i++) numbers[placeOf[i]!] = 0

  const touched = new Uint32Array(known)
  const places = new Uint32Array(known)
  const values = new Float32Array(known)
  const squares = new Float64Array(families)
  return (from, to) => {
    let size = 0
    for (let at = from; at < to; at++) {
      for (let i = begins[at]!; i < begins[at + 1]!; i++) {
        const number = found[i]!
        if (counts[number] === 0) touched[size++] = number
        counts[number]! += times[i]!
      }
      if (joined[at]! < from) continue
      const number = joints[at]!
      if (counts[number]!++ === 0) touched[size++] = number
    }
    squares.fill(0)
    for (let i = 0; i < size; i++) {
      const number = touched[i]!
      const count = Math.min(counts[number]!, mostOfOne)
      counts[number] = 0
      const value = (count < damping.length ? damping[count]! : 1 + Math.log(count)) * rare[number]!
      const place = placeOf[number]!
      places[i] = place
      values[i] = value
      squares[place >>> bucketBits]! += value * value
    }
    scale(places, values, size, squares)
    return { places: places.subarray(0, size), values: values.subarray(0, size) }
  }
}

/** Scales every family of values to length 1; `squares` are the sums of their squares. */
function scale(places: Uint32Array, values: Float32Array, size: number, squares: Float64Array): void {
  const scales = squares.map(sum => (sum > 0 ? 1 / Math.sqrt(sum) : 0))
  for (let i = 0; i < size; i++) values[i]! *= scales[places[i]! >>> bucketBits]!
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
