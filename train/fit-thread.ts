// Fits heads in a thread of its own: on all writers, or on all but those of a fold, whose posts it then marks.
import { parentPort, workerData } from 'node:worker_threads'
import { judgedText, type Marks, marksOf } from '../src/moderation/embedded/judge.ts'
import { type Example, fitHead, type Head, numbersOf } from '../src/moderation/embedded/logistic.ts'
import {
  type Counts,
  countsOf,
  featureCount,
  rarityOf,
  type SparseVector,
  tokensOf,
  vectorOf,
} from '../src/moderation/embedded/text-features.ts'
import type { Heads } from '../src/moderation/embedded/window-sums.ts'
import { sentencesOf, windowsOver } from '../src/moderation/embedded/windows.ts'
import { fine, type Labelled, postTextOf } from './corpus.ts'
import { noisyCopy } from './noisy.ts'
import { habits, type Lesson } from './public-sets.ts'

export type FitTask =
  /** Fits every head without the posts of `held`, and marks those. */
  | { kind: 'fold'; held: readonly number[] }
  /** Fits some of the heads on all posts. */
  | { kind: 'heads'; heads: readonly number[] }
export type FitAnswer = { marks: [number, Marks][]; buried: Buried[] } | { heads: [number, Head][] }
/** A short post put between the sentences of a long harmless one: so the blends learn to hear one sentence among many. */
export type Buried = { category: string; lang: string; marks: Marks }
export type FitData = {
  posts: readonly Labelled[]
  lessons: readonly Lesson[]
  /** Rough translations of posts, each with the writer of its post. */
  translations: readonly Labelled[]
  categories: readonly string[]
  lowQuality: readonly string[]
  seed: number
}

/** What a mistake costs: a head of few examples has them weigh as much as the many others together. */
const cost = 40
/** The same for a text of a public set, which is no post: where the habit of its set is learned apart, and where it is not. */
const lessonCost = { mixed: 1, plain: 2 }
/** The same for a piece of a fine post, against the whole of it: sentences of their own have to look harmless, too. */
const pieceCost = 0.08
/** The same for a copy of a post in another spelling. */
const noisyCost = 0.4
/** The same for a rough translation of a post. */
const translatedCost = 0.2
/** The languages whose posts are copied in other spellings. */
const spelledIn: readonly string[] = ['en', 'es', 'pt', 'de', 'fr', 'it', 'nl']
/** Pieces that are taken of a fine post at most. */
const piecesOfPost = 2
/** How easily a habit is learned instead of words: more than any of them. */
const habitValue = 4
/** Characters that a post has at most to be put into another one, and at least to take one in. */
const [shortest, longest] = [220, 450]

const { posts, lessons, translations, categories, lowQuality, seed } = workerData as FitData
const texts = posts.map(post => judgedText(postTextOf(post)))
const counts = posts.map((post, i) => countsOf(tokensOf(texts[i]!, post.site)))
const noisyCounts = posts.map((post, i) =>
  spelledIn.includes(post.lang) ? countsOf(tokensOf(noisyCopy(texts[i]!, seed + i), post.site)) : null,
)
const translatedCounts = translations.map(post => countsOf(tokensOf(judgedText(postTextOf(post)), post.site)))
const lessonCounts = lessons.map(({ text, site }) => countsOf(tokensOf(text, site)))

parentPort!.on('message', (task: FitTask) => {
  const held = new Set(task.kind === 'fold' ? task.held : [])
  const used = [...posts.keys()].filter(i => !held.has(i))
  const heldWriters = new Set(task.kind === 'fold' ? task.held.map(i => posts[i]!.writer) : [])
  const translated = [...translations.keys()].filter(i => !heldWriters.has(translations[i]!.writer))
  const rarity = rarityOf([...used.map(i => counts[i]!), ...translated.map(i => translatedCounts[i]!), ...lessonCounts])
  const vectors = new Map(used.map(i => [i, vectorIn(counts[i]!, rarity)]))
  const noisy = new Map(used.flatMap(i => (noisyCounts[i] ? [[i, vectorIn(noisyCounts[i]!, rarity)] as const] : [])))
  const pieces = used
    .filter(i => posts[i]!.category === fine)
    .flatMap(i => piecesOf(i).map(piece => vectorIn(piece, rarity)))
  const foreign = translated.map(i => ({ post: translations[i]!, vector: vectorIn(translatedCounts[i]!, rarity) }))
  const lessonVectors = lessons.map(({ habit }, i) => withHabit(vectorIn(lessonCounts[i]!, rarity), habit))
  const fit = (head: number) =>
    withoutHabits(
      fitHead(
        [...examplesOf(head, used, { vectors, noisy, foreign }, pieces), ...learnedBy(head, lessonVectors)],
        featureCount + habits,
        seed + head,
      ),
    )
  if (task.kind === 'heads') {
    parentPort!.postMessage({ heads: task.heads.map(head => [head, fit(head)]) } satisfies FitAnswer)
    return
  }
  const heads = sideBySide(Array.from({ length: categories.length + 1 }, (_, head) => fit(head)))
  const marks = task.held.map(i => [i, marksOf(texts[i]!, posts[i]!.site, rarity, heads)] as [number, Marks])
  const buried = buriedOf(task.held).map(({ text, post }) => ({
    category: post.category,
    lang: post.lang,
    marks: marksOf(text, post.site, rarity, heads),
  }))
  parentPort!.postMessage({ marks, buried } satisfies FitAnswer)
})

