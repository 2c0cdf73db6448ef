// The interface of a deciding model.

import type { PostText } from '../domain/posts/post-text.ts'

/** A decision on a post (contract.md §4). `confidence` lies in 0–1; `category` is a policy category id or null. */
export type Verdict = {
  outcome: 'publish' | 'review' | 'reject'
  category: string | null
  confidence: number
  reason: string
  /** The part of the text that led to the verdict, where it is known. */
  part?: string
}

/** A verdict with the model's score per policy category, each 0–1. */
export type ModelAnswer = Verdict & { scores: Record<string, number> }

export type ModerationState = 'running' | 'starting' | 'idle'

/**
 * A deciding model. The answer of `decide` is untrusted: verdict.ts validates it before it is used. `decide` throws when there is
 * no answer: the text is judged again later, and the attempt does not count where `state` says that the model is not running.
 */
export interface ModerationModel {
  /** The name and version of the model that decides the next text. */
  readonly name: string
  /** How many texts one worker sends to the model at once; as many as it has claimed where left out. */
  readonly atOnce?: number
  /** Whether the model judges texts in any language, so that no text goes to a person only for its language. */
  readonly readsAnyLanguage?: boolean
  /** Whether `decide` asks less of the text of a trusted author; a model that does not answers the same. */
  readonly easesForTrusted?: boolean
  /** Whether the model decides now. A recent result is reused unless `fresh` is set. Never throws. */
  state(options?: { fresh?: boolean }): Promise<ModerationState>
  /** Loads the learned version that is active now; called before a batch of texts. */
  follow?(): Promise<void>
  /** Judges a text. `trusted`: the record of its author is long and clean. Throws without an answer, and when `late` is aborted. */
  decide(
    post: PostText,
    flags: readonly string[],
    late?: AbortSignal,
    options?: { trusted?: boolean },
  ): Promise<unknown>
  /**
   * Translates a text into a language, which is named in English; left out by a model that cannot. The answer is as untrusted as the
   * text. Throws without an answer, with a message in fixed words.
   */
  translate?(text: string, language: string): Promise<string>
  /** Aborts the calls under way. */
  close?(): void
}
