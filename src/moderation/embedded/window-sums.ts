// Reads heads over runs of sentences: each n-gram once for its sentence, and once more in a run where it occurs again.
import {
  damped,
  families,
  familyOf,
  featureCount,
  pairPlace,
  type Rarity,
  type SparseVector,
  scaled,
  scalesOf,
  type Token,
} from './text-features.ts'
import { longestWindow } from './windows.ts'

/** Heads: the weights of a place side by side, the value of a step of the weights of each head, and the start of each head. */
export type Heads = {
  readonly weights: Int8Array | Float32Array
  readonly scales: readonly number[]
  readonly starts: readonly number[]
}

/** Logits by head. */
export type Logits = Float64Array

export function logitsOf(heads: Heads, { places, values }: SparseVector): Logits {
  const { scales, starts } = heads
  const sums = new Float64Array(scales.length)
  addSums(sums, 0, heads, places, values, 0, places.length)
  return sums.map((sum, h) => sum * scales[h]! + starts[h]!)
}

/** Adds the sums of the heads over some places to those that begin at `at`: seven heads at once, whose sums stay in registers. */
function addSums(
  sums: Float64Array,
  at: number,
  { weights, scales: { length: width } }: Heads,
  places: Uint32Array,
  values: Float32Array,
  from: number,
  to: number,
): void {
  let h = 0
  for (; h + 7 <= width; h += 7) {
    let [a, b, c, d, e, f, g] = [0, 0, 0, 0, 0, 0, 0]
    for (let i = from; i < to; i++) {
      const first = places[i]! * width + h
      const value = values[i]!
      a += weights[first]! * value
      b += weights[first + 1]! * value
      c += weights[first + 2]! * value
      d += weights[first + 3]! * value
      e += weights[first + 4]! * value
      f += weights[first + 5]! * value
      g += weights[first + 6]! * value
    }
    sums[at + h]! += a
    sums[at + h + 1]! += b
    sums[at + h + 2]! += c
    sums[at + h + 3]! += d
    sums[at + h + 4]! += e
    sums[at + h + 5]! += f
    sums[at + h + 6]! += g
  }
  for (; h < width; h++) for (let i = from; i < to; i++) sums[at + h]! += weights[places[i]! * width + h]! * values[i]!
}

/** While a text is read: the number of each of its places, from 1. */
const numbers = new Uint32Array(featureCount)

/** Room for the n-grams of a text. */
function roomFor(size: number) {
  return {
    /** By number: the place, its rarity, how often it occurs, and its latest occurrence. */
    placeOf: new Uint32Array(size),
    rare: new Float32Array(size),
    counts: new Uint32Array(size),
    latest: new Int32Array(size),
    /** By occurrence: the number, how often its sentence has it, that sentence, and the occurrence before it or -1. */
    numberAt: new Uint32Array(size),
    times: new Uint32Array(size),
    sentence: new Uint32Array(size),
    before: new Int32Array(size),
    /** Occurrences that runs may have to correct. */
    corrected: new Uint32Array(size),
    gatheredPlaces: new Uint32Array(families * size),
    gatheredValues: new Float32Array(families * size),
  }
}

/** Used again for each text that fits: making room anew would take a tenth of the time. A longer text gets room of its own. */
const usualRoom = roomFor(8_192)

/** The n-grams of sentences, numbered as they are found; those that weigh nothing are left out. Valid until the next call. */
function find(sentences: readonly (readonly Token[])[], rarity: Rarity) {
  let most = 0
  for (const tokens of sentences) for (const { places } of tokens) most += places.length + 1
  const room = most <= usualRoom.numberAt.length ? usualRoom : roomFor(most)
  const { placeOf, rare, counts, latest, numberAt, times, sentence, before } = room
  // Where each sentence begins among the occurrences, and where the last one ends.
  const begins = new Uint32Array(sentences.length + 1)
  // The pair of the first word of a sentence with the last word before it: an occurrence or -1, and the sentence of that word.
  const joints = new Int32Array(sentences.length).fill(-1)
  const joined = new Int32Array(sentences.length)
  let known = 0
  let end = 0
  const add = (place: number, at: number, first: number) => {
    const weight = rarity[place]!
    if (weight === 0) return
    let number = numbers[place]! - 1
    if (number < 0) {
      number = known++
      numbers[place] = known
      placeOf[number] = place
      rare[number] = weight
      counts[number] = 0
      latest[number] = -1
    }
    counts[number]!++
    const earlier = latest[number]!
    if (earlier >= first) {
      times[earlier]!++
      return
    }
    numberAt[end] = number
    times[end] = 1
    sentence[end] = at
    before[end] = earlier
    latest[number] = end++
  }
  let last = -1
  for (let at = 0; at < sentences.length; at++) {
    const tokens = sentences[at]!
    const begin = end
    begins[at] = begin
    for (let i = 0; i < tokens.length; i++) {
      const { places } = tokens[i]!
      for (let j = 0; j < places.length; j++) add(places[j]!, at, begin)
      if (i > 0) add(pairPlace(tokens[i - 1]!, tokens[i]!), at, begin)
    }
    if (tokens.length === 0) continue
    if (last >= 0) {
      const next = end
      add(pairPlace(sentences[last]!.at(-1)!, tokens[0]!), at, next)
      if (end > next) joints[at] = next
      joined[at] = last
    }
    last = at
  }
  begins[sentences.length] = end
  for (let i = 0; i < known; i++) numbers[placeOf[i]!] = 0
  return { ...room, known, begins, joints, joined }
}

type Found = ReturnType<typeof find>

