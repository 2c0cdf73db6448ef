// Judges the examples of a policy by the model that decides, and finds those on which it disagrees with the policy.
import type { Policy } from '../../contract/moderation/policy.ts'
import type { PostText } from '../../domain/posts/post-text.ts'
import { createEmbeddedModel } from '../../moderation/embedded/embedded-model.ts'
import { differencesOf } from '../../moderation/policy-file.ts'
import { readText } from '../../moderation/reading.ts'
import { type Decision, decide } from '../../moderation/verdict.ts'
import type { Platform } from '../platform.ts'

/** An example that the policy allows and the model does not publish, or the other way round. */
export type DifferingExample = {
  category: string
  example: string
  policy: 'allowed' | 'disallowed'
  to: Decision['to']
}

/**
 * The examples on which the deciding model disagrees. `unread`: added categories that it does not know, whose examples are judged by what
 * it knows of others.
 */
export async function judgeExamples(
  { model, policy: inForce }: Platform,
  policy: Policy,
): Promise<{ judged: number; unread: string[]; differing: DifferingExample[] }> {
  const differing: DifferingExample[] = []
  let judged = 0
  const embedded = model.readsAnyLanguage ? null : createEmbeddedModel(policy)
  for (const { id, sites, disallowed_examples: disallowed, allowed_examples: allowed } of policy.categories)
    for (const [examples, said] of [
      [disallowed, 'disallowed'],
      [allowed, 'allowed'],
    ] as const)
      for (const example of examples) {
        const post: PostText = { site: sites[0]!, title: null, body: example, topics: [], urls: [] }
        const { refusal, flags, language } = readText(post)
        // A language model reads the policy in force: another one has to be loaded before it can be asked.
        const answer = refusal ? null : await (embedded ?? model).decide(post, flags)
        const to = refusal ? 'rejected' : decide(answer, post.site, embedded ? policy : inForce, { language }).to
        judged++
        if ((to === 'published') !== (said === 'allowed')) differing.push({ category: id, example, policy: said, to })
      }
  return { judged, unread: embedded ? differencesOf(policy).added : [], differing }
}
