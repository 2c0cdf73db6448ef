// Judges a message to an author as a post is judged: by the fixed rules, then by the deciding model (contract.md §6).
import type { SiteId } from '../../contract/site-ids.ts'
import { categoryOf } from '../../domain/policy-category.ts'
import type { PostText } from '../../domain/post-text.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { decide } from '../../moderation/verdict.ts'
import { decidingModel } from '../deciding-model.ts'
import type { Platform } from '../platform.ts'
import { turnOf } from '../posts/read-text.ts'

/** `held`: why a person has to look, as JSON of what was found. */
export type Judgement = { to: 'pass' } | { to: 'refused'; refusal: Refusal } | { to: 'held'; verdict: string }

/** What becomes of a message. A model that fails or does not run leaves it to a person. Throws `overloaded`. */
export async function judgeMessage(
  platform: Platform,
  accountId: string,
  { site, message }: { site: SiteId; message: string },
): Promise<Judgement> {
  const text: PostText = { site, title: null, body: message, topics: [], urls: [] }
  const { refusal, flags } = await platform.reader.readMessage(turnOf(platform, accountId), text)
  if (refusal) return { to: 'refused', refusal }
  // Whoever sent it waits for the answer: what cannot be judged by then is left to a person.
  const late = AbortSignal.timeout(platform.times.modelAnswerMs)
  const model = await decidingModel(platform)
  const name = model?.name ?? platform.model.name
  const answer = await model?.decide(text, flags, late).catch((error: unknown) => {
    platform.log.error({ err: error }, 'the deciding model failed on a message')
  })
  const { to, verdict, why } = model
    ? decide(answer, site, platform.policy)
    : ({ to: 'review', verdict: null, why: 'The deciding model does not run.' } as const)
  const category = verdict?.category ? categoryOf(platform.policy, verdict.category) : undefined
  // A message need not be worth publishing: of the policy only abuse counts.
  const isRead = !flags.includes('unread_language') || model?.readsAnyLanguage
  if (to === 'published' || (category?.penalized === false && isRead)) return { to: 'pass' }
  if (to === 'review' || !verdict?.category)
    return { to: 'held', verdict: JSON.stringify({ ...verdict, why, flags, model: name }) }
  const reason = `The message is refused as abuse (${verdict.category}). ${verdict.reason}`
  return {
    to: 'refused',
    refusal: { code: 'low_quality', category: verdict.category, rule: name, reason, abuse: true },
  }
}
