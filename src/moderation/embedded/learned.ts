// Learned heads: they add to the logarithms of odds of the packaged model, within a bound. They do not change its heads, which each
// training blends anew with weights of either sign. They read a text as a whole: reading its windows too held one ordinary post in
// thirty more.
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Target } from './judge.ts'
import type { Head } from './logistic.ts'
import { quantised } from './model-file.ts'
import { featureCount, type SparseVector } from './text-features.ts'
import { logitsOf } from './window-sums.ts'

/** Learned heads with a byte for each weight, the weights of one place side by side; threads share the bytes. */
export type Learned = {
  /** Its name in decisions. */
  readonly name: string
  /** The target of each head. */
  readonly targets: readonly Target[]
  readonly scales: readonly number[]
  readonly starts: readonly number[]
  readonly weights: Int8Array
}

/**
 * The most that is added to the logarithm of the odds, up or down. A text that the packaged model is certain about still goes to a
 * person.
 */
const mostAdded = 4

/** The additions for a text, by target. */
export function additionsOf({ targets, ...heads }: Learned, vector: SparseVector): Record<Target, number> {
  const sums = logitsOf(heads, vector)
  return Object.fromEntries(targets.map((target, i) => [target, Math.max(-mostAdded, Math.min(mostAdded, sums[i]!))]))
}

/** Fitted heads in bytes. */
export function learnedFrom(name: string, heads: ReadonlyMap<Target, Head>): Learned {
  const { weights, scales, starts } = quantised([...heads.values()])
  return { name, targets: [...heads.keys()], scales, starts, weights: shared(weights) }
}

/** Learned heads as a text to store. */
export function packed({ targets, scales, starts, weights }: Learned): string {
  return JSON.stringify({ targets, scales, starts, weights: deflateRawSync(weights).toString('base64') })
}

/** Reads a text that `packed` wrote. Throws for any other text. */
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
