// The deciding model behind an OpenAI-compatible API, with the embedded model as a second opinion.
import { limits } from '../../contract/limits.ts'
import { type ModelFormat, modelFormats } from '../../contract/moderation/model-formats.ts'
import type { Policy } from '../../contract/moderation/policy.ts'
import type { ModerationModel, Verdict } from '../model.ts'
import { createModelProbe } from '../model-server.ts'
import { decide } from '../verdict.ts'
import { agreed, steeredAnswer } from './agreement.ts'
import { withKnownViolation } from './canary.ts'
import { createChatClient, ModelAway } from './chat-client.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { finalText, isJson } from './final-text.ts'
import type { Format, Question } from './formats/format.ts'
import { llamaGuardFormat } from './formats/llama-guard-format.ts'
import { qwen3guardFormat } from './formats/qwen3guard-format.ts'
import { safeguardFormat } from './formats/safeguard-format.ts'
import { verdictFormat } from './formats/verdict-format.ts'
import { shownTranslation, translationRequest } from './translation.ts'
import { UnusableAnswer } from './unusable-answer.ts'

export const formats: Record<ModelFormat, Format> = {
  verdict: verdictFormat,
  'gpt-oss-safeguard': safeguardFormat,
  'llama-guard': llamaGuardFormat,
  qwen3guard: qwen3guardFormat,
}

/** One call: its result, its duration, and the usage that the server reports; no texts. */
export type ModelCall = {
  model: string
  result: 'answered' | 'unusable' | 'failed'
  /** Why the call failed, in fixed words; null when the answer can be used. */
  why: string | null
  ms: number
  promptTokens: number
  answerTokens: number
  costMicros: number
}

export type LanguageModelOptions = {
  url: string
  model: string
  apiKey: string | null
  format: ModelFormat
  /** Micros a token. */
  price: { prompt: number; answer: number }
  policy: Policy
  /** The model that has to agree before a text is published; null for none. */
  second: ModerationModel | null
  /** Epoch milliseconds. */
  now: () => number
  /** Makes a new text that cannot be guessed. */
  nonce: () => string
  /** The time limit of one call. */
  timeoutMs: number
  /** Records each call; never throws. */
  onCall: (call: ModelCall) => Promise<void>
}

type CircuitBreaker = ReturnType<typeof createCircuitBreaker>
type Exchange = { verdict: Verdict } | { away: ModelAway }
type Parts = {
  client: ReturnType<typeof createChatClient>
  breaker: Pick<CircuitBreaker, 'succeeded' | 'failed'>
  format: (typeof formats)[ModelFormat]
  options: CallOptions
}
/** What a call needs to know of the model. */
type CallOptions = Pick<LanguageModelOptions, 'model' | 'price' | 'onCall'>

/**
 * A language model. Its `decide` throws ModelAway when no complete answer came, after a second call where that may help. An answer
 * that cannot be used leads to a person at once.
 */
export function createLanguageModel(options: LanguageModelOptions): ModerationModel {
  const { model, second, timeoutMs } = options
  const format = formats[options.format]
  const { readsPolicy } = modelFormats[options.format]
  const client = createChatClient({ ...options, timeoutMs })
  const breaker = createCircuitBreaker(options.now, { failures: limits.modelFailures, restMs: limits.modelRestMs })

  const parts: Parts = { client, breaker, format, options }

  const ask = async (asked: Omit<Question, 'nonce'>, late: AbortSignal | undefined): Promise<Verdict> => {
    const question: Question = { ...asked, nonce: options.nonce() }
    for (let call = 1; ; call++) {
      if (!breaker.admits()) throw new ModelAway('it is not called for a while after several failed calls', false)
      const exchanged = await exchange(parts, question, late)
      if ('verdict' in exchanged) return exchanged.verdict
      if (!exchanged.away.again || call >= limits.modelCalls) throw exchanged.away
    }
  }

  return {
    get name() {
      return second ? `${model}, ${second.name}` : model
    },
    atOnce: limits.modelTextsAtOnce,
    readsAnyLanguage: readsPolicy,
    // The circuit breaker does not count here: a text that fails on a running server has to count as a failed attempt.
    state: createModelProbe({ baseUrl: options.url, apiKey: options.apiKey, now: options.now }),
    follow: async () => second?.follow?.(),
    async decide(post, flags, late) {
      // Another policy may be loaded before the answer comes.
      const policy = { ...options.policy }
      const [own, other] = await Promise.all([ask({ policy, post, flags }, late), second?.decide(post, flags) ?? null])
      const answer = agreed({ own, second: other, readsPolicy }, post, flags, policy)
      // The embedded model does not read such a language, so nothing else would see that the text steers this model.
      if (!readsPolicy || answer.outcome !== 'publish' || !flags.includes('unread_language')) return answer
      const known = withKnownViolation(post, policy, options.nonce())
      const canary = await ask({ policy, post: known, flags }, late)
      return decide(canary, post.site, policy).to === 'published' ? steeredAnswer(answer) : answer
    },
    ...(readsPolicy && { translate: (text, language) => translated({ ...parts, breaker }, text, language) }),
    close: () => client.close(),
  }
}

