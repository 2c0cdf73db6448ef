// Judges a message to an author like a post: by the fixed rules, then by the deciding model (contract.md §6).
import type { MessageJudgement } from '../../actions/delivery/relay-message.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { PostText } from '../../domain/posts/post-text.ts'
import { categoryOf } from '../../domain/review/policy-category.ts'
import { decide } from '../../moderation/verdict.ts'
import { decidingModel } from '../learning/deciding-model.ts'
import type { Platform } from '../platform.ts'
import { turnOf } from '../posts/read-text.ts'

/** Judges a message. It is held for a person if the model fails or does not run. Throws `overloaded`. */
export async function judgeMessage(
  platform: Platform,
  accountId: string,
  { site, message }: { site: SiteId; message: string },
): Promise<MessageJudgement> {
  const text: PostText = { site, title: null, body: message, topics: [], urls: [] }
  const { lists } = platform
  const turn = turnOf(platform, accountId)
  const { refusal, flags, language, listed = [] } = await platform.reader.readMessage(turn, text, lists.inForce())
  lists.note(listed, null)
  if (refusal) return { to: 'refused', refusal }
  // The sender waits for the answer, so a person decides when the model takes too long.
  const late = AbortSignal.timeout(platform.times.modelAnswerMs)
  const model = await decidingModel(platform)
  const name = model?.name ?? platform.model.name
  const answer = await model?.decide(text, flags, late).catch((error: unknown) => {
    platform.log.error({ err: error }, 'the deciding model failed on a message')
  })
  const { to, verdict, why } = model
    ? decide(answer, site, platform.policy)
    : ({ to: 'review', verdict: null, why: 'The deciding model does not run.' } as const)
  const said = (why: string) => JSON.stringify({ ...verdict, why, flags, language, model: name })
  const category = verdict?.category ? categoryOf(platform.policy, verdict.category) : undefined
  // Only the abuse categories of the policy count: a message need not meet the quality bar.
  const isRead = !flags.includes('unread_language') || model?.readsAnyLanguage
  const heldByList = flags.includes('listed_for_review')
  if (heldByList && to === 'published')
    return { to: 'held', verdict: said('A list of the platform has something of it.') }
  const isPoor = category?.action === 'reject_low_quality'
  if (!heldByList && (to === 'published' || (isPoor && isRead))) return { to: 'pass' }
  if (to === 'review' || isPoor || !verdict?.category) return { to: 'held', verdict: said(why) }
  const reason = `The message is refused as abuse (${verdict.category}). ${verdict.reason}`
  return {
    to: 'refused',
    refusal: { code: 'low_quality', category: verdict.category, rule: name, reason, abuse: true },
  }
}