/** The vector of all sentences: that of `vectorOf` in another order, without n-grams that weigh nothing. */
function wholeVector({ placeOf, rare, counts, known }: Found): SparseVector {
  const places = placeOf.slice(0, known)
  const values = new Float32Array(known)
  for (let i = 0; i < known; i++) values[i] = damped(counts[i]!) * rare[i]!
  return { places, values: scaled(places, values) }
}

type Gatherer = ReturnType<typeof createGatherer>

/** Places with their values, gathered by family, since each family is scaled by itself. */
function createGatherer({ gatheredPlaces: places, gatheredValues: values }: Found, heads: Heads) {
  const most = places.length / families
  const width = heads.scales.length
  const sizes = new Uint32Array(families)
  return {
    add(place: number, value: number) {
      const family = familyOf(place)
      const at = family * most + sizes[family]!++
      places[at] = place
      values[at] = value
    },
    /** Adds the sums of the gathered places to those that begin at `at`, and begins anew. */
    sumInto(sums: Float64Array, at: number) {
      for (let family = 0; family < families; family++) {
        const from = family * most
        if (sizes[family]! > 0) addSums(sums, at + family * width, heads, places, values, from, from + sizes[family]!)
        sizes[family] = 0
      }
    },
  }
}

/** The sentences of a text as heads read them. Valid until the next text is read. */
export type Runs = {
  /** The vector of all sentences. */
  whole: SparseVector
  /** The logits of the sentences `from` (included) to `to`, at most `longestWindow`: those of their vector but for rounding. */
  logits(from: number, to: number): Logits
}

/** The sums of every sentence, by family and head, with the squares of its values, and the occurrences that runs may correct. */
function sumSentences(found: Found, heads: Heads, gathered: Gatherer) {
  const { placeOf, rare, numberAt, times, sentence, before, corrected, begins, joints } = found
  const sentences = joints.length
  const stride = families * heads.scales.length
  const sums = new Float64Array(sentences * stride)
  const squares = new Float64Array(sentences * families)
  const correctedFrom = new Uint32Array(sentences + 1)
  let end = 0
  for (let at = 0; at < sentences; at++) {
    for (let i = begins[at]!; i < begins[at + 1]!; i++) {
      const earlier = before[i]!
      const isJoint = i === joints[at]
      if (isJoint || (earlier >= 0 && sentence[earlier]! > at - longestWindow)) corrected[end++] = i
      if (isJoint) continue
      const number = numberAt[i]!
      const place = placeOf[number]!
      const value = damped(times[i]!) * rare[number]!
      squares[at * families + familyOf(place)]! += value * value
      gathered.add(place, value)
    }
    gathered.sumInto(sums, at * stride)
    correctedFrom[at + 1] = end
  }
  return { sums, squares, correctedFrom }
}

/**
 * Reads heads over sentences. The sums of a run are those of its sentences; n-grams that occur in several of them are corrected,
 * since counts are damped.
 */
export function readRuns(sentences: readonly (readonly Token[])[], rarity: Rarity, heads: Heads): Runs {
  const found = find(sentences, rarity)
  const { placeOf, rare, numberAt, times, corrected, joints } = found
  const gathered = createGatherer(found, heads)
  const { sums, squares, correctedFrom } = sumSentences(found, heads, gathered)
  const stride = families * heads.scales.length
  const run = new Float64Array(stride)
  const runSquares = new Float64Array(families)
  /** Corrects the sums of a run that begins at `from` by what the sentence `at` has in common with the sentences before it. */
  const correct = (from: number, at: number) => {
    for (let j = correctedFrom[at]!; j < correctedFrom[at + 1]!; j++) {
      const i = corrected[j]!
      const isJoint = i === joints[at]
      const earlier = occurred(found, i, from)
      if (!isIn(found, i, at, from) || (earlier === 0 && !isJoint)) continue
      const number = numberAt[i]!
      const place = placeOf[number]!
      const weight = rare[number]!
      const together = damped(earlier + times[i]!)
      const one = earlier > 0 ? damped(earlier) : 0
      // The sums of sentences do not have joints.
      const other = isJoint ? 0 : damped(times[i]!)
      runSquares[familyOf(place)]! += (together * together - one * one - other * other) * weight * weight
      gathered.add(place, (together - one - other) * weight)
    }
  }
  const logits = (from: number, to: number) => {
    run.fill(0)
    runSquares.fill(0)
    for (let at = from; at < to; at++) {
      for (let i = 0; i < stride; i++) run[i]! += sums[at * stride + i]!
      for (let i = 0; i < families; i++) runSquares[i]! += squares[at * families + i]!
      if (at > from) correct(from, at)
    }
    gathered.sumInto(run, 0)
    return logitsFrom(run, runSquares, heads)
  }
  return { whole: wholeVector(found), logits }
}

/** Whether an occurrence in the sentence `at` is in a run from `from` on: a joint needs the sentence before it too. */
function isIn({ joints, joined }: Found, i: number, at: number, from: number): boolean {
  return (i === joints[at] ? joined[at]! : at) >= from
}

/** How often the n-gram of an occurrence has occurred before it in a run from `from` on. */
function occurred(found: Found, i: number, from: number): number {
  const { before, sentence, times } = found
  let count = 0
  for (let each = before[i]!; each >= 0 && sentence[each]! >= from; each = before[each]!)
    if (isIn(found, each, sentence[each]!, from)) count += times[each]!
  return count
}

/** The logits from the sums by family and head, and the squares by family. */
function logitsFrom(sums: Float64Array, squares: Float64Array, { scales, starts }: Heads): Logits {
  const width = scales.length
  const lengths = scalesOf(squares)
  const logits = new Float64Array(width)
  for (let h = 0; h < width; h++) {
    let sum = 0
    for (let family = 0; family < families; family++) sum += sums[family * width + h]! * lengths[family]!
    logits[h] = sum * scales[h]! + starts[h]!
  }
  return logits
}
