// The input of the transaction that submits a text: a validated text as plain data.
import type { Change, Outlook } from '../../contract/posts.ts'
import type { SiteId } from '../../contract/sites/site-ids.ts'
import type { EventChange } from '../../domain/posts/post.ts'
import type { Refusal } from '../../domain/review/refusal.ts'
import type { StoredAnswer } from '../../store/posts/idempotency.ts'
import type { PreparedPublication } from './publication.ts'

/** The Idempotency-Key of a request, with its scope and the hash of its body. */
export type Idempotent = {
  keyId: string
  site: SiteId
  idempotency: { key: string; bodyHash: string } | null
}

/** A new post or an edit, with all facts found before the transaction. Money in micros. */
export type Submission = Idempotent & {
  accountId: string
  /** Whether the owner sends the text on the account's page: then the controls of the key do not apply. */
  byOwner?: boolean
  /**
   * The edited post, its version at the edit, the sent patch, and the change of the event; null for a new post.
   */
  edits: { postId: string; version: number; patch: object; event: EventChange | null } | null
  /** The change that is shown at once, since no word changes; null for a text that is judged. */
  atOnce: AtOnce | null
  /** For an edit that is judged for its links alone: the number of earlier corrections. */
  made?: number
  /** PostFields and PostFacts as they are stored, JSON: a text reaches the writer's thread at less cost than an object. */
  fields: string
  facts: string
  price: number
  /** The penalty beyond the price if the text is abuse. */
  abusePenalty: number
  fingerprint: string
  /** The refusal of the fixed rules: free, or for certain abuse. */
  refusal: Refusal | null
  /** What an edit changes; none for a new post. */
  changes: Change[]
  outlook: Outlook
  /** A link for the owner, in case the owner has to approve the text. */
  accountUrl: string
  /** The highest price that the caller accepts. */
  maxPriceMicros?: number | undefined
}

/**
 * A change that is not judged: the status of an event, which is always free, or a correction of times and links. `made`: the
 * number of earlier corrections. `nothing`: the post is as the edit wants it already.
 */
export type AtOnce = ShownAtOnce | { what: 'nothing' }
export type ShownAtOnce = { publication: PreparedPublication } & (
  | { what: 'status' }
  | { what: 'correction'; made: number }
)

/** The answer, ready to send: status, headers, body as text. */
export type SubmitAnswer = StoredAnswer & { replayed: boolean }
