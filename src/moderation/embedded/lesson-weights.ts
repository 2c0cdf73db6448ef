// How much each decision counts when the model learns: no author, no reviewer and no run of publications outweighs the rest.
import { fineLabel } from '../../domain/review/policy-category.ts'

/** A decision with its author and the person who made it; null for a person who is not known. */
export type Taught = { readonly label: string; readonly author: string; readonly reviewer: string | null }

/**
 * The most that the decisions of one author and of one reviewer count together: a share of all, and in any case as much as so many
 * decisions, since a small platform has few of either.
 */
const bounds = {
  author: { share: 1 / 5, least: 25 },
  reviewer: { share: 1 / 2, least: 100 },
} as const
/**
 * The most that all publications count together, in decisions. More of them lower the odds of abuse everywhere: 976 publications of a
 * board took 4.8 % published abuse to 8.9 %, and with this bound left it as it was, while one held post in twelve passed.
 */
export const publicationsInFull = 50

/** A weight for each decision, 0–1, in the same order. */
export function lessonWeights(lessons: readonly Taught[]): number[] {
  let weights = lessons.map(() => 1)
  weights = bounded(lessons, weights, ({ author }) => author, bounds.author)
  weights = bounded(lessons, weights, ({ reviewer }) => reviewer, bounds.reviewer)
  const fine = sum(weights.filter((_, i) => lessons[i]!.label === fineLabel))
  const less = Math.min(1, publicationsInFull / fine)
  return weights.map((weight, i) => (lessons[i]!.label === fineLabel ? weight * less : weight))
}

/** Lowers the weights of each group that has more than its bound to that bound. A share is of all weights before. */
function bounded(
  lessons: readonly Taught[],
  weights: readonly number[],
  groupOf: (lesson: Taught) => string | null,
  { share, least }: { share: number; least: number },
): number[] {
  const totals = new Map<string | null, number>()
  for (const [i, lesson] of lessons.entries()) {
    const group = groupOf(lesson)
    totals.set(group, (totals.get(group) ?? 0) + weights[i]!)
  }
  const all = sum(weights)
  return weights.map((weight, i) => {
    const total = totals.get(groupOf(lessons[i]!))!
    // The share of what the others have: else a group could raise its own bound.
    const most = Math.max(least, ((all - total) * share) / (1 - share))
    return weight * Math.min(1, most / total)
  })
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
