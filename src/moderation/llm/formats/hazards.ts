// What a guard model with hazards of its own says, in the words of the policy.
import { categoryOf } from '../../../domain/policy-category.ts'
import type { Verdict } from '../../model.ts'
import { publishConfidence } from '../../verdict.ts'
import { postLines } from '../post-data.ts'
import type { Question } from './format.ts'

/** One user message without a system message: the chat templates of these models bring their own policy and take nothing else. */
export function guardRequest({ post }: Question): object {
  return { messages: [{ role: 'user', content: postLines(post) }] }
}

/** What a guard says of a text that it finds safe: it gives no confidence, so that it gets the least that publishes. */
export const safe: Verdict = {
  outcome: 'publish',
  category: null,
  confidence: publishConfidence,
  reason: 'The guard model sees none of its hazards.',
}

/** A person looks at what a guard finds unsafe: its hazards are wider than the categories of the policy. */
export function unsafe(hazards: readonly string[], categories: readonly string[], { policy, post }: Question): Verdict {
  const category = categories.find(id => categoryOf(policy, id)?.sites.includes(post.site)) ?? null
  const reason = `The guard model sees a hazard: ${hazards.join(', ')}.`
  return { outcome: 'review', category, confidence: publishConfidence, reason }
}
