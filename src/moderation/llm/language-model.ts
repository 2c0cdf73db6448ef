// The deciding model behind an OpenAI-compatible API, with the embedded model as its second.
import { limits } from '../../contract/limits.ts'
import { type ModelFormat, modelFormats } from '../../contract/model-formats.ts'
import type { Policy } from '../../contract/policy.ts'
import type { PostText } from '../../domain/post-text.ts'
import type { ModerationModel, Verdict } from '../model.ts'
import { createModelProbe } from '../model-server.ts'
import { decide } from '../verdict.ts'
import { agreed } from './agreement.ts'
import { createChatClient, ModelAway } from './chat-client.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { finalText, isJson } from './final-text.ts'
import type { Format, Question } from './formats/format.ts'
import { llamaGuardFormat } from './formats/llama-guard-format.ts'
import { qwen3guardFormat } from './formats/qwen3guard-format.ts'
import { safeguardFormat } from './formats/safeguard-format.ts'
import { verdictFormat } from './formats/verdict-format.ts'
import { UnusableAnswer } from './unusable-answer.ts'

const formats: Record<ModelFormat, Format> = {
  verdict: verdictFormat,
  'gpt-oss-safeguard': safeguardFormat,
  'llama-guard': llamaGuardFormat,
  qwen3guard: qwen3guardFormat,
}

/** One call: how it went, how long it took, and what the server says that it used; nothing of what was sent or said. */
export type ModelCall = {
  model: string
  result: 'answered' | 'unusable' | 'failed'
  /** In fixed words; null when the answer can be used. */
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
  /** What has to agree before anything is published; null where nothing has to. */
  second: ModerationModel | null
  /** Epoch milliseconds. */
  now: () => number
  /** A fresh text that nobody can guess. */
  nonce: () => string
  /** What one call may take. */
  timeoutMs: number
  /** Is told of each call; never throws. */
  told: (call: ModelCall) => Promise<void>
}

type Exchange = { verdict: Verdict } | { away: ModelAway }

/**
 * A language model. Its `decide` throws ModelAway when no whole answer came, twice where that may help; an answer that came and
 * cannot be used leads to a person at once.
 */
export function createLanguageModel(options: LanguageModelOptions): ModerationModel {
  const { model, policy, second, timeoutMs } = options
  const format = formats[options.format]
  const { readsPolicy } = modelFormats[options.format]
  const client = createChatClient({ ...options, timeoutMs })
  const breaker = createCircuitBreaker(options.now, { failures: limits.modelFailures, restMs: limits.modelRestMs })

  const exchange = async (question: Question, late: AbortSignal | undefined): Promise<Exchange> => {
    const startedAt = performance.now()
    let answer: unknown
    const tell = (result: ModelCall['result'], why: string | null) =>
      options.told({
        model,
        result,
        why,
        ms: Math.round(performance.now() - startedAt),
        ...usageOf(answer, options.price),
      })
    try {
      answer = await client.complete({ model, temperature: 0, stream: false, ...format.request(question) }, late)
      const verdict = format.read(finalText(answer), question)
      if (decide(verdict, question.post.site, policy).verdict === null)
        throw new UnusableAnswer('the verdict in it is malformed')
      breaker.succeeded()
      await tell('answered', null)
      return { verdict }
    } catch (error) {
      if (error instanceof UnusableAnswer) {
        breaker.succeeded()
        await tell('unusable', error.message)
        return { verdict: unusable(error) }
      }
      breaker.failed()
      if (!(error instanceof ModelAway)) throw error
      await tell('failed', error.message)
      return { away: error }
    }
  }

  const ask = async (post: PostText, flags: readonly string[], late: AbortSignal | undefined): Promise<Verdict> => {
    const question: Question = { policy, post, flags, nonce: options.nonce() }
    for (let call = 1; ; call++) {
      if (!breaker.admits()) throw new ModelAway('it is left alone for a while after several failed calls', false)
      const exchanged = await exchange(question, late)
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
    // A server that is there and fails is asked again, and what it fails on counts: the circuit says nothing here.
    state: createModelProbe({ baseUrl: options.url, apiKey: options.apiKey, now: options.now }),
    follow: async () => second?.follow?.(),
    async decide(post, flags, late) {
      const [own, other] = await Promise.all([ask(post, flags, late), second?.decide(post, flags) ?? null])
      return agreed({ own, second: other, readsPolicy }, post, flags, policy)
    },
    close: () => client.close(),
  }
}

function unusable({ message }: UnusableAnswer): Verdict {
  const reason = `The answer of the language model cannot be used: ${message}.`
  return { outcome: 'review', category: null, confidence: 0.5, reason }
}

/** What a server says that a call has used. Nothing where it says nothing, or what cannot be. */
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