/** Fitted heads with their full weights. */
function sideBySide(heads: readonly Head[]): Heads {
  const weights = new Float32Array(featureCount * heads.length)
  for (const [h, head] of heads.entries())
    for (let place = 0; place < featureCount; place++) weights[place * heads.length + h] = head[place]!
  return { weights, scales: heads.map(() => 1), starts: heads.map(head => head[featureCount]!) }
}

/** Every short post, good or bad, within a long fine one of the same language by another writer. */
function buriedOf(held: readonly number[]): { text: string; post: Labelled }[] {
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

/** The vectors of posts and of their copies in other spellings, by number, and those of translations. */
type Vectors = {
  vectors: ReadonlyMap<number, SparseVector>
  noisy: ReadonlyMap<number, SparseVector>
  foreign: readonly { post: Labelled; vector: SparseVector }[]
}

/** Posts for a head: of a category against all that is not it; the last head tells abuse from what is fine. */
function examplesOf(
  head: number,
  used: readonly number[],
  { vectors, noisy, foreign }: Vectors,
  pieces: readonly SparseVector[],
): Example[] {
  const category = categories[head]
  const rows = category === undefined ? used.filter(i => !lowQuality.includes(posts[i]!.category)) : used
  const shows = (post: Labelled) => (category === undefined ? post.category !== fine : post.category === category)
  const positive = (i: number) => shows(posts[i]!)
  const many = rows.filter(positive).length
  const costOf = (ofHead: boolean) => (cost * rows.length) / 2 / (ofHead ? many : rows.length - many)
  return [
    ...rows.map(i => ({ vector: vectors.get(i)!, positive: positive(i), cost: costOf(positive(i)) })),
    ...rows.flatMap(i => {
      const vector = noisy.get(i)
      return vector ? [{ vector, positive: positive(i), cost: costOf(positive(i)) * noisyCost }] : []
    }),
    ...foreign.map(({ post, vector }) => ({
      vector,
      positive: shows(post),
      cost: costOf(shows(post)) * translatedCost,
    })),
    ...pieces.map(vector => ({ vector, positive: false, cost: costOf(false) * pieceCost })),
  ]
}

/** A vector without the places that weigh nothing: n-grams that stand in one text of the training. */
function vectorIn(counts: Counts, rarity: Float32Array): SparseVector {
  const { places, values } = vectorOf(counts, rarity)
  const telling = [...places.keys()].filter(i => values[i] !== 0)
  return { places: Uint32Array.from(telling, i => places[i]!), values: Float32Array.from(telling, i => values[i]!) }
}

/** Some windows of a post, as they are read when it is judged. */
function piecesOf(i: number): Counts[] {
  const text = texts[i]!
  const random = numbersOf(seed + i)
  const sentences = sentencesOf(text)
  const windows = windowsOver(sentences.length)
  const picked = windows.map(window => ({ window, at: random() })).sort((a, b) => a.at - b.at)
  return picked.slice(0, piecesOfPost).map(({ window: [from, to] }) => {
    const tokens = sentences
      .slice(from, to)
      .flatMap(({ start, end }) => tokensOf(text.slice(start, end), posts[i]!.site))
    return countsOf(tokens)
  })
}

/** Texts of public sets for a head. Of a set that knows some categories, what shows none of them may show another one. */
function learnedBy(head: number, vectors: readonly SparseVector[]): Example[] {
  const category = categories[head]
  return lessons.flatMap(({ category: shown, heads, habit }, i) => {
    const tells = heads === 'all' || (category === undefined ? shown !== null : heads.includes(category))
    if (!tells) return []
    const positive = category === undefined ? shown !== null : shown === category
    return [{ vector: vectors[i]!, positive, cost: habit === null ? lessonCost.plain : lessonCost.mixed }]
  })
}

/** A lesson, marked as one of its set, so that what is usual there alone says nothing of texts from elsewhere. */
function withHabit({ places, values }: SparseVector, habit: number | null): SparseVector {
  if (habit === null) return { places, values }
  return {
    places: Uint32Array.from([...places, featureCount + habit]),
    values: Float32Array.from([...values, habitValue]),
  }
}

function withoutHabits(head: Head): Head {
  return Float32Array.from([...head.subarray(0, featureCount), head[featureCount + habits]!])
}
