// A second question about a text that no other judge reads: does the model still find a known violation beside it?
import type { Policy } from '../../contract/moderation/policy.ts'
import type { PostText } from '../../domain/posts/post-text.ts'
import { categoriesOf } from './policy-prompt.ts'

/**
 * The text with a violation from the policy beneath it. A model that would publish both obeys the text and not the policy. `nonce`
 * chooses the violation, so that an author cannot know it.
 */
export function withKnownViolation(post: PostText, policy: Policy, nonce: string): PostText {
  const known = categoriesOf(policy, post.site)
    .filter(({ action }) => action === 'reject')
    .flatMap(({ disallowed_examples }) => disallowed_examples)
  const chosen = [...nonce].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % Math.max(1, known.length)
  return { ...post, body: `${post.body}\n\n${known[chosen] ?? ''}` }
}
