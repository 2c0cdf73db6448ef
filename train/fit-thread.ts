// Fits heads in a thread of its own: on all writers, or on all but those of a fold, whose posts it then marks.
import { parentPort, workerData } from 'node:worker_threads'
import { judgedText, type Marks, marksOf } from '../src/moderation/embedded/judge.ts'
import { type Example, fitHead, type Head } from '../src/moderation/embedded/logistic.ts'
import {
  countsOf,
  featureCount,
  rarityOf,
  type SparseVector,
  tokensOf,
} from '../src/moderation/embedded/text-features.ts'
import type { Heads } from '../src/moderation/embedded/window-sums.ts'
import { fine, type Labelled, postTextOf } from './corpus.ts'
import { buriedOf, cost, noisyCost, pieceCost, piecesOf, vectorIn } from './examples.ts'
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
  categories: readonly string[]
  lowQuality: readonly string[]
  seed: number
}

/** What a mistake costs on a text of a public set, which is no post: where the habit of its set is learned apart, and where it is not. */
const lessonCost = { mixed: 1, plain: 2 }
/** The languages whose posts are copied in other spellings. */
const spelledIn = 'en'
/** How easily a habit is learned instead of words: more than any of them. */
const habitValue = 4

const { posts, lessons, categories, lowQuality, seed } = workerData as FitData
const texts = posts.map(post => judgedText(postTextOf(post)))
const counts = posts.map((post, i) => countsOf(tokensOf(texts[i]!, post.site)))
const noisyCounts = posts.map((post, i) =>
  post.lang === spelledIn ? countsOf(tokensOf(noisyCopy(texts[i]!, seed + i), post.site)) : null,
)
const lessonCounts = lessons.map(({ text, site }) => countsOf(tokensOf(text, site)))

parentPort!.on('message', (task: FitTask) => {
  const held = new Set(task.kind === 'fold' ? task.held : [])
  const used = [...posts.keys()].filter(i => !held.has(i))
  const rarity = rarityOf([...used.map(i => counts[i]!), ...lessonCounts])
  const vectors = new Map(used.map(i => [i, vectorIn(counts[i]!, rarity)]))
  const noisy = new Map(used.flatMap(i => (noisyCounts[i] ? [[i, vectorIn(noisyCounts[i]!, rarity)] as const] : [])))
  const pieces = used
    .filter(i => posts[i]!.category === fine)
    .flatMap(i => piecesOf(texts[i]!, posts[i]!.site, seed + i).map(piece => vectorIn(piece, rarity)))
  const lessonVectors = lessons.map(({ habit }, i) => withHabit(vectorIn(lessonCounts[i]!, rarity), habit))
  const fit = (head: number) =>
    withoutHabits(
      fitHead(
        [...examplesOf(head, used, { vectors, noisy }, pieces), ...learnedBy(head, lessonVectors)],
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
  const buried = buriedOf(posts, texts, task.held, { lowQuality, seed }).map(({ text, post }) => ({
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

/** Posts for a head: of a category against all that is not it; the last head tells abuse from what is fine. */
function examplesOf(
  head: number,
  used: readonly number[],
  { vectors, noisy }: { vectors: ReadonlyMap<number, SparseVector>; noisy: ReadonlyMap<number, SparseVector> },
  pieces: readonly SparseVector[],
): Example[] {
  const category = categories[head]
  const rows = category === undefined ? used.filter(i => !lowQuality.includes(posts[i]!.category)) : used
  const positive = (i: number) =>
    category === undefined ? posts[i]!.category !== fine : posts[i]!.category === category
  const many = rows.filter(positive).length
  const costOf = (ofHead: boolean) => (cost * rows.length) / 2 / (ofHead ? many : rows.length - many)
  return [
    ...rows.map(i => ({ vector: vectors.get(i)!, positive: positive(i), cost: costOf(positive(i)) })),
    ...rows.flatMap(i => {
      const vector = noisy.get(i)
      return vector ? [{ vector, positive: positive(i), cost: costOf(positive(i)) * noisyCost }] : []
    }),
    ...pieces.map(vector => ({ vector, positive: false, cost: costOf(false) * pieceCost })),
  ]
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
