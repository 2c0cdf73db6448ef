// Everything about a post that can be found out before its transaction: validation, facts, price, fixed rules.
import { invalid } from '../../contract/problem.ts'
import type { SiteId } from '../../contract/site-ids.ts'
import { siteRow } from '../../contract/sites.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { checkPost } from '../../domain/check-post.ts'
import { sha256 } from '../../domain/ids.ts'
import { fingerprintOf, type PostFacts, type PostFields } from '../../domain/post.ts'
import { postText } from '../../domain/post-text.ts'
import { priceOf } from '../../domain/pricing.ts'
import type { Refusal } from '../../moderation/prefilter/prefilter.ts'
import type { Platform } from '../platform.ts'
import { findCopies } from './copies.ts'

export type PreparedPost = {
  fields: PostFields
  facts: PostFacts
  price: number
  fingerprint: string
  refusal: Refusal | null
}

/** Who sends a text, and the post that it edits. */
export type TextOrigin = { accountId: string; editOf?: string }

/**
 * Validates a body for a site, of a new post or of one as edited, and finds out what the transaction needs. Throws `invalid`
 * with every error, and `overloaded` when too many texts of the account wait.
 */
export async function preparePost(
  platform: Platform,
  siteId: SiteId,
  body: unknown,
  { accountId, editOf }: TextOrigin,
): Promise<PreparedPost> {
  const site = siteRow(siteId)
  const { errors, post } = await checkPost(site, body, { now: platform.now(), places: platform.places })
  if (errors.length > 0) throw invalid(errors)

  const { fields, times, place } = post
  const read = postText(site, fields)
  const { refusal, flags, riskFlags, linked, normalText, nearDuplicateKeys } = await platform.reader.read(
    accountId,
    read,
  )
  const fingerprint = fingerprintOf(site, normalText, { times })
  const copies = refusal
    ? null
    : await findCopies(platform, site, normalText, { fingerprint, editOf, keys: nearDuplicateKeys })
  return {
    fields,
    facts: {
      times,
      place,
      flags: [...post.flags, ...flags, ...(copies?.flags ?? [])],
      riskFlags,
      ...(copies && { copyKeys: nearDuplicateKeys }),
    },
    price: priceOf(site, Math.max(1, times.length), linked),
    fingerprint,
    refusal,
  }
}

/** What two bodies are compared by when they come with one Idempotency-Key. */
export function bodyIdentity(body: unknown): string {
  return sha256(canonicalJson(body))
}
