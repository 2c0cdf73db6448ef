// What a deciding model is asked and what it answers.

import type { PostText } from '../domain/post-text.ts'

/** A decision on a post (contract.md §4). `confidence` lies in 0–1; `category` is a policy category id or null. */
export type Verdict = {
  outcome: 'publish' | 'review' | 'reject'
  category: string | null
  confidence: number
  reason: string
  /** What of the text led there, where it is known. */
  part?: string
}

/** A verdict with the model's score per policy category, each 0–1. */
export type ModelAnswer = Verdict & { scores: Record<string, number> }

export type ModerationState = 'running' | 'starting' | 'idle'

/**
 * A deciding model. What `decide` resolves to is untrusted: verdict.ts validates it before anything acts on it. It throws when
 * there is no answer: the text is judged again later, and where `state` then says that the model is not running no attempt counts.
 */
export interface ModerationModel {
  /** Names the version that decides what is asked next. */
  readonly name: string
  /** How many texts one worker asks it about at once; as many as it claims where left out. */
  readonly atOnce?: number
  /** Whether it judges a text in any language, so that none has to go to a person for its language alone. */
  readonly readsAnyLanguage?: boolean
  /** Whether it decides now. What was found a moment ago is good enough, unless a `fresh` look is asked for. Never throws. */
  state(options?: { fresh?: boolean }): Promise<ModerationState>
  /** Takes up what was learned and activated since, by any process; called before a batch of texts. */
  follow?(): Promise<void>
  /** Judges a text. Once `late` is aborted it throws as when there is no answer. */
  decide(post: PostText, flags: readonly string[], late?: AbortSignal): Promise<unknown>
  /** Gives up what is under way. */
  close?(): void
}
