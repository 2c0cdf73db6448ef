// Lets the language model label texts for the embedded model: only what it is sure of, and never a text that may steer it.
import { retryWaitsMs } from '../../contract/retries.ts'
import type { PostText } from '../../domain/posts/post-text.ts'
import { waitAfter } from '../../domain/retry.ts'
import { fineLabel } from '../../domain/review/policy-category.ts'
import { ModelAway } from '../../moderation/llm/chat-client.ts'
import type { ModelCall } from '../../moderation/llm/language-model.ts'
import type { Teacher } from '../../moderation/llm/teacher.ts'
import { injectionRule } from '../../moderation/may-reject.ts'
import { ownTurn } from '../../moderation/text-reader.ts'
import type { Platform } from '../platform.ts'

/** A text to label, with the flags of the fixed rules; `left`: why no model is asked. */
export type ReadText = { flags: readonly string[]; left: string | null }

/** The label of a text, a category or `fine`, or why it has none. `call`: what the answer took. */
export type Label = ({ category: string; confidence: number } | { left: string }) & { call: ModelCall }

/** What fixed rules make of a text: what they refuse reaches no model, and what may steer a model is a bad lesson. */
export async function readToLabel({ reader, lists }: Platform, post: PostText): Promise<ReadText> {
  const { refusal, flags } = await reader.read(ownTurn, post, lists.inForce())
  if (refusal) return { flags, left: `fixed rules refuse it (${refusal.rule})` }
  return { flags, left: flags.includes(injectionRule) ? 'it may steer a model' : null }
}

/**
 * The label of a text by the teacher. Asks again after the waits of moderation, or after as long as the server says. `least`: the
 * confidence below which there is no label. Throws ModelAway when the server goes on failing.
 */
export async function labelBy(
  teacher: Teacher,
  { post, flags }: { post: PostText; flags: readonly string[] },
  { least, pause }: { least: number; pause(ms: number): Promise<unknown> },
): Promise<Label> {
  for (let failures = 1; ; failures++)
    try {
      const { verdict, call } = await teacher.ask(post, flags)
      return { ...labelOf(verdict, least), call }
    } catch (error) {
      const wait = error instanceof ModelAway ? waitAfter(failures, retryWaitsMs.moderation) : null
      if (wait === null || !(error instanceof ModelAway) || !(error.again || error.busyMs !== null)) throw error
      await pause(error.busyMs ?? wait)
    }
}

function labelOf(
  { outcome, category, confidence, reason }: Awaited<ReturnType<Teacher['ask']>>['verdict'],
  least: number,
): { category: string; confidence: number } | { left: string } {
  if (confidence < least) return { left: `the model is not sure: ${reason}` }
  if (outcome === 'publish' && category === null) return { category: fineLabel, confidence }
  if (outcome !== 'publish' && category !== null) return { category, confidence }
  return { left: `the model names no category: ${reason}` }
}
