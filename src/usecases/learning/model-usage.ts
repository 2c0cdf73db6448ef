// Records the cost of language models: a log line for each call, and daily totals.
import { dayMs } from '../../contract/spans.ts'
import { utcDay } from '../../domain/times/time.ts'
import type { ModelCall } from '../../moderation/llm/language-model.ts'
import { type UsageScope, usageSince } from '../../store/accounts/counters.ts'
import { withoutDeadline } from '../deadline.ts'
import { logFailure } from '../outage.ts'
import type { Platform } from '../platform.ts'

/** Logs and counts a call. Never throws: a text is decided even if its call cannot be counted. */
export async function noteModelCall(platform: Platform, call: ModelCall): Promise<void> {
  const { model, result, why, ms, promptTokens, answerTokens, costMicros } = call
  const level = result === 'answered' ? 'info' : 'warn'
  platform.log[level](
    {
      ...{ model, result, ...(why !== null && { why }), ms },
      ...{ prompt_tokens: promptTokens, answer_tokens: answerTokens, cost_micros: costMicros },
    },
    'a language model was called',
  )
  const used: Partial<Record<UsageScope, number>> = {
    'model-calls': 1,
    'model-unusable': result === 'unusable' ? 1 : 0,
    'model-failed': result === 'failed' ? 1 : 0,
    'model-ms': ms,
    'model-prompt-tokens': promptTokens,
    'model-answer-tokens': answerTokens,
    'model-cost-micros': costMicros,
  }
  try {
    await withoutDeadline(() => platform.act('countModelCall', { model, used }))
  } catch (error) {
    logFailure(platform, error, { model }, 'a call of a language model was not counted')
  }
}

/** The usage of each model on each of the last `days` UTC days, the latest first. */
export async function modelUsage({ db, now }: Platform, days: number) {
  const rows = await usageSince(db, utcDay(now() - (days - 1) * dayMs))
  const totals = Map.groupBy(rows, ({ day, model }) => JSON.stringify([day, model]))
  return [...totals.values()].map(([first, ...others]) => {
    const used = Object.fromEntries([first!, ...others].map(({ scope, value }) => [scope, value]))
    const of = (scope: UsageScope) => used[scope] ?? 0
    return {
      day: first!.day,
      model: first!.model,
      calls: of('model-calls'),
      unusable: of('model-unusable'),
      failed: of('model-failed'),
      ms: of('model-ms'),
      prompt_tokens: of('model-prompt-tokens'),
      answer_tokens: of('model-answer-tokens'),
      cost_micros: of('model-cost-micros'),
    }
  })
}
