// The reading of a text by the plain rules: what the fast reading has to be equal to.
import { siteRow } from '../../../src/contract/sites.ts'
import type { PostText } from '../../../src/domain/post-text.ts'
import { duplicateText } from './fingerprint.ts'
import { fold, wholeText } from './fold.ts'
import { judgesLanguageOf } from './languages.ts'
import { copyKeys, shinglesOf } from './near-duplicates.ts'
import { prefilter, type Refusal } from './prefilter.ts'
import { holdsLink } from './risk-flags.ts'

export type Reading = {
  /** A free refusal or certain abuse (contract.md §9); null when the text may be submitted. */
  refusal: Refusal | null
  /** Softer findings, which the deciding model weighs. */
  flags: string[]
  /** Whether the text holds a link; it decides the price of a message. */
  linked: boolean
  /** The form that duplicates are compared by (`duplicateText`). */
  normalText: string
  /** What near-duplicates find the text by; integers below 2^52. */
  nearDuplicateKeys: number[]
}

/** Reads a text. Pure; its cost grows with the length of the text. */
export function readPlainly(text: PostText): Reading {
  const { id, timed } = siteRow(text.site)
  const normalText = duplicateText(text)
  const { refusal, flags } = prefilter(text)
  return {
    refusal,
    flags: judgesLanguageOf(fold(wholeText(text))) ? flags : [...flags, 'unread_language'],
    linked: holdsLink(text),
    normalText,
    nearDuplicateKeys: copyKeys(id, normalText, shinglesOf(normalText), timed !== null),
  }
}
