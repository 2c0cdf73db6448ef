// What two models come to: a language model decides, and publishes only what nothing else speaks against.
import type { Policy } from '../../contract/policy.ts'
import { categoryOf } from '../../domain/policy-category.ts'
import type { PostText } from '../../domain/post-text.ts'
import { reviewIsLikely } from '../flag-weights.ts'
import { injection, injectionRule, mayReject } from '../may-reject.ts'
import type { ModelAnswer, Verdict } from '../model.ts'
import { decide, reasonLimit } from '../verdict.ts'

/** In a language that the embedded model does not judge well it has a say from here on: it takes the post for more likely not fine. */
const likelyNotFine = 0.5

export type Heard = {
  /** What the language model answered. */
  own: Verdict
  /** What the embedded model answered; null where it is not asked. */
  second: unknown
  /** Whether the language model judged by the policy, and not by hazards of its own. */
  readsPolicy: boolean
}

/** The answer of both. Of what the language model rejects only what a machine may reject stands. */
export function agreed(
  { own, second, readsPolicy }: Heard,
  post: PostText,
  flags: readonly string[],
  policy: Policy,
): ModelAnswer {
  const first = decide(own, post.site, policy)
  const other = second === null ? null : opinionOf(second, post, flags, policy, readsPolicy)
  const scores = other?.scores ?? {}
  const review = ({ category, confidence, reason }: Objection, before = ''): ModelAnswer => ({
    outcome: 'review',
    category,
    confidence,
    reason: `${before}${reason}`.slice(0, reasonLimit),
    scores,
  })
  if (first.to === 'published') {
    const objection = flags.includes(injectionRule) ? steered : other?.objection
    return objection ? review(objection, 'The language model would publish it; a person decides. ') : { ...own, scores }
  }
  // What one model sees as abuse is not settled as low quality by the other.
  if (other?.objection && isAbuse(policy, other.objection.category) && !isAbuse(policy, own.category))
    return review(other.objection)
  const category = first.to === 'rejected' && own.category ? categoryOf(policy, own.category) : undefined
  return category && !mayReject(category, flags) ? review(own) : { ...own, scores }
}

/** What speaks against publishing a text, and how likely that makes it not fine. */
type Objection = Pick<Verdict, 'category' | 'confidence' | 'reason'>

const steered: Objection = {
  category: injection,
  confidence: likelyNotFine,
  reason: 'Fixed rules see what may be an instruction to AI readers.',
}

/** What the embedded model has to say against publishing; null where that is nothing, or no more than that it cannot read the language. */
function opinionOf(
  second: unknown,
  post: PostText,
  flags: readonly string[],
  policy: Policy,
  readsPolicy: boolean,
): { scores: Record<string, number>; objection: Objection | null } {
  const { to, verdict, why } = decide(second, post.site, policy)
  const scores = verdict ? ((second as ModelAnswer).scores ?? {}) : {}
  if (to === 'published') return { scores, objection: null }
  const hasNoOpinion =
    readsPolicy &&
    flags.includes('unread_language') &&
    verdict?.outcome === 'review' &&
    verdict.confidence < likelyNotFine &&
    !reviewIsLikely(flags, true)
  const objection = verdict ?? { category: null, confidence: likelyNotFine, reason: why }
  return { scores, objection: hasNoOpinion ? null : objection }
}

function isAbuse(policy: Policy, category: string | null): boolean {
  return category !== null && categoryOf(policy, category)?.penalized === true
}
