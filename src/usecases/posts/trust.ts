// What the record of an author changes of a decision: first posts go to a person, and a long clean record moves a bound a little.
import { limits } from '../../contract/limits.ts'
import type { Diversion } from '../../contract/moderation/diversions.ts'
import type { Listed } from '../../contract/moderation/list-entries.ts'
import type { Policy } from '../../contract/moderation/policy.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import { sha256 } from '../../domain/ids.ts'
import type { PostText } from '../../domain/posts/post-text.ts'
import type { ModerationModel } from '../../moderation/model.ts'
import { type Decision, decide } from '../../moderation/verdict.ts'
import { foundAgainst, publishedPosts } from '../../store/review/trust.ts'
import type { Platform } from '../platform.ts'

/** Whether a person decides every text of the account, since it has too few published posts. */
export async function isFirst({ db, trust: { firstPosts } }: Platform, accountId: string): Promise<boolean> {
  return firstPosts > 0 && (await publishedPosts(db, accountId, firstPosts)) < firstPosts
}

/** Whether the account has earned trust: enough published posts, and nothing found against it for `limits.trustCleanMs`. */
async function isTrusted({ db, now, trust: { after } }: Platform, accountId: string): Promise<boolean> {
  if (after === 0 || (await publishedPosts(db, accountId, after)) < after) return false
  return !(await foundAgainst(db, accountId, now() - limits.trustCleanMs))
}

export type Judging = {
  revisionId: string
  accountId: string
  site: SiteId
  text: PostText
  /** That which was found in the text. */
  language: string | undefined
  flags: readonly string[]
  listed: readonly Listed[]
  /** The policy of the decision. */
  policy: Policy
}

/**
 * The decision of the model with what lists and the record of the author make of it: a person in place of a publication, or a
 * publication in place of a person. A rejection stays as the model has it. `held`: what has changed the way.
 */
export async function withRecord(
  platform: Platform,
  model: ModerationModel,
  decided: { answer: unknown; decision: Decision },
  judging: Judging,
): Promise<{ answer: unknown; decision: Decision; held: Diversion[] }> {
  const { to } = decided.decision
  if (to === 'rejected') return { ...decided, held: [] }
  const held: Diversion[] = []
  if (judging.listed.some(({ action, shadow }) => !shadow && action !== 'flag')) held.push('listed')
  if (await isFirst(platform, judging.accountId)) held.push('first posts')
  if (held.length > 0) return { ...decided, decision: heldBack(decided.decision, held), held }
  if (to !== 'review' || !model.easesForTrusted || !(await isTrusted(platform, judging.accountId)))
    return { ...decided, held }
  const answer = await model.decide(judging.text, judging.flags, undefined, { trusted: true })
  const eased = decide(answer, judging.site, judging.policy, { trusted: true, language: judging.language })
  if (eased.to !== 'published') return { ...decided, held }
  if (isSampled(judging.revisionId))
    return { ...decided, decision: heldBack(decided.decision, ['sample of trusted']), held: ['sample of trusted'] }
  return { answer, decision: { ...eased, why: `Trusted: ${eased.why}` }, held: ['trusted'] }
}

function heldBack(decision: Decision, held: readonly Diversion[]): Decision {
  return { ...decision, to: 'review', penalized: false, why: `Held: ${held.join(', ')}. ${decision.why}` }
}

/** Whether a person looks at a text that trust alone would publish: one in `limits.trustSampled`, by its id, which nobody chooses. */
function isSampled(revisionId: string): boolean {
  return Number.parseInt(sha256(revisionId).slice(0, 8), 16) % limits.trustSampled === 0
}