/** Reports one call to `onCall`. */
function reporter({ model, price, onCall }: CallOptions) {
  const startedAt = performance.now()
  return (result: ModelCall['result'], why: string | null, answer: unknown) =>
    onCall({ model, result, why, ms: Math.round(performance.now() - startedAt), ...usageOf(answer, price) })
}

/** The body of a call with these messages. */
const requestOf = ({ model }: CallOptions, asked: object) => ({
  ...{ model, temperature: 0, stream: false },
  ...asked,
})

/** Calls the model once for a translation. A failure says nothing about the next text, so the circuit breaker does not hear of it. */
async function translated(
  { client, options, breaker }: Omit<Parts, 'breaker'> & { breaker: Pick<CircuitBreaker, 'state'> },
  text: string,
  language: string,
): Promise<string> {
  if (breaker.state() === 'open') throw new ModelAway('the model does not answer now', false)
  const report = reporter(options)
  let answer: unknown
  try {
    answer = await client.complete(requestOf(options, translationRequest(text, language)))
    const words = shownTranslation(finalText(answer))
    await report('answered', null, answer)
    return words
  } catch (error) {
    const { message } = error as Error
    await report(error instanceof UnusableAnswer ? 'unusable' : 'failed', message, answer)
    throw error
  }
}

/** Calls the model once. Reports the call to `onCall`. */
export async function exchange(
  { client, breaker, format, options }: Parts,
  question: Question,
  late: AbortSignal | undefined,
): Promise<Exchange> {
  const tell = reporter(options)
  let answer: unknown
  const report = (result: ModelCall['result'], why: string | null) => tell(result, why, answer)
  try {
    answer = await client.complete(requestOf(options, format.request(question)), late)
    const verdict = format.read(finalText(answer), question)
    if (decide(verdict, question.post.site, question.policy).verdict === null)
      throw new UnusableAnswer('the verdict in it is malformed')
    breaker.succeeded()
    await report('answered', null)
    return { verdict }
  } catch (error) {
    if (error instanceof UnusableAnswer) {
      breaker.succeeded()
      await report('unusable', error.message)
      return { verdict: unusable(error) }
    }
    breaker.failed()
    if (!(error instanceof ModelAway)) throw error
    await report('failed', error.message)
    return { away: error }
  }
}

function unusable({ message }: UnusableAnswer): Verdict {
  const reason = `The answer of the language model cannot be used: ${message}.`
  return { outcome: 'review', category: null, confidence: 0.5, reason }
}

/** The usage that a server reports for a call; zero where it reports none or an impossible value. */
function usageOf(answer: unknown, price: LanguageModelOptions['price']) {
  const usage = isJson(answer) && isJson(answer.usage) ? answer.usage : {}
  const [promptTokens, answerTokens] = [tokens(usage.prompt_tokens), tokens(usage.completion_tokens)]
  return {
    promptTokens,
    answerTokens,
    costMicros: Math.round(promptTokens * price.prompt + answerTokens * price.answer),
  }
}

const mostTokens = 10_000_000

function tokens(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= mostTokens
    ? (value as number)
    : 0
}
