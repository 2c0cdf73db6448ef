// The embedded model on disk: `model.json` with its settings, `weights.bin` with a byte for each weight.
import { createHash } from 'node:crypto'
import { openSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { featureCount, type Rarity } from './text-features.ts'
import type { Heads } from './window-sums.ts'

/** Weights of the sum that turns the logits of a text into a probability; the last one is the constant. */
export type Blend = readonly number[]

/** The settings in model.json. Logits and probabilities are those of judge.ts. */
export type ModelSettings = {
  version: string
  /** Policy categories, in the order of the heads; the head after them is for abuse of any kind. */
  categories: readonly string[]
  /** Categories among them that are low quality. */
  lowQuality: readonly string[]
  rarityScale: number
  /** The value of a step of a weight, by head. */
  headScales: readonly number[]
  /** The start of the sum of a text, by head. */
  headStarts: readonly number[]
  blends: { abuse: Blend; lowQuality: Blend; categories: Readonly<Record<string, Blend>> }
  /** A post is published below all of these probabilities, and rejected by a machine from `reject` on. */
  thresholds: {
    publish: Readonly<Record<string, number>>
    reject: Readonly<Record<string, number>>
    /** The bounds of languages that have their own. */
    languages?: Readonly<Record<string, { abuse: number; piece: number }>>
  }
  /** The heads for abuse of any kind in one language (ISO 639-1), in the order of their weights in the file. */
  languageHeads?: Readonly<Record<string, LanguageSettings>>
  /** Languages (ISO 639-1) that the model judges well enough to publish in; a text in another one goes to a person. */
  languages: readonly string[]
  weightsSha256: string
}

/**
 * A head of one language: the value of a step of its rarities and of its weights, the start of its sum, and the blend with what the
 * other heads say.
 */
export type LanguageSettings = {
  readonly rarityScale: number
  readonly scale: number
  readonly start: number
  readonly blend: Blend
}

/** A head for abuse of any kind in one language, with the rarities of its n-grams there, and its blend. */
export type LanguageHead = { readonly rarity: Rarity; readonly heads: Heads; readonly blend: Blend }

export type EmbeddedModel = {
  readonly settings: ModelSettings
  readonly rarity: Rarity
  readonly heads: Heads
  /** By language (ISO 639-1). A head is read with the first text of its language. */
  readonly languageHeads: ReadonlyMap<string, () => LanguageHead>
}

const largestByte = 127

/** The heads with a byte for each weight. */
export function quantised(heads: readonly Float32Array[]): Heads & { readonly weights: Int8Array } {
  const width = heads.length
  const bytes = new Int8Array(featureCount * width)
  const scales = heads.map(
    head => head.subarray(0, featureCount).reduce((most, w) => Math.max(most, Math.abs(w)), 1e-6) / largestByte,
  )
  for (const [h, head] of heads.entries())
    for (let place = 0; place < featureCount; place++) bytes[place * width + h] = Math.round(head[place]! / scales[h]!)
  return { weights: bytes, scales, starts: heads.map(head => head[featureCount]!) }
}

/** Rarities with a byte for each. */
export function quantisedRarity(rarity: Rarity): { bytes: Uint8Array; scale: number } {
  const scale = rarity.reduce((most, value) => Math.max(most, value), 1e-6) / 255
  return { bytes: Uint8Array.from(rarity, value => Math.round(value / scale)), scale }
}

/** Rarities from their bytes. */
export function rarityFrom(bytes: Uint8Array, scale: number): Rarity {
  return Float32Array.from(bytes, byte => byte * scale)
}

/** Reads the model of a folder. Throws when a file is missing or the weights are not those that model.json names. */
export function readModel(folder: string): EmbeddedModel {
  const { model } = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as { model: ModelSettings }
  // It stays open: an upgrade that puts another file in its place does not change what this process reads of it.
  const file = openSync(join(folder, 'weights.bin'), 'r')
  const bytes = readFileSync(file)
  const hash = sha256(bytes)
  if (hash !== model.weightsSha256)
    throw new Error(`${join(folder, 'weights.bin')} is not the file that model.json names: its SHA-256 is ${hash}.`)
  const width = model.headScales.length
  // Copies: what languages need is read when a text needs it, and the whole file does not stay in memory.
  const rarity = rarityFrom(bytes.subarray(0, featureCount), model.rarityScale)
  const weights = new Int8Array(bytes.subarray(featureCount, featureCount * (1 + width)))
  const heads = { weights, scales: model.headScales, starts: model.headStarts }
  const languageHeads = new Map(
    Object.entries(model.languageHeads ?? {}).map(([language, settings], i) => {
      const start = featureCount * (1 + width + 2 * i)
      let read: LanguageHead | undefined
      const head = () => (read ??= languageHeadOf(readPart(file, start, 2 * featureCount), settings))
      return [language, head]
    }),
  )
  return { settings: model, rarity, heads, languageHeads }
}

/** The head of a language from its bytes: the rarities, and the weights. */
export function languageHeadOf(
  bytes: Uint8Array,
  { rarityScale, scale, start, blend }: LanguageSettings,
): LanguageHead {
  const weights = new Int8Array(bytes.subarray(featureCount))
  const rarity = rarityFrom(bytes.subarray(0, featureCount), rarityScale)
  return { rarity, heads: { weights, scales: [scale], starts: [start] }, blend }
}

/** A part of an open file. Throws when the file ends before it. */
function readPart(file: number, start: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  const read = readSync(file, bytes, 0, length, start)
  if (read !== length)
    throw new Error(`weights.bin ends after ${start + read} bytes: it was changed since it was checked.`)
  return bytes
}

/** Writes a model with the `figures` of its quality. `parts` are its bytes: rarities and heads, those of each language after them. */
export function writeModel(
  folder: string,
  settings: Omit<ModelSettings, 'weightsSha256'>,
  parts: readonly (Uint8Array | Int8Array)[],
  figures: object,
): void {
  const bytes = Buffer.concat(parts.map(part => Buffer.from(part.buffer, part.byteOffset, part.length)))
  writeFileSync(join(folder, 'weights.bin'), bytes)
  const model: ModelSettings = { ...settings, weightsSha256: sha256(bytes) }
  writeFileSync(join(folder, 'model.json'), `${JSON.stringify({ model, figures }, null, 1)}\n`)
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
