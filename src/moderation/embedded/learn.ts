// Learns from decisions of people: fits heads that add to what the packaged model says, and that ordinary posts hold in place.
import { fineLabel } from '../../domain/policy-category.ts'
import { abuseTarget, lowQualityTarget, type Opinion, probabilityOf, type Target } from './judge.ts'
import { type Learned, learnedFrom } from './learned.ts'
import { type Example, fitHead, type Head } from './logistic.ts'
import type { ModelSettings } from './model-file.ts'
import { featureCount, type SparseVector } from './text-features.ts'

/** A text that a person decided on: what the packaged model makes of it, and the category that it was refused for, or `fine`. */
export type Lesson = { readonly opinions: readonly Opinion[]; readonly label: string }

/** What a decision counts, and past so many decisions all of them together, against each side of an ordinary post. */
const decisionCost = 3
const decisionsInFull = 500
/** So many decisions for a category teach what it is; fewer only keep such posts from being published. */
const decisionsToName = 5
/** What the packaged model is certain of: decisions that publish it are poison more often than not. */
const certain = 0.9
/** Categories that no word tells: they are found by comparing texts, and in what cannot be seen. */
const notInWords: readonly string[] = ['duplicate', 'hidden-text']
const seed = 20_261_122

type Settings = Pick<ModelSettings, 'lowQuality' | 'categories' | 'thresholds'>

/**
 * Fits what is to be added to the packaged model so that it decides as people did, while it says of the ordinary posts `anchors`
 * what it said before. The same lessons and anchors give the same heads.
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
  // An ordinary post says yes and no alike: it costs to move it either way.
  const held = anchors
    .map(vector => within(vector, known))
    .flatMap(vector => [true, false].map((positive): Example => ({ vector, positive, cost: 1 })))
  const cost = decisionCost * Math.min(1, decisionsInFull / lessons.length)
  const targets = [abuseTarget, lowQualityTarget, ...settings.categories]
  const heads = targets.flatMap((target): [Target, Head][] => {
    const taught = lessons.flatMap(({ opinions, label }) => {
      const positive = speaksFor(target, label, settings)
      return positive === null ? [] : opinions.map(opinion => ({ opinion, positive }))
    })
    if (!isNeeded(target, taught, settings)) return []
    const examples = taught.map(
      ({ opinion: { vector, logOdds }, positive }): Example => ({ vector, positive, cost, offset: logOdds[target]! }),
    )
    return [[target, fitHead([...held, ...examples], featureCount, seed)]]
  })
  return learnedFrom(name, new Map(heads))
}

/** Whether words can be learned to speak for a label. */
export function isLearnable(label: string): boolean {
  return !notInWords.includes(label)
}

/** Whether the packaged model is certain that a text is abuse. */
export function isCertainAbuse(opinions: readonly Opinion[]): boolean {
  return opinions.some(({ logOdds }) => probabilityOf(logOdds[abuseTarget]!) >= certain)
}

/**
 * Whether a label speaks for a target or against it; null where it says nothing. What is refused is kept from being published by
 * one head, whatever it is refused for.
 */
function speaksFor(target: Target, label: string, { lowQuality }: Settings): boolean | null {
  if (target === abuseTarget) return label !== fineLabel
  if (target !== lowQualityTarget) return label === target
  return label === fineLabel ? false : lowQuality.includes(label) || null
}

/** A head beside that of abuse is fitted where it is named often enough, or keeps from publication what people publish. */
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

/** What of a vector stands at known places. */
function within({ places, values }: SparseVector, known: Uint8Array): SparseVector {
  const kept = [...places.keys()].filter(i => known[places[i]!] === 1)
  return { places: Uint32Array.from(kept, i => places[i]!), values: Float32Array.from(kept, i => values[i]!) }
}
