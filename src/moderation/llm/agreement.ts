// Combines the answers of two models: the language model decides, but publishes only where the other does not object.
import type { Policy } from '../../contract/moderation/policy.ts'
import type { PostText } from '../../domain/posts/post-text.ts'
import { categoryOf, isAbuse } from '../../domain/review/policy-category.ts'
import { reviewIsLikely } from '../flag-weights.ts'
import { injection, injectionRule, mayReject } from '../may-reject.ts'
import type { ModelAnswer, Verdict } from '../model.ts'
import { decide, reasonLimit } from '../verdict.ts'

/** In a language that the embedded model does not judge well, its objection counts from this confidence on. */
const likelyNotFine = 0.5

export type BothAnswers = {
  /** The answer of the language model. */
  own: Verdict
  /** The answer of the embedded model; null where it is not asked. */
  second: unknown
  /** Whether the language model judges by the policy instead of hazards of its own. */
  readsPolicy: boolean
}

/**
 * The combined answer. A rejection by the language model stays only under a category that a machine may reject by itself, and one
 * with a penalty only where the embedded model or a fixed rule takes the text for abuse too.
 */
export function agreed(
  { own, second, readsPolicy }: BothAnswers,
  post: PostText,
  flags: readonly string[],
  policy: Policy,
): ModelAnswer {
  const first = decide(own, post.site, policy)
  const other = second === null ? null : opinionOf(second, post, flags, policy, readsPolicy)
  const scores = other?.scores ?? {}
  const abuseIn = ({ category }: Pick<Verdict, 'category'>) => category !== null && isAbuse(policy, category)
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
  // A text that one model takes for abuse is not rejected as low quality because of the other.
  if (other?.objection && abuseIn(other.objection) && !abuseIn(own)) return review(other.objection)
  const category = first.to === 'rejected' && own.category ? categoryOf(policy, own.category) : undefined
  if (!category) return { ...own, scores }
  if (!mayReject(category, flags)) return review(own)
  const agrees = category.id === injection || (other?.objection && abuseIn(other.objection))
  return category.penalized && !agrees ? review(own, 'No second judge agrees; a person decides. ') : { ...own, scores }
}

/** The answer on a text beside which the language model would publish a known violation: a person decides. */
export function steeredAnswer({ scores }: ModelAnswer): ModelAnswer {
  const reason = 'The language model would publish a known violation beside this text; a person decides.'
  return { outcome: 'review', category: injection, confidence: likelyNotFine, reason, scores }
}

/** An objection to publishing a text, with its confidence. */
type Objection = Pick<Verdict, 'category' | 'confidence' | 'reason'>

const steered: Objection = {
  category: injection,
  confidence: likelyNotFine,
  reason: 'Fixed rules see what may be an instruction to AI readers.',
}

/** The objection of the embedded model to publishing; null where it has none, or only does not know the language. */
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
