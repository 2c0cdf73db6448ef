// What two models come to: a language model decides, and publishes only what nothing else speaks against.
import type { Policy } from '../../contract/policy.ts'
import { categoryOf } from '../../domain/policy-category.ts'
import type { PostText } from '../../domain/post-text.ts'
import { reviewIsLikely } from '../flag-weights.ts'
import { injection, injectionRule, mayReject } from '../may-reject.ts'
import type { ModelAnswer, Verdict } from '../model.ts'
import { decide, reasonLimit, rejectConfidence } from '../verdict.ts'

/** From this score of the embedded model on a text may be an instruction to the very model that would publish it. */
const highInjection = 0.5

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
  const review = (category: string | null, reason: string): ModelAnswer => ({
    outcome: 'review',
    category,
    confidence: own.confidence,
    reason: reason.slice(0, reasonLimit),
    scores,
  })
  if (first.to === 'published') {
    const objection = flags.includes(injectionRule)
      ? { category: injection, reason: 'Fixed rules see what may be an instruction to AI readers.' }
      : other?.objection
    if (!objection) return { ...own, scores }
    return review(objection.category, `The language model would publish it; a person decides. ${objection.reason}`)
  }
  // What one model sees as abuse is not settled as low quality by the other.
  if (other?.objection?.abuse && !isAbuse(policy, own.category))
    return review(other.objection.category, other.objection.reason)
  const category = first.to === 'rejected' && own.category ? categoryOf(policy, own.category) : undefined
  if (category && !mayReject(category, flags)) return review(category.id, own.reason)
  return { ...own, scores }
}

type Objection = { category: string | null; abuse: boolean; reason: string }

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
  const category = verdict?.category ?? null
  const objection = { category, abuse: isAbuse(policy, category), reason: verdict?.reason ?? why }
  const hasNoOpinion =
    readsPolicy &&
    flags.includes('unread_language') &&
    verdict !== null &&
    !reviewIsLikely(flags, true) &&
    !isCertain(scores, policy)
  return { scores, objection: hasNoOpinion ? null : objection }
}

function isAbuse(policy: Policy, category: string | null): boolean {
  return category !== null && categoryOf(policy, category)?.penalized === true
}

/** Whether scores are so high that they count in a language that the model does not judge well. */
function isCertain(scores: Record<string, number>, policy: Policy): boolean {
  return Object.entries(scores).some(
    ([id, score]) => isAbuse(policy, id) && score >= (id === injection ? highInjection : rejectConfidence),
  )
}
