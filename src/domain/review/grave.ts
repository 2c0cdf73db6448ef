// Which texts are grave, that is, hard on their readers: the console covers them, and counts how many a reviewer opens in a day.
import type { Policy, PolicyCategory } from '../../contract/moderation/policy.ts'
import { categoryOf } from './policy-category.ts'

/** Categories whose words do harm to a reader, if the policy takes them for at least this severe. */
const distressing: readonly string[] = [
  ...['child-safety', 'human-exploitation', 'violence-threat', 'extremism', 'hate', 'self-harm', 'sexual-content'],
]
const severe: readonly PolicyCategory['severity'][] = ['high', 'critical']
/** Categories of the policy that are critical for what they lead to, and not for their words. */
const harmless: readonly string[] = ['malware', 'weapons']

/** The least score with which the category of a verdict counts, and the least with which any category does. */
const leastOfVerdict = 0.2
const leastOfAny = 0.5

/** What is known of a text: the verdict of the model, and the categories that reports, rules or a decision name. */
export type KnownOfText = {
  verdict: { category?: string | null; scores?: Readonly<Record<string, number>> } | null
  named: readonly string[]
}

/** Whether texts of a category are grave. A critical category that only the operator's policy has is. */
export const isGrave = ({ id, severity }: Pick<PolicyCategory, 'id' | 'severity'>): boolean =>
  distressing.includes(id) ? severe.includes(severity) : severity === 'critical' && !harmless.includes(id)

/** The grave category of a text; null for any other text. What people name comes before what a model supposes. */
export function graveCategory(
  policy: Pick<Policy, 'categories'>,
  { verdict, named }: KnownOfText,
): PolicyCategory | null {
  const { category = null, scores = {} } = verdict ?? {}
  const likely = Object.entries(scores)
    .filter(([id, score]) => score >= (id === category ? leastOfVerdict : leastOfAny))
    .sort(([, a], [, b]) => b - a)
    .map(([id]) => id)
  const unscored = category !== null && scores[category] === undefined ? [category] : []
  for (const id of [...named, ...unscored, ...likely]) {
    const row = categoryOf(policy, id)
    if (row && isGrave(row)) return row
  }
  return null
}
