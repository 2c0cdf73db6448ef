// Lets the candidate judge the texts that were decided, and stores where it differs. No decision waits for it.
import type { ComparedVerdicts } from '../actions/learning/shadow.ts'
import { limits } from '../contract/limits.ts'
import { decide } from '../moderation/verdict.ts'
import type { Candidate, DecidedText } from '../usecases/learning/shadow.ts'
import type { Platform } from '../usecases/platform.ts'
import { withRecord } from '../usecases/posts/trust.ts'

/** Compares waiting texts, at most one batch. A text on which the candidate fails counts as missed. Resolves with the number of texts. */
export async function runOnce(platform: Platform): Promise<number> {
  const { shadow } = platform
  const candidate = shadow.candidate()
  if (!candidate) return 0
  const { texts, missed } = shadow.take(candidate.model.atOnce ?? limits.shadowBatch)
  if (texts.length === 0 && missed === 0) return 0
  const judged = await Promise.all(texts.map(text => compared(platform, candidate, text)))
  const answered = judged.filter(each => each !== null)
  await platform.act('noteShadow', {
    ...{ candidate: candidate.seq, compared: answered, missed: missed + texts.length - answered.length },
  })
  return texts.length
}

/** What the service and the candidate made of a text; null where the candidate failed. */
async function compared(
  platform: Platform,
  candidate: Candidate,
  decided: DecidedText,
): Promise<ComparedVerdicts | null> {
  const { revisionId, postId, site, text, language, flags, decision } = decided
  const policy = { ...(candidate.policy ?? platform.policy) }
  try {
    await candidate.model.follow?.()
    const answer = await candidate.model.decide(text, flags)
    const first = { answer, decision: decide(answer, site, policy, { language }) }
    const other = await withRecord(platform, candidate.model, first, { ...decided, policy })
    return { revisionId, postId, site, active: outcomeOf(decision), candidate: outcomeOf(other.decision) }
  } catch (error) {
    platform.log.debug({ err: error, revision_id: revisionId }, 'the candidate did not judge a text')
    return null
  }
}

const outcomeOf = ({ to, penalized, verdict }: DecidedText['decision']) => ({
  ...{ to, penalized, category: to === 'published' ? null : (verdict?.category ?? null) },
})
