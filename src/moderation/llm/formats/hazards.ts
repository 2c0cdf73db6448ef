// Translates the answers of guard models with hazards of their own into verdicts under the policy.
import { categoryOf } from '../../../domain/review/policy-category.ts'
import type { Verdict } from '../../model.ts'
import { publishConfidence } from '../../verdict.ts'
import { postLines } from '../post-data.ts'
import type { Question } from './format.ts'

/** One user message without a system message: the chat templates of these models contain the policy. */
export function guardRequest({ post }: Question): object {
  return { messages: [{ role: 'user', content: postLines(post) }] }
}

/** The verdict on a safe text. A guard gives no confidence, so the verdict has the least that publishes. */
export const safe: Verdict = {
  outcome: 'publish',
  category: null,
  confidence: publishConfidence,
  reason: 'The guard model sees none of its hazards.',
}

/** The verdict on an unsafe text: a person decides, since the hazards are wider than the categories of the policy. */
export function unsafe(hazards: readonly string[], categories: readonly string[], { policy, post }: Question): Verdict {
  const category = categories.find(id => categoryOf(policy, id)?.sites.includes(post.site)) ?? null
  const reason = `The guard model sees a hazard: ${hazards.join(', ')}.`
  return { outcome: 'review', category, confidence: publishConfidence, reason }
}
