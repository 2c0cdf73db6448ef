// Logistic regression on sparse rows: coordinate descent on the dual problem (Yu, Huang and Lin 2011, as LIBLINEAR's solver 7 does it).
import type { SparseVector } from './text-features.ts'

export type Example = {
  readonly vector: SparseVector
  /** Whether the row is an example for the target of the head. */
  readonly positive: boolean
  /** The cost of a mistake on this row, relative to the regularisation. Positive. */
  readonly cost: number
  /** The known logarithm of the odds of the row, to which the head learns an addition; 0 when left out. */
  readonly offset?: number
}

/** The weights of one head; the last one is for a feature that every text has. */
export type Head = Float32Array

const rounds = 60
const enough = 0.02
const newtonSteps = 20

/** Fits a head to examples. The same examples, width and seed give the same head. */
export function fitHead(examples: readonly Example[], width: number, seed: number): Head {
  const weights = new Float64Array(width + 1)
  const size = examples.length
  const bias = 1
  // The share of the cost of each row that pulls the head, and the rest of its cost.
  const pull = new Float64Array(size)
  const rest = new Float64Array(size)
  const squares = new Float64Array(size)
  for (const [i, { vector, positive, cost }] of examples.entries()) {
    pull[i] = Math.min(0.001 * cost, 1e-8)
    rest[i] = cost - pull[i]!
    let square = bias * bias
    for (const value of vector.values) square += value * value
    squares[i] = square
    addTo(weights, vector, (positive ? 1 : -1) * pull[i]!, bias)
  }
  const order = Uint32Array.from({ length: size }, (_, i) => i)
  const random = numbersOf(seed)
  for (let round = 0; round < rounds; round++) {
    shuffle(order, random)
    let worst = 0
    for (const i of order) {
      const { vector, positive, cost, offset = 0 } = examples[i]!
      const label = positive ? 1 : -1
      const a = squares[i]!
      const b = label * (product(weights, vector, bias) + offset)
      const towards = 0.5 * a * (rest[i]! - pull[i]!) + b < 0 ? -1 : 1
      const before = towards === 1 ? pull[i]! : rest[i]!
      let share = cost - before < 0.5 * cost ? 0.1 * before : before
      const gradient = () => a * (share - before) + towards * b + Math.log(share / (cost - share))
      let slope = gradient()
      worst = Math.max(worst, Math.abs(slope))
      let steps = 0
      for (; steps <= newtonSteps && Math.abs(slope) >= 0.01; steps++) {
        const next = share - slope / (a + cost / (cost - share) / share)
        share = next <= 0 ? share * 0.1 : next
        slope = gradient()
      }
      if (steps === 0) continue
      if (towards === 1) [pull[i], rest[i]] = [share, cost - share]
      else [rest[i], pull[i]] = [share, cost - share]
      addTo(weights, vector, towards * (share - before) * label, bias)
    }
    if (worst < enough) break
  }
  return Float32Array.from(weights)
}

/** The logarithm of the odds that a head gives a text. */
export function product(weights: Head | Float64Array, { places, values }: SparseVector, bias = 1): number {
  let sum = weights[weights.length - 1]! * bias
  for (let i = 0; i < places.length; i++) sum += weights[places[i]!]! * values[i]!
  return sum
}

function addTo(weights: Float64Array, { places, values }: SparseVector, factor: number, bias: number): void {
  for (let i = 0; i < places.length; i++) weights[places[i]!]! += factor * values[i]!
  weights[weights.length - 1]! += factor * bias
}

/** Pseudo-random numbers in 0–1, the same for the same seed (mulberry32). */
export function numbersOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

function shuffle(order: Uint32Array, random: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1))
    const kept = order[i]!
    order[i] = order[other]!
    order[other] = kept
  }
}
