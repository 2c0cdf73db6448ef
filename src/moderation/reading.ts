// The reading of a text: everything that fixed rules find in it, made once and carried as data from then on.
import type { RiskFlag } from '../contract/posts.ts'
import { siteRow } from '../contract/sites.ts'
import type { PostText } from '../domain/post-text.ts'
import type { Refusal } from '../domain/refusal.ts'
import { copyKeys, shinglesOf } from './near-copies.ts'
import { duplicateText } from './prefilter/fingerprint.ts'
import { prefilter } from './prefilter/prefilter.ts'
import { holdsLink, riskFlags } from './prefilter/risk-flags.ts'

export type Reading = {
  /** A free refusal or certain abuse (contract.md §9); null when the text may be submitted. */
  refusal: Refusal | null
  /** Softer findings, which the deciding model weighs. */
  flags: string[]
  riskFlags: RiskFlag[]
  /** Whether the text holds a link; it decides the price of a message. */
  linked: boolean
  /** The form that duplicates are compared by (`duplicateText`). */
  normalText: string
  /** What near-duplicates find the text by; integers below 2^52. */
  nearDuplicateKeys: number[]
}

/** Reads a text. Pure; its cost grows with the length of the text. */
export function readText(text: PostText): Reading {
  const { id, timed } = siteRow(text.site)
  const normalText = duplicateText(text)
  return {
    ...prefilter(text),
    riskFlags: riskFlags(text),
    linked: holdsLink(text),
    normalText,
    nearDuplicateKeys: copyKeys(id, normalText, shinglesOf(normalText), timed),
  }
}
