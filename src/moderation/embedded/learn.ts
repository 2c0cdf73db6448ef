// Learns from decisions of people: fits heads that add to the packaged model, while its answers on ordinary posts stay the same.
import { fineLabel } from '../../domain/review/policy-category.ts'
import { abuseTarget, lowQualityTarget, type Opinion, probabilityOf, type Target } from './judge.ts'
import { type Learned, learnedFrom } from './learned.ts'
import { type Example, fitHead, type Head } from './logistic.ts'
import type { ModelSettings } from './model-file.ts'
import { featureCount, type SparseVector } from './text-features.ts'

/**
 * A text that a person decided on: the opinions of the packaged model, and the category of the rejection, or `fine`. `weight`: how much it
 * counts, 0–1 (lesson-weights.ts); 1 when left out.
 */
export type Lesson = { readonly opinions: readonly Opinion[]; readonly label: string; readonly weight?: number }

/** The cost of a decision against each side of an ordinary post, and from how many decisions on they share a fixed total. */
const decisionCost = 3
const decisionsInFull = 500
/** How many decisions teach a category; fewer only keep such posts from being published. */
const decisionsToName = 5
/** From this probability on the packaged model is certain of abuse: decisions to publish such texts are mostly poisoned. */
const certain = 0.9
/** Categories that words do not show: they are found by comparing texts and by invisible characters. */
const notInWords: readonly string[] = ['duplicate', 'hidden-text']
const seed = 20_261_122

type Settings = Pick<ModelSettings, 'lowQuality' | 'categories' | 'thresholds'>

/**
 * Fits heads that make the packaged model decide as people did, while its answers on the ordinary posts `anchors` stay the same. The
 * same lessons and anchors give the same heads.
 */
export function learn(
  name: string,
  lessons: readonly Lesson[],
  anchors: readonly SparseVector[],
  settings: Settings,
): Learned {
  const known = new Uint8Array(featureCount)
  for (const { opinions } of lessons)
    for (const { vector } of opinions) for (const place of vector.places) known[place] = 1
  // An ordinary post is an example of both labels, so moving its score either way has a cost, even where the packaged model is sure.
  // Held to the model's own probabilities instead, one ordinary post in 24 moved with fifty decisions on one trade.
  const held = anchors
    .map(vector => within(vector, known))
    .flatMap(vector => [true, false].map((positive): Example => ({ vector, positive, cost: 1 })))
  const cost = decisionCost * Math.min(1, decisionsInFull / lessons.length)
  const targets = [abuseTarget, lowQualityTarget, ...settings.categories]
  const heads = targets.flatMap((target): [Target, Head][] => {
    const taught = lessons.flatMap(({ opinions, label, weight = 1 }) => {
      const positive = speaksFor(target, label, settings)
      return positive === null ? [] : opinions.map(opinion => ({ opinion, positive, weight }))
    })
    if (!isNeeded(target, taught, settings)) return []
    const examples = taught.map(
      ({ opinion: { vector, logOdds }, positive, weight }): Example => ({
        ...{ vector, positive, cost: cost * weight, offset: logOdds[target]! },
      }),
    )
    return [[target, fitHead([...held, ...examples], featureCount, seed)]]
  })
  return learnedFrom(name, new Map(heads))
}

/** Whether words can show a label. */
export function isLearnable(label: string): boolean {
  return !notInWords.includes(label)
}

/** Whether the packaged model is certain that a text is abuse. */
export function isCertainAbuse(opinions: readonly Opinion[]): boolean {
  return opinions.some(({ logOdds }) => probabilityOf(logOdds[abuseTarget]!) >= certain)
}

/**
 * Whether a label is an example for a target or against it; null where it is neither. Every rejected text counts for the head of
 * abuse, which keeps texts from being published.
 */
function speaksFor(target: Target, label: string, { lowQuality }: Settings): boolean | null {
  if (target === abuseTarget) return label !== fineLabel
  if (target !== lowQualityTarget) return label === target
  return label === fineLabel ? false : lowQuality.includes(label) || null
}

/** A head is fitted when enough decisions name its target, or when it stopped texts that people then published; that of abuse always. */
function isNeeded(
  target: Target,
  taught: readonly { opinion: Opinion; positive: boolean }[],
  { thresholds: { publish } }: Settings,
): boolean {
  if (target === abuseTarget) return true
  const bound = publish[target] ?? 1
  return (
    taught.filter(({ positive }) => positive).length >= decisionsToName ||
    taught.some(({ opinion, positive }) => !positive && probabilityOf(opinion.logOdds[target]!) >= bound)
  )
}

function within({ places, values }: SparseVector, known: Uint8Array): SparseVector {
  const kept = [...places.keys()].filter(i => known[places[i]!] === 1)
  return { places: Uint32Array.from(kept, i => places[i]!), values: Float32Array.from(kept, i => values[i]!) }
}
