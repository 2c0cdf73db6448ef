// What the embedded model makes of a text: logits of the whole and of its windows, and the probabilities that they come to.
import type { SiteId } from '../../contract/site-ids.ts'
import type { PostText } from '../../domain/post-text.ts'
import type { Blend, EmbeddedModel, ModelSettings, Weights } from './model-file.ts'
import { runsOf, type SparseVector, tokensOf } from './text-features.ts'
import { type Piece, sentencesOf, windowsOver } from './windows.ts'

/** Logits by head: the policy categories, then abuse of any kind. */
export type Logits = Float64Array

/** The logits of a text and of its pieces. */
export type Marks = { readonly whole: Logits; readonly windows: readonly { piece: Piece; logits: Logits }[] }

export type Judgement = {
  /** Probability that the text is abuse of any kind. */
  abuse: number
  /** Probability that it is of low quality. */
  lowQuality: number
  /** Probability of each category. */
  categories: Record<string, number>
  /** The piece of the text that speaks most for the category that is most likely. */
  passage: string | null
}

/** The text that is judged: the headline, the body, what the place is called, the topics, each a sentence of its own. */
export function judgedText({ title, body, venue, topics }: PostText): string {
  const words = topics.map(topic => topic.replaceAll('-', ' ')).join(', ')
  return [title, body, venue, words].filter(part => part).join(' .\n')
}

/** Reads the heads for a vector. */
export type Heads = (vector: SparseVector) => Logits

/** Heads that lie in bytes: what a step of a weight is worth in each, what every text starts from, and the weights. */
export type HeadBytes = {
  settings: Pick<ModelSettings, 'headScales' | 'headStarts'>
  weights: Pick<Weights, 'heads'>
}

/** Reads heads that lie in bytes, four at once: their sums stay in registers. */
export function headsOf({ settings: { headScales, headStarts }, weights: { heads } }: HeadBytes): Heads {
  const width = headScales.length
  return ({ places, values }) => {
    const sums = new Float64Array(width)
    const size = places.length
    let h = 0
    for (; h + 4 <= width; h += 4) {
      let [a, b, c, d] = [0, 0, 0, 0]
      for (let i = 0; i < size; i++) {
        const at = places[i]! * width + h
        const value = values[i]!
        a += heads[at]! * value
        b += heads[at + 1]! * value
        c += heads[at + 2]! * value
        d += heads[at + 3]! * value
      }
      sums[h] = a
      sums[h + 1] = b
      sums[h + 2] = c
      sums[h + 3] = d
    }
    for (; h < width; h++) for (let i = 0; i < size; i++) sums[h]! += heads[places[i]! * width + h]! * values[i]!
    for (h = 0; h < width; h++) sums[h] = sums[h]! * headScales[h]! + headStarts[h]!
    return sums
  }
}

/** The logits of a text and of its windows, by heads and rarities of any make. */
export function marksOf(text: string, site: SiteId, rarity: Float32Array, heads: Heads): Marks {
  const pieces = sentencesOf(text)
  const vectorOver = runsOf(
    pieces.map(({ start, end }) => tokensOf(text.slice(start, end), site)),
    rarity,
  )
  return {
    whole: heads(vectorOver(0, pieces.length)),
    windows: windowsOver(pieces.length).map(([from, to]) => ({
      piece: { start: pieces[from]!.start, end: pieces[to - 1]!.end },
      logits: heads(vectorOver(from, to)),
    })),
  }
}

/** Which heads are abuse, which low quality, which both of all kinds: places in the logits. */
export type HeadKinds = { abuse: readonly number[]; lowQuality: readonly number[]; any: number }

/** The kinds of the heads of a model. */
export function headKinds(categories: readonly string[], lowQuality: readonly string[]): HeadKinds {
  const places = [...categories.keys()]
  return {
    abuse: places.filter(place => !lowQuality.includes(categories[place]!)),
    lowQuality: places.filter(place => lowQuality.includes(categories[place]!)),
    any: categories.length,
  }
}

/** What the probability of abuse is blended from. */
export function abuseInputs({ whole, windows }: Marks, { abuse, any }: HeadKinds): number[] {
  const sum = (logits: Logits) => softMaximum(logits, abuse) + logits[any]!
  const pieces = windows.map(({ logits }) => sum(logits)).sort((a, b) => b - a)
  const first = pieces[0] ?? sum(whole)
  const few = pieces.slice(0, 3)
  const mean = few.length > 0 ? few.reduce((total, each) => total + each, 0) / few.length : first
  return [softMaximum(whole, abuse), whole[any]!, first, mean]
}

