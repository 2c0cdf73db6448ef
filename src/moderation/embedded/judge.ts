// The judgement of the embedded model: logits of a text and of its windows, and the probabilities from them.
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { linkWords } from '../../domain/posts/link-words.ts'
import type { PostText } from '../../domain/posts/post-text.ts'
import type { Blend, EmbeddedModel } from './model-file.ts'
import { type Rarity, type SparseVector, tokensOf } from './text-features.ts'
import { type Heads, type Logits, logitsOf, readRuns } from './window-sums.ts'
import { type Piece, sentencesOf, windowsOver } from './windows.ts'

/** The logits of a text and of its pieces; the heads are the policy categories, then abuse of any kind. */
export type Marks = { readonly whole: Logits; readonly windows: readonly { piece: Piece; logits: Logits }[] }

export type EmbeddedJudgement = {
  /** Probability that the text is abuse of any kind. */
  abuse: number
  /** Probability that the worst piece of the text is abuse, read as a text of its own; 0 for a text of one sentence. */
  piece: number
  /** Probability that it is of low quality. */
  lowQuality: number
  /** Probability of each category. */
  categories: Record<string, number>
  /** The piece of the text with the highest logit for the most likely category. */
  passage: string | null
}

/** The text that is judged: title, body, details, topics and the words of each link, each a sentence of its own. */
export function judgedText({ title, body, details, topics, urls }: PostText): string {
  const words = topics.map(topic => topic.replaceAll('-', ' ')).join(', ')
  return [title, body, details, words, ...urls.map(linkWords)].filter(part => part).join(' .\n')
}

/** The logits of a text and of its windows, by the given heads and rarities. */
export function marksOf(text: string, site: SiteId, rarity: Rarity, heads: Heads): Marks {
  return markedBy(heads, text, site, rarity).marks
}

/** The same, with the vector of the whole text. */
function markedBy(heads: Heads, text: string, site: SiteId, rarity: Rarity): { marks: Marks; vector: SparseVector } {
  const pieces = sentencesOf(text)
  const tokens = pieces.map(({ start, end }) => tokensOf(text.slice(start, end), site))
  const runs = readRuns(tokens, rarity, heads)
  const windows = windowsOver(pieces.length).map(([from, to]) => ({
    piece: { start: pieces[from]!.start, end: pieces[to - 1]!.end },
    logits: runs.logits(from, to),
  }))
  return { marks: { whole: logitsOf(heads, runs.whole), windows }, vector: runs.whole }
}

/** The indices in the logits of the heads for abuse, for low quality, and for abuse of any kind. */
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

/** The inputs of the probability of abuse. */
export function abuseInputs(marks: Marks, { abuse, any }: HeadKinds): number[] {
  const { whole } = marks
  return [
    softMaximum(whole, abuse),
    whole[any]!,
    ...worstPieces(marks, logits => softMaximum(logits, abuse) + logits[any]!),
  ]
}

/** The worst piece of a text, and the mean of the three worst; the whole of a text without pieces. */
function worstPieces({ whole, windows }: Marks, sum: (logits: Logits) => number): [first: number, mean: number] {
  const pieces = windows.map(({ logits }) => sum(logits)).sort((a, b) => b - a)
  const few = pieces.slice(0, 3)
  if (few.length === 0) return [sum(whole), sum(whole)]
  return [few[0]!, few.reduce((total, each) => total + each, 0) / few.length]
}

/** The inputs of the probability of abuse where the language has a head of its own; `others` is what the other heads say. */
export function languageInputs(others: number, marks: Marks): number[] {
  return [others, marks.whole[0]!, ...worstPieces(marks, ([logit]) => logit!)]
}

/** The logarithm of the odds that the worst piece is abuse, read alone. */
export function pieceLogOdds({ windows }: Marks, { abuse, any }: HeadKinds): number {
  const [worst] = windows.map(({ logits }) => softMaximum(logits, abuse) + logits[any]!).sort((a, b) => b - a)
  return worst === undefined ? -Infinity : worst / 2
}

export function lowQualityInputs({ whole }: Marks, { lowQuality, abuse }: HeadKinds): number[] {
  return [softMaximum(whole, lowQuality), softMaximum(whole, abuse)]
}

