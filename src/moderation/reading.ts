// The reading of a text: everything that fixed rules find in it, made once and carried as data from then on.
import type { FlagName } from '../contract/flags.ts'
import { siteRow } from '../contract/sites.ts'
import type { PostText } from '../domain/post-text.ts'
import type { Refusal } from '../domain/refusal.ts'
import { judgesLanguageOf } from './embedded/packaged-model.ts'
import { nearDuplicateKeys, shinglesOf } from './near-duplicates.ts'
import { normalTextOf } from './prefilter/fingerprint.ts'
import { findingsOf } from './prefilter/prefilter.ts'
import { Survey } from './prefilter/survey.ts'

export type Reading = {
  /** A free refusal or certain abuse (contract.md §9); null when the text may be submitted. */
  refusal: Refusal | null
  /** Softer findings, which the deciding model weighs. */
  flags: FlagName[]
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
  const survey = new Survey(text)
  const { refusal, flags, linked } = findingsOf(survey)
  const normalText = normalTextOf(survey)
  return {
    refusal,
    flags: judgesLanguageOf(survey.open.folded) ? flags : [...flags, 'unread_language'],
    linked,
    normalText,
    nearDuplicateKeys: nearDuplicateKeys(id, normalText, shinglesOf(normalText), timed !== null),
  }
}
