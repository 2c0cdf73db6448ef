// What a head learns from posts beside the posts themselves, and what mistakes on them cost.
import type { SiteId } from '../src/contract/sites/site-ids.ts'
import { numbersOf } from '../src/moderation/embedded/logistic.ts'
import {
  type Counts,
  countsOf,
  type SparseVector,
  tokensOf,
  vectorOf,
} from '../src/moderation/embedded/text-features.ts'
import { sentencesOf, windowsOver } from '../src/moderation/embedded/windows.ts'
import { fine, type Labelled } from './corpus.ts'

/** What a mistake costs: a head of few examples has them weigh as much as the many others together. */
export const cost = 40
/** The same for a piece of a fine post, against the whole of it: sentences of their own have to look harmless, too. */
export const pieceCost = 0.08
/** The same for a copy of a post in another spelling. */
export const noisyCost = 0.4
/** Pieces that are taken of a fine post at most. */
const piecesOfPost = 2
/** Characters that a post has at most to be put into another one, and at least to take one in. */
const [shortest, longest] = [220, 450]

/** A vector without the places that weigh nothing: n-grams that stand in one text of the training. */
export function vectorIn(counts: Counts, rarity: Float32Array): SparseVector {
  const { places, values } = vectorOf(counts, rarity)
  const telling = [...places.keys()].filter(i => values[i] !== 0)
  return { places: Uint32Array.from(telling, i => places[i]!), values: Float32Array.from(telling, i => values[i]!) }
}

/** Some windows of a text, as they are read when it is judged. */
export function piecesOf(text: string, site: SiteId, seed: number): Counts[] {
  const random = numbersOf(seed)
  const sentences = sentencesOf(text)
  const windows = windowsOver(sentences.length)
  const picked = windows.map(window => ({ window, at: random() })).sort((a, b) => a.at - b.at)
  return picked.slice(0, piecesOfPost).map(({ window: [from, to] }) => {
    const tokens = sentences.slice(from, to).flatMap(({ start, end }) => tokensOf(text.slice(start, end), site))
    return countsOf(tokens)
  })
}

/** Every short post, good or bad, within a long fine one of the same language by another writer. */
export function buriedOf(
  posts: readonly Labelled[],
  texts: readonly string[],
  held: readonly number[],
  { lowQuality, seed }: { lowQuality: readonly string[]; seed: number },
): { text: string; post: Labelled }[] {
  const random = numbersOf(seed)
  const isShort = (i: number) => texts[i]!.length <= shortest && !lowQuality.includes(posts[i]!.category)
  const hosts = held.filter(i => posts[i]!.category === fine && texts[i]!.length >= longest)
  return held.filter(isShort).flatMap(i => {
    const fit = hosts.filter(host => posts[host]!.lang === posts[i]!.lang && posts[host]!.idea !== posts[i]!.idea)
    const host = fit[Math.floor(random() * fit.length)]
    if (host === undefined) return []
    const sentences = sentencesOf(texts[host]!).map(({ start, end }) => texts[host]!.slice(start, end).trim())
    const at = 1 + Math.floor(random() * Math.max(1, sentences.length - 1))
    return [{ text: sentences.toSpliced(at, 0, texts[i]!).join(' '), post: posts[i]! }]
  })
}