/** The inputs of the probability of one category. */
export function categoryInputs({ whole, windows }: Marks, place: number, { any }: HeadKinds): number[] {
  const first = windows.reduce((most, { logits }) => Math.max(most, logits[place]!), -Infinity)
  return [whole[place]!, windows.length > 0 ? first : whole[place]!, whole[any]!]
}

/** The logarithm of the odds, blended from inputs. */
export function logOdds(inputs: readonly number[], blend: Blend): number {
  return inputs.reduce((total, input, i) => total + input * blend[i]!, blend[inputs.length]!)
}

/** A probability, blended from inputs. */
export function blended(inputs: readonly number[], blend: Blend): number {
  return probabilityOf(logOdds(inputs, blend))
}

/** The probability of the logarithm of odds. */
export function probabilityOf(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds))
}

/** The target of a probability: abuse of any kind, low quality, or a category. */
export type Target = string
export const abuseTarget: Target = 'abuse'
export const lowQualityTarget: Target = 'lowQuality'
const pieceTarget: Target = 'piece'

/** The opinion of a model on a text, as logarithms of odds, without learned heads. */
export type Opinion = {
  readonly logOdds: Readonly<Record<Target, number>>
  /** The vector of the whole text, for learned heads. */
  readonly vector: SparseVector
  /** The piece of the text with the highest logit for a category. */
  passageFor(category: string): string | null
}

/**
 * The opinion of a model on a text of a site. `language` (ISO 639-1) may have a head of its own. Pure; the cost grows with the length
 * of the text.
 */
export function opinionOf(model: EmbeddedModel, text: string, site: SiteId, language: string | null): Opinion {
  const { settings, rarity, heads } = model
  const { blends, categories } = settings
  const kinds = headKinds(categories, settings.lowQuality)
  const { marks, vector } = markedBy(heads, text, site, rarity)
  const own = language === null ? undefined : model.languageHeads.get(language)?.()
  const others = logOdds(abuseInputs(marks, kinds), blends.abuse)
  return {
    logOdds: {
      [abuseTarget]: own
        ? logOdds(languageInputs(others, marksOf(text, site, own.rarity, own.heads)), own.blend)
        : others,
      [pieceTarget]: pieceLogOdds(marks, kinds),
      [lowQualityTarget]: logOdds(lowQualityInputs(marks, kinds), blends.lowQuality),
      ...Object.fromEntries(
        categories.map((id, place) => [id, logOdds(categoryInputs(marks, place, kinds), blends.categories[id]!)]),
      ),
    },
    vector,
    passageFor: category => passageOf(text, marks, categories.indexOf(category)),
  }
}

/** The probabilities of an opinion; `added` are the logarithms of odds that learned heads add to it. */
export function judgementFrom(
  { logOdds, passageFor }: Pick<Opinion, 'logOdds' | 'passageFor'>,
  added: Readonly<Record<Target, number>> = {},
): EmbeddedJudgement {
  const {
    [abuseTarget]: abuse,
    [lowQualityTarget]: lowQuality,
    [pieceTarget]: piece,
    ...categories
  } = Object.fromEntries(
    Object.entries(logOdds).map(([target, value]) => [target, probabilityOf(value + (added[target] ?? 0))]),
  )
  const top = Object.keys(categories).reduce((most, id) => (categories[id]! > categories[most]! ? id : most))
  return {
    abuse: abuse!,
    piece: piece!,
    lowQuality: lowQuality!,
    categories: categories as Record<string, number>,
    passage: passageFor(top),
  }
}

/** The worse of two judgements on two forms of a text. */
export function worse(one: EmbeddedJudgement, other: EmbeddedJudgement): EmbeddedJudgement {
  const categories = Object.fromEntries(
    Object.entries(one.categories).map(([id, p]) => [id, Math.max(p, other.categories[id] ?? 0)]),
  )
  return {
    abuse: Math.max(one.abuse, other.abuse),
    piece: Math.max(one.piece, other.piece),
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

/** The logarithm of the sum of the odds: near the largest, and larger where several are high. */
function softMaximum(logits: Logits, places: readonly number[]): number {
  return Math.log(places.reduce((sum, place) => sum + Math.exp(logits[place]!), 0))
}