/** What the probability of low quality is blended from. */
export function lowQualityInputs({ whole }: Marks, { lowQuality, abuse }: HeadKinds): number[] {
  return [softMaximum(whole, lowQuality), softMaximum(whole, abuse)]
}

/** What the probability of one category is blended from. */
export function categoryInputs({ whole, windows }: Marks, place: number, { any }: HeadKinds): number[] {
  const first = windows.reduce((most, { logits }) => Math.max(most, logits[place]!), -Infinity)
  return [whole[place]!, windows.length > 0 ? first : whole[place]!, whole[any]!]
}

/** The logarithm of the odds from its inputs. */
function logOdds(inputs: readonly number[], blend: Blend): number {
  return inputs.reduce((total, input, i) => total + input * blend[i]!, blend[inputs.length]!)
}

/** A probability from its inputs. */
export function blended(inputs: readonly number[], blend: Blend): number {
  return probabilityOf(logOdds(inputs, blend))
}

/** The probability that the logarithm of odds stands for. */
export function probabilityOf(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}

/** What probabilities are of: abuse of any kind, low quality, or a category. */
export type Target = string
export const abuseTarget: Target = 'abuse'
export const lowQualityTarget: Target = 'lowQuality'

/** What a model makes of a text, as logarithms of odds, before anything is added that was learned since. */
export type Opinion = {
  readonly logOdds: Readonly<Record<Target, number>>
  /** The text as a whole, for heads that were learned since. */
  readonly vector: SparseVector
  /** The piece of the text that speaks most for a category. */
  passageFor(category: string): string | null
}

/** What a model makes of a text of a site. Pure; its cost grows with the length of the text. */
export function opinionOf(model: EmbeddedModel, text: string, site: SiteId, heads: Heads = headsOf(model)): Opinion {
  const { settings, weights } = model
  const { blends, categories } = settings
  const kinds = headKinds(categories, settings.lowQuality)
  let vector: SparseVector | undefined
  const marks = marksOf(text, site, weights.rarity, piece => {
    // The whole is read before its pieces.
    vector ??= { places: piece.places.slice(), values: piece.values.slice() }
    return heads(piece)
  })
  return {
    logOdds: {
      [abuseTarget]: logOdds(abuseInputs(marks, kinds), blends.abuse),
      [lowQualityTarget]: logOdds(lowQualityInputs(marks, kinds), blends.lowQuality),
      ...Object.fromEntries(
        categories.map((id, place) => [id, logOdds(categoryInputs(marks, place, kinds), blends.categories[id]!)]),
      ),
    },
    vector: vector!,
    passageFor: category => passageOf(text, marks, categories.indexOf(category)),
  }
}

/** The probabilities of an opinion; `added` is what was learned since and counts beside it, as logarithms of odds. */
export function judgementFrom(
  { logOdds, passageFor }: Pick<Opinion, 'logOdds' | 'passageFor'>,
  added: Readonly<Record<Target, number>> = {},
): Judgement {
  const {
    [abuseTarget]: abuse,
    [lowQualityTarget]: lowQuality,
    ...categories
  } = Object.fromEntries(
    Object.entries(logOdds).map(([target, value]) => [target, probabilityOf(value + (added[target] ?? 0))]),
  )
  const top = Object.keys(categories).reduce((most, id) => (categories[id]! > categories[most]! ? id : most))
  return {
    abuse: abuse!,
    lowQuality: lowQuality!,
    categories: categories as Record<string, number>,
    passage: passageFor(top),
  }
}

/** Of two judgements of one text, written in two ways, the worse. */
export function worse(one: Judgement, other: Judgement): Judgement {
  const categories = Object.fromEntries(
    Object.entries(one.categories).map(([id, p]) => [id, Math.max(p, other.categories[id] ?? 0)]),
  )
  return {
    abuse: Math.max(one.abuse, other.abuse),
    lowQuality: Math.max(one.lowQuality, other.lowQuality),
    categories,
    passage: other.abuse > one.abuse ? other.passage : one.passage,
  }
}

function passageOf(text: string, { windows }: Marks, place: number): string | null {
  const [first, ...others] = windows
  if (!first) return null
  const best = others.reduce((most, each) => (each.logits[place]! > most.logits[place]! ? each : most), first)
  return text.slice(best.piece.start, best.piece.end).trim()
}

/** The logarithm of the sum of the odds: near the largest, larger where several speak. */
function softMaximum(logits: Logits, places: readonly number[]): number {
  return Math.log(places.reduce((sum, place) => sum + Math.exp(logits[place]!), 0))
}
