// A text that has passed validation, as plain data: what the transaction that submits it is given.
import type { Outlook } from '../../contract/posts.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import type { EventChange, PostFacts, PostFields } from '../../domain/post.ts'
import type { Refusal } from '../../domain/refusal.ts'
import type { StoredAnswer } from '../../store/posts/idempotency.ts'
import type { Publication } from './publication.ts'

/** What an action that answers once to an Idempotency-Key knows of it. */
export type Idempotent = {
  keyId: string
  site: SiteId
  idempotency: { key: string; bodyHash: string } | null
}

/** A new post or an edit, with everything that could be found out before the transaction. Money in micros. */
export type Submission = Idempotent & {
  accountId: string
  /**
   * The post that is edited, its version that the edit was laid over, the edit as it was sent, and what becomes of the event; null for
   * a new post.
   */
  edits: { postId: string; version: number; patch: object; event: EventChange | null } | null
  /** What is shown at once, since no word changes that somebody would have to judge; null for what is judged. */
  atOnce: AtOnce | null
  fields: PostFields
  facts: PostFacts
  price: number
  /** What it costs beyond the price if it is abuse. */
  abusePenalty: number
  fingerprint: string
  /** What the fixed rules say: a free refusal or certain abuse. */
  refusal: Refusal | null
  outlook: Outlook
  /** The most that the caller lets the text cost. */
  maxPriceMicros?: number | undefined
}

/**
 * What changes without being judged: the status, such as that an event is cancelled, which is always free; or, by a correction,
 * its times and links; `made` of them were made before it.
 */
export type AtOnce = { publication: Publication } & ({ what: 'status' } | { what: 'correction'; made: number })

/** The answer, ready to send: status, headers that matter, body as text. */
export type SubmitAnswer = StoredAnswer & { replayed: boolean }
