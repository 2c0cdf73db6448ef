// What decisions of people have taught beside the packaged model: heads that add to its logarithms of odds, never more than a bound.
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { headsOf, type Target } from './judge.ts'
import type { Head } from './logistic.ts'
import { quantised } from './model-file.ts'
import { featureCount, type SparseVector } from './text-features.ts'

/** Heads with a byte for each weight, those of one place side by side; threads share the bytes. */
export type Learned = {
  /** What it is called where decisions name it. */
  readonly name: string
  /** What each head adds to. */
  readonly targets: readonly Target[]
  readonly scales: readonly number[]
  readonly starts: readonly number[]
  readonly weights: Int8Array
}

/**
 * The most that is added to the logarithm of the odds, up or down. What the packaged model is certain of stays with a person,
 * whatever was learned.
 */
const mostAdded = 4

/** What is added for a text, by target. */
export function additionsOf(
  { targets, scales, starts, weights }: Learned,
  vector: SparseVector,
): Record<Target, number> {
  const sums = headsOf({ settings: { headScales: scales, headStarts: starts }, weights: { heads: weights } })(vector)
  return Object.fromEntries(targets.map((target, i) => [target, Math.max(-mostAdded, Math.min(mostAdded, sums[i]!))]))
}

/** Heads as they are used. */
export function learnedFrom(name: string, heads: ReadonlyMap<Target, Head>): Learned {
  const { heads: bytes, scales, starts } = quantised([...heads.values()])
  return { name, targets: [...heads.keys()], scales, starts, weights: shared(bytes) }
}

/** What was learned, as one text to be stored. */
export function packed({ targets, scales, starts, weights }: Learned): string {
  return JSON.stringify({ targets, scales, starts, weights: deflateRawSync(weights).toString('base64') })
}

/** What `packed` wrote. Throws when it is not that. */
export function unpacked(name: string, text: string): Learned {
  const { weights, ...rest } = JSON.parse(text) as Omit<Learned, 'name' | 'weights'> & { weights: string }
  const bytes = inflateRawSync(Buffer.from(weights, 'base64'))
  if (bytes.length !== featureCount * rest.targets.length)
    throw new Error(`what ${name} has learned is of another form than this version reads`)
  return { name, ...rest, weights: shared(bytes) }
}

function shared(bytes: Uint8Array | Int8Array): Int8Array {
  const copy = new Int8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes instanceof Int8Array ? bytes : new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length))
  return copy
}
