// The language model as a teacher: it labels texts offline, one call a text, and says beforehand about how much that takes.
import type { Policy } from '../../contract/moderation/policy.ts'
import type { PostText } from '../../domain/posts/post-text.ts'
import type { Verdict } from '../model.ts'
import { createChatClient, type ModelAway } from './chat-client.ts'
import { exchange, formats, type LanguageModelOptions, type ModelCall } from './language-model.ts'

export type Teacher = {
  /** The name of the model. */
  readonly name: string
  /** Micros a token; 0 where MODERATION_PRICE is not set. */
  readonly price: { prompt: number; answer: number }
  /** About how many tokens a question has, and its answer: a token is taken for four bytes. */
  estimate(post: PostText, flags: readonly string[]): { prompt: number; answer: number }
  /** The verdict on a text under the policy in force, by one call, with the usage that the server reports. Throws ModelAway. */
  ask(post: PostText, flags: readonly string[]): Promise<{ verdict: Verdict; call: ModelCall }>
  /** Aborts the calls under way. */
  close(): void
}

const bytesAToken = 4
/** A verdict with its reason, in tokens; a model that thinks first takes more. */
const answerTokens = 120

type TeacherOptions = Omit<LanguageModelOptions, 'second'>

/** The teacher behind an API. It has no circuit breaker: who asks it waits and asks again. */
export function createTeacher(options: TeacherOptions): Teacher {
  const format = formats[options.format]
  const client = createChatClient(options)
  const breaker = { succeeded() {}, failed() {} }
  const question = (policy: Policy, post: PostText, flags: readonly string[]) => ({
    ...{ policy, post, flags, nonce: options.nonce() },
  })
  return {
    name: options.model,
    price: options.price,
    estimate(post, flags) {
      const bytes = Buffer.byteLength(JSON.stringify(format.request(question(options.policy, post, flags))))
      return { prompt: Math.ceil(bytes / bytesAToken), answer: answerTokens }
    },
    async ask(post, flags) {
      const calls: ModelCall[] = []
      const onCall = async (call: ModelCall) => {
        calls.push(call)
        await options.onCall(call)
      }
      const asked = question({ ...options.policy }, post, flags)
      const exchanged = await exchange({ client, breaker, format, options: { ...options, onCall } }, asked, undefined)
      if ('away' in exchanged) throw exchanged.away satisfies ModelAway
      return { verdict: exchanged.verdict, call: calls[0]! }
    },
    close: () => client.close(),
  }
}
