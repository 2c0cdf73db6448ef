// What moderation looks at and what it answers: the shared words of the prefilter, the deciding model and the worker.

import type { SiteId } from './site-ids.ts'

/** The words of a post, whatever its shape. `title` is null where the shape has none; `urls` are the explicit URL fields (online_url), `country` is that of the location. */
export type PostText = {
  site: SiteId
  title: string | null
  body: string
  topics: readonly string[]
  urls: readonly string[]
  country?: string | null
}

/** A decision on a post (contract.md §4). `confidence` lies in 0–1; `category` is a policy category id or null. */
export type Verdict = {
  outcome: 'publish' | 'review' | 'reject'
  category: string | null
  confidence: number
  reason: string
}

/** A verdict with the model's score per policy category, each 0–1. */
export type ModelAnswer = Verdict & { scores: Record<string, number> }

export type ModerationState = 'running' | 'starting' | 'idle'

/** A deciding model. What `decide` resolves to is untrusted: domain/verdict.ts validates it before anything acts on it. */
export interface ModerationModel {
  readonly name: string
  state(): Promise<ModerationState>
  decide(post: PostText, flags: readonly string[]): Promise<unknown>
}
