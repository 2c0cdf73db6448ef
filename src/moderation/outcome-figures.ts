// Figures that show whether a change of the model is for the worse: shares of posts that it decides otherwise than people did.
import { fineLabel } from '../domain/review/policy-category.ts'
import type { Decision } from './verdict.ts'

/** The label that a person gave a post, and the decision of the model. */
export type LabelledOutcome = { label: string; to: Decision['to'] }

/** Shares in 0–1; null where there is no such post. */
export type Figures = {
  posts: number
  /** The share of posts that people rejected as abuse. */
  abusive_published: number | null
  /** The share of posts that people rejected as low quality. */
  low_quality_published: number | null
  /** Shares of posts that people published. */
  fine_held: number | null
  fine_rejected: number | null
  /** The share of posts on which model and people agree: both publish, or both do not. */
  agreement: number | null
}

export function figuresOf(outcomes: readonly LabelledOutcome[], isLowQuality: (label: string) => boolean): Figures {
  const fine = outcomes.filter(({ label }) => label === fineLabel)
  const low = outcomes.filter(({ label }) => isLowQuality(label))
  const abusive = outcomes.filter(({ label }) => label !== fineLabel && !isLowQuality(label))
  const share = (of: readonly LabelledOutcome[], test: (each: LabelledOutcome) => boolean) =>
    of.length === 0 ? null : Math.round((of.filter(test).length / of.length) * 10_000) / 10_000
  const published = ({ to }: LabelledOutcome) => to === 'published'
  return {
    posts: outcomes.length,
    abusive_published: share(abusive, published),
    low_quality_published: share(low, published),
    fine_held: share(fine, ({ to }) => to === 'review'),
    fine_rejected: share(fine, ({ to }) => to === 'rejected'),
    agreement: share(outcomes, each => published(each) === (each.label === fineLabel)),
  }
}

/** The figures that must not get worse, with the sign of the change that is worse: errors may not grow, agreement may not fall. */
const harms: { [figure in keyof Figures]?: 1 | -1 } = {
  abusive_published: 1,
  fine_held: 1,
  fine_rejected: 1,
  agreement: -1,
}

/** The figures that are worse by more than `points` percentage points, each in words; `where` names the measured posts. */
export function worsened(where: string, before: Partial<Figures>, after: Partial<Figures>, points: number): string[] {
  return Object.entries(harms).flatMap(([name, sign]) => {
    const [old, now] = [before, after].map(figures => figures[name as keyof Figures])
    if (typeof old !== 'number' || typeof now !== 'number' || sign * (now - old) * 100 <= points + 1e-9) return []
    return [`${name.replaceAll('_', ' ')} ${where}: ${percent(old)} before, ${percent(now)} after`]
  })
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}
