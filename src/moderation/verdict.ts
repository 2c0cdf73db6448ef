// Turns the answer of a deciding model into a decision on the post; a malformed answer leads to a person.

import { leastConfidence, type Policy } from '../contract/moderation/policy.ts'
import type { SiteId } from '../contract/sites/site-ids.ts'
import { isObject } from '../domain/is-object.ts'
import { categoryOf } from '../domain/review/policy-category.ts'
import type { ModelAnswer, Verdict } from './model.ts'

/** A rejection below this confidence goes to a person (contract.md §4). */
export const rejectConfidence = leastConfidence.reject
/** A publication below this confidence goes to a person (contract.md §4). */
export const publishConfidence = leastConfidence.publish
/** The same for the text of a trusted author: as far below as its bounds of publication are above (embedded/outcome.ts). */
const trustedConfidence = 0.525
/** The longest valid reason, in characters; the owner of the post reads it. */
export const reasonLimit = 1000

export type Decision = {
  to: 'published' | 'review' | 'rejected'
  penalized: boolean
  verdict: Verdict | null
  why: string
}

const answerKeys = new Set(['outcome', 'category', 'confidence', 'reason', 'part', 'scores'])
const outcomes = new Set(['publish', 'review', 'reject'])

/**
 * The decision on a post of `site` by the answer of a deciding model (contract.md §4): reject only under a category of the policy
 * that applies to the site and at confidence ≥ 0.85, publish only at ≥ 0.6 (a little less for a trusted author), or more where the
 * policy asks for it, review in all other cases. `language`: that which was found in the text, BCP 47.
 * `verdict` is null when the answer was malformed. Never throws, whatever the answer is.
 */
export function decide(
  answer: unknown,
  site: SiteId,
  policy: Policy,
  { trusted = false, language }: { trusted?: boolean; language?: string | undefined } = {},
): Decision {
  let verdict: Verdict | string
  try {
    verdict = readVerdict(answer)
  } catch {
    // A getter or a proxy in the answer may throw; the answer then counts as malformed.
    verdict = 'the answer cannot be read'
  }
  if (typeof verdict === 'string') return toReview(null, `The model's answer is malformed: ${verdict}.`)

  if (verdict.outcome === 'review') return toReview(verdict, 'The model asks for a person.')
  if (verdict.outcome === 'publish') {
    const usual = trusted ? trustedConfidence : publishConfidence
    return decidePublish(verdict, askedFor('publish', policy, language) ?? usual)
  }
  return decideReject(verdict, site, policy, askedFor('reject', policy, language) ?? rejectConfidence)
}

/** The confidence that a policy asks for: in the language of the text, else in all; undefined where it asks for nothing. */
function askedFor(outcome: 'publish' | 'reject', { thresholds = {} }: Policy, language = ''): number | undefined {
  const tag = language.split('-')[0]!
  const own = Object.hasOwn(thresholds.languages ?? {}, tag) ? thresholds.languages?.[tag] : undefined
  return own?.[outcome] ?? thresholds[outcome]
}

function decidePublish(verdict: Verdict, least: number): Decision {
  if (verdict.category !== null) {
    return toReview(verdict, `The model says publish but names the category ${verdict.category}.`)
  }
  if (verdict.confidence < least) {
    return toReview(verdict, `Publish at confidence ${verdict.confidence}, below ${least}.`)
  }
  return { to: 'published', penalized: false, verdict, why: `Publish at confidence ${verdict.confidence}.` }
}

function decideReject(verdict: Verdict, site: SiteId, policy: Policy, least: number): Decision {
  if (verdict.category === null) return toReview(verdict, 'The model rejects but names no category.')
  const category = categoryOf(policy, verdict.category)
  if (!category) return toReview(verdict, `The policy has no category ${verdict.category}.`)
  if (!category.sites.includes(site)) return toReview(verdict, `Category ${category.id} does not apply to ${site}.`)
  if (verdict.confidence < least) {
    return toReview(verdict, `Reject at confidence ${verdict.confidence}, below ${least}.`)
  }
  const why = `Reject under ${category.id} at confidence ${verdict.confidence}.`
  return { to: 'rejected', penalized: category.penalized, verdict, why }
}

/** The scores of an answer by category of the policy, 0–1, without those below 0.01. `decide` must have accepted the answer. */
export function scoresOf(answer: unknown, { categories }: Policy): Record<string, number> {
  const { scores = {} } = answer as Partial<ModelAnswer>
  return Object.fromEntries(
    categories.flatMap(({ id }) => {
      const score = Object.hasOwn(scores, id) ? scores[id]! : 0
      return score >= 0.01 ? [[id, score]] : []
    }),
  )
}

function toReview(verdict: Verdict | null, why: string): Decision {
  return { to: 'review', penalized: false, verdict, why }
}

/** The verdict in the answer, or what is wrong with the answer. */
function readVerdict(answer: unknown): Verdict | string {
  if (!isObject(answer)) return 'it is not an object'
  for (const key of Reflect.ownKeys(answer)) {
    if (typeof key === 'symbol' || !answerKeys.has(key)) return 'it has a field that a verdict does not have'
  }
  const { outcome, confidence, reason, part, scores } = answer
  // Model servers tend to leave out a member that is null.
  const category = answer.category ?? null
  if (typeof outcome !== 'string' || !outcomes.has(outcome)) return 'the outcome is not publish, review or reject'
  if (category !== null && (typeof category !== 'string' || category === '' || category.length > 100)) {
    return 'the category is neither null nor a category id'
  }
  if (!isShare(confidence)) return 'the confidence is not a number from 0 to 1'
  if (typeof reason !== 'string' || reason.trim() === '') return 'the reason is missing'
  if (reason.length > reasonLimit) return `the reason is longer than ${reasonLimit} characters`
  if (/[\0-\x08\x0b-\x1f\x7f]/.test(reason)) return 'the reason has control characters'
  if (part !== undefined && (typeof part !== 'string' || part.length > reasonLimit)) return 'the part is no short text'
  if (scores !== undefined && !areScores(scores)) return 'the scores are not numbers from 0 to 1'
  return { outcome: outcome as Verdict['outcome'], category, confidence, reason, ...(part !== undefined && { part }) }
}

function isShare(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1
}

function areScores(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isShare)
}
