// The embedded model on disk: `model.json` with its settings, `weights.bin` with a byte for each weight.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
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
  /** By language (ISO 639-1). */
  readonly languageHeads: ReadonlyMap<string, LanguageHead>
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
  const bytes = readFileSync(join(folder, 'weights.bin'))
  const hash = sha256(bytes)
  if (hash !== model.weightsSha256)
    throw new Error(`${join(folder, 'weights.bin')} is not the file that model.json names: its SHA-256 is ${hash}.`)
  const rarity = rarityFrom(bytes.subarray(0, featureCount), model.rarityScale)
  let end = featureCount
  const next = (heads: number) => {
    const start = end
    end += featureCount * heads
    return new Int8Array(bytes.buffer, bytes.byteOffset + start, end - start)
  }
  const heads = { weights: next(model.headScales.length), scales: model.headScales, starts: model.headStarts }
  const languageHeads = new Map(
    Object.entries(model.languageHeads ?? {}).map(([language, { rarityScale, scale, start, blend }]) => {
      const rarities = new Uint8Array(next(1).buffer, bytes.byteOffset + end - featureCount, featureCount)
      let read: Rarity | undefined
      const head: LanguageHead = {
        // Made for the first text of the language: four bytes for each place, and most services see few languages.
        get rarity() {
          read ??= rarityFrom(rarities, rarityScale)
          return read
        },
        heads: { weights: next(1), scales: [scale], starts: [start] },
        blend,
      }
      return [language, head]
    }),
  )
  return { settings: model, rarity, heads, languageHeads }
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
